import RulesModel
import Testing
import Trellis

/// The delete rule deny.
struct DenyTests {
    private let file: StoreFile<Rules>
    private let context: ManagedObjectContext
    private let owner: Owner
    private let guards: [Guarding]

    init() throws {
        file = try StoreFile(of: Rules.self)
        let made = try file.context()
        let owner = Owner(in: made, name: "owner")
        for name in ["first", "second"] { Guarding(in: made, name: name, owner: owner) }
        Cascaded(in: made, name: "cascaded", owner: owner)
        try made.save()

        // Nothing but the objects themselves is loaded.
        context = try file.context()
        self.owner = try #require(try context.fetchAll(Owner.self).first)
        guards = try context.fetchAll(Guarding.self)
    }

    private func expectNothingWritten(members: Int = 2) throws {
        #expect(try file.rows("SELECT name, _version FROM owner") == [["owner", "1"]])
        #expect(try file.column("SELECT owner_id FROM guarding") == Array(repeating: "1", count: members))
        #expect(try file.column("SELECT name FROM cascaded") == ["cascaded"])
    }

    @Test func `an owner with members cannot be deleted: the save tells how many, and writes nothing`() throws {
        try context.delete(owner)
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.rule) == [.deny(count: 2)])
        #expect(error.failures.map(\.property) == ["guarding"])
        #expect(error.failures.map(\.objectID) == [owner.objectID])
        try expectNothingWritten()
        // The context keeps what it was told.
        #expect(context.hasChanges)
        #expect(owner.isDeleted)
    }

    @Test func `other changes of a denied save are not written either`() throws {
        try context.delete(owner)
        Node(in: context, name: "new")
        guards[0].name = "changed"
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try expectNothingWritten()
        #expect(try file.column("SELECT name FROM guarding") == ["first", "second"])
        #expect(try file.rows("SELECT * FROM node").isEmpty)
    }

    @Test func `members that are deleted in the same save deny nothing, before or after their owner`() throws {
        try context.delete(guards[0])
        try context.delete(owner)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try context.delete(guards[1])
        try context.save()
        for table in ["owner", "guarding", "cascaded"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
    }

    @Test func `members that are not loaded are counted without loading them`() throws {
        try file.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO guarding (name, owner_id) SELECT i, 1 FROM n
            """)
        let other = try file.context()
        let owner = try #require(try other.fetchAll(Owner.self).first)
        try other.delete(owner)
        let (error, statements) = other.recordStatements {
            #expect(throws: ObjectValidationError.self) { try other.save() }
        }
        #expect(error?.failures.map(\.rule) == [.deny(count: 1_000)])
        #expect(error?.failures.map(\.path) == ["Owner.guarding"])
        #expect(statements.filter { $0.purpose != .connection } == [])
        // Some that the context knows go, leave, or come.
        let known = try (1...4).map { try #require(try other.find(Guarding.self, ObjectID(entity: "Guarding", rowID: $0))) }
        try other.delete(known[0])
        known[1].owner = nil
        known[2].name = "stays"
        #expect(throws: ObjectValidationError.self) { try other.save() }
        let again = #expect(throws: ObjectValidationError.self) { try other.save() }
        #expect(again?.failures.map(\.rule) == [.deny(count: 998)])
        try expectNothingWritten(members: 1_000)
    }

    @Test func `after a denied save the context is as it was, until it is rolled back`() throws {
        try context.delete(owner)
        guards[0].name = "changed"
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(owner.isDeleted)
        #expect(try context.fetchAll(Cascaded.self).isEmpty)
        try context.rollback()
        #expect(!context.hasChanges)
        #expect(!owner.isDeleted && guards[0].name == "first")
        #expect(try context.fetchAll(Cascaded.self).map(\.owner) == [owner])
        try context.save()
        try expectNothingWritten()
    }

    @Test func `members that leave in the same save deny nothing`() throws {
        let other = Owner(in: context, name: "other")
        try context.delete(owner)
        guards[0].owner = other
        guards[1].owner = nil
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM guarding ORDER BY _id") == [["first", "2"], ["second", nil]])
    }

    @Test func `a member that comes in the same save denies`() throws {
        for guarding in guards { guarding.owner = nil }
        try context.save()
        Guarding(in: context, name: "new", owner: owner)
        try context.delete(owner)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule).contains(.deny(count: 1)) == true)
        #expect(try file.column("SELECT name FROM owner") == ["owner"])
    }

    @Test func `a member that another context added in the meantime denies through the database`() throws {
        for guarding in owner.guarding { try context.delete(guarding) }
        try context.delete(owner)
        let other = try file.context()
        Guarding(in: other, name: "late", owner: try other.find(Owner.self, owner.objectID))
        try other.save()
        let error = #expect(throws: StoreError.self) { try context.save() }
        guard case .constraint = error else {
            Issue.record("\(String(describing: error)) is no broken constraint")
            return
        }
        #expect(try file.column("SELECT COUNT(*) FROM guarding") == ["3"])
        #expect(context.hasChanges)
    }

    @Test func `a to-one deny makes an object with a destination undeletable`() throws {
        let denied = Denied(in: context, name: "denied", owner: owner)
        try context.save()
        try context.delete(denied)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.deny(count: 1)])
        #expect(error?.failures.map(\.property) == ["owner"])
        #expect(try file.column("SELECT name FROM denied") == ["denied"])
    }

    @Test func `a to-one deny is found where nothing is loaded, and ignores a destination that goes too`() throws {
        let other = try file.context()
        let owner = Owner(in: other, name: "without members")
        let denied = Denied(in: other, name: "denied", owner: owner)
        try other.save()

        let read = try #require(try context.find(Denied.self, denied.objectID))
        try context.delete(read)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try context.delete(try #require(try context.find(Owner.self, owner.objectID)))
        try context.save()
        #expect(try file.rows("SELECT * FROM denied").isEmpty)
        #expect(try file.column("SELECT name FROM owner") == ["owner"])
    }

    @Test func `a to-one deny without a destination denies nothing`() throws {
        let denied = Denied(in: context, name: "denied")
        try context.save()
        try context.delete(denied)
        try context.save()
        #expect(try file.rows("SELECT * FROM denied").isEmpty)
    }
}

/// The delete rule cascade of to-one relationships.
struct ToOneCascadeTests {
    @Test func `deleting a member takes its owner along, whose own rules apply to the others`() throws {
        let file = try StoreFile(of: Rules.self)
        let made = try file.context()
        let owner = Owner(in: made, name: "owner")
        let chained = Chained(in: made, name: "deleted", owner: owner)
        Chained(in: made, name: "sibling", owner: owner)
        Cascaded(in: made, name: "cascaded", owner: owner)
        try made.save()

        let context = try file.context()
        try context.delete(try #require(try context.find(Chained.self, chained.objectID)))
        // The owner is loaded: its rules deny deletes.
        #expect(context.deletedObjects.count == 2)
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM chained") == [["sibling", nil]])
        #expect(try file.rows("SELECT * FROM owner").isEmpty)
        #expect(try file.rows("SELECT * FROM cascaded").isEmpty)
    }

    @Test func `a member without an owner goes alone`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let alone = Chained(in: context, name: "alone")
        Owner(in: context, name: "owner")
        try context.save()
        try context.delete(alone)
        try context.save()
        #expect(try file.rows("SELECT * FROM chained").isEmpty)
        #expect(try file.column("SELECT name FROM owner") == ["owner"])
    }
}
