import RelationshipsModel
import Testing
import Trellis

/// A user-defined trigger can have SQLite skip a row without an error: `RAISE(IGNORE)`.
struct IgnoredWriteTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let a: Person
    private let b: Person

    init() throws {
        (file, context) = try StoreFile.withContext()
        let people = try Person.people("a", "b", "c", in: context)
        (a, b) = (people[0], people[1])
        a.following.append(b)
        a.following.append(people[2])
        try context.save()
    }

    private func ignore(_ event: String, _ table: String, when condition: String = "1") throws {
        try file.execute("CREATE TRIGGER mine BEFORE \(event) ON \(table) WHEN \(condition) BEGIN SELECT RAISE(IGNORE); END")
    }

    /// The save is refused; without the trigger it succeeds.
    private func expectRefusal(_ table: String, _ rows: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try file.rows(rows)
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try context.save() }
        #expect(error == .ignoredByTrigger(table: table), sourceLocation: sourceLocation)
        #expect(context.hasChanges, sourceLocation: sourceLocation)
        #expect(try file.rows(rows) == before, sourceLocation: sourceLocation)
        try file.execute("DROP TRIGGER mine")
        try context.save()
        #expect(try file.rows(rows) != before, sourceLocation: sourceLocation)
    }

    private static let people = "SELECT _id, name, spouse_id FROM person"

    @Test func `an insert`() throws {
        try ignore("INSERT", "person", when: "NEW.name = 'e'")
        let new = try Person.people("d", "e", in: context)
        try expectRefusal("person", Self.people)
        #expect(new.map(\.objectID.isTemporary) == [false, false])
    }

    @Test func `an update`() throws {
        try ignore("UPDATE", "person", when: "OLD.name = 'b'")
        a.name = "aa"
        b.name = "bb"
        try expectRefusal("person", Self.people)
    }

    @Test func `a delete`() throws {
        let alone = try Person.people("alone", in: context)[0]
        try context.save()
        try ignore("DELETE", "person")
        try context.delete(alone)
        try expectRefusal("person", Self.people)
    }

    @Test func `a connection that is made`() throws {
        try ignore("INSERT", "person_friends")
        a.friends.insert(b)
        try expectRefusal("person_friends", "SELECT * FROM person_friends")
    }

    @Test func `one half of a connection that is its own inverse`() throws {
        a.friends.insert(b)
        try context.save()
        #expect(try file.column("SELECT count(*) FROM person_friends") == ["2"])
        try file.execute("CREATE TRIGGER mine BEFORE DELETE ON person_friends WHEN OLD.rowid = (SELECT max(rowid) FROM person_friends) BEGIN SELECT RAISE(IGNORE); END")
        a.friends.remove(b)
        try expectRefusal("person_friends", "SELECT * FROM person_friends")
    }

    @Test func `a place among ordered members`() throws {
        let table = try #require(try file.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%follow%'").first)
        try ignore("UPDATE", table)
        a.following.move(from: 1, to: 0)
        try expectRefusal(table, "SELECT * FROM \(table)")
    }

    @Test func `a connection that another context has made or undone already is no ignored write`() throws {
        let other = try file.context()
        let (x, y): (Person, Person) = (try other.named("a"), try other.named("b"))
        a.friends.insert(b)
        x.friends.insert(y)
        try context.save()
        try other.save()
        a.friends.remove(b)
        x.friends.remove(y)
        try context.save()
        try other.save()
        #expect(try file.column("SELECT count(*) FROM person_friends") == ["0"])
    }

    @Test func `a trigger that writes other rows takes nothing from a save`() throws {
        try file.execute(
            """
            CREATE TABLE log (name TEXT);
            CREATE TRIGGER one AFTER INSERT ON person BEGIN INSERT INTO log VALUES (NEW.name), ('x'), ('y'); END;
            CREATE TRIGGER two AFTER UPDATE ON person BEGIN DELETE FROM log; END;
            CREATE TRIGGER three BEFORE DELETE ON person BEGIN INSERT INTO log VALUES (OLD.name); DELETE FROM log; END;
            """)
        let new = try Person.people("d", in: context)[0]
        try context.save()
        new.name = "dd"
        try context.save()
        try context.delete(new)
        try context.save()
        #expect(try file.column("SELECT name FROM person ORDER BY _id") == ["a", "b", "c"])
    }
}
