import RelationshipsModel
import Testing
import Trellis

/// To-one relationships that are their own inverse.
struct OwnInverseToOneTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let a: Person
    private let b: Person
    private let c: Person
    private let d: Person

    /// Two pairs, saved: a and b, c and d.
    init() throws {
        (file, context) = try StoreFile.withContext()
        let people = try Person.people("a", "b", "c", "d", in: context)
        (a, b, c, d) = (people[0], people[1], people[2], people[3])
        a.spouse = b
        d.spouse = c
        try context.save()
    }

    private func spouses() throws -> [String] {
        try file.column("SELECT spouse_id FROM person ORDER BY _id")
    }

    @Test func `setting one end sets the other, and clearing one clears the other`() throws {
        #expect(b.spouse == a)
        #expect(c.spouse == d)
        #expect(try spouses() == ["2", "1", "4", "3"])
        b.spouse = nil
        #expect(a.spouse == nil)
        try context.save()
        #expect(try spouses() == ["NULL", "NULL", "4", "3"])
    }

    @Test func `setting what is there changes nothing`() throws {
        b.spouse = a
        #expect(!context.hasChanges)
        let other = try file.context()
        let again: Person = try other.named("a")
        again.spouse = try other.named("b")
        #expect(!other.hasChanges)
    }

    @Test(arguments: [false, true])
    func `assigning another's spouse leaves two without one, loaded or not`(_ isLoaded: Bool) throws {
        let other = isLoaded ? context : try file.context()
        let (first, third): (Person, Person) = (try other.named("a"), try other.named("c"))
        first.spouse = third
        #expect(third.spouse == first)
        #expect(try (other.named("b") as Person).spouse == nil)
        #expect(try (other.named("d") as Person).spouse == nil)
        try other.save()
        #expect(try spouses() == ["3", "NULL", "1", "NULL"])
    }

    @Test(arguments: [false, true])
    func `pairs are mixed again in one save, even while another object is deleted`(_ deletes: Bool) throws {
        if deletes { try context.delete(Person.people("bystander", in: context)[0]) }
        let saved = try Person.people("bystander", in: context)[0]
        try context.save()
        a.spouse = d
        b.spouse = c
        if deletes { try context.delete(saved) }
        try context.save()
        #expect(try spouses().prefix(4) == ["4", "3", "2", "1"])
        a.spouse = c
        d.spouse = b
        try context.save()
        #expect(try spouses().prefix(4) == ["3", "4", "1", "2"])
    }

    @Test func `one is one's own, until one is another's`() throws {
        a.spouse = a
        #expect(b.spouse == nil)
        #expect(a.spouse == a)
        try context.save()
        #expect(try spouses() == ["1", "NULL", "4", "3"])
        let again: Person = try file.context().named("a")
        #expect(again.objectID == a.objectID)

        c.spouse = a
        #expect(a.spouse == c)
        #expect(d.spouse == nil)
        try context.save()
        #expect(try spouses() == ["3", "NULL", "1", "NULL"])
        a.spouse = a
        a.spouse = nil
        #expect(c.spouse == nil)
        try context.save()
        #expect(try spouses() == ["NULL", "NULL", "NULL", "NULL"])
    }

    @Test(arguments: [false, true])
    func `deleting one clears the other, loaded or not`(_ isLoaded: Bool) throws {
        let other = isLoaded ? context : try file.context()
        try other.delete(try other.named("b") as Person)
        let left: Person = try other.named("a")
        #expect(left.spouse == nil)
        try other.save()
        #expect(try file.rows("SELECT name, spouse_id FROM person") == [["a", nil], ["c", "4"], ["d", "3"]])
        #expect(left.spouse == nil)
    }

    @Test func `both of a pair are deleted, and one who is one's own`() throws {
        c.spouse = c
        try context.save()
        for person in [a, b, c] { try context.delete(person) }
        try context.save()
        #expect(try file.rows("SELECT name, spouse_id FROM person") == [["d", nil]])
    }

    @Test func `a spouse is replaced by a new one while it is deleted`() throws {
        let new = try Person.people("new", in: context)[0]
        a.spouse = new
        try context.delete(b)
        try context.delete(d)
        let newer = try Person.people("newer", in: context)[0]
        newer.spouse = c
        try context.save()
        #expect(try file.rows("SELECT name, spouse_id FROM person") == [["a", "5"], ["c", "6"], ["new", "1"], ["newer", "3"]])
    }

    @Test func `an unsaved spouse is deleted without a trace`() throws {
        let new = try Person.people("new", in: context)[0]
        new.spouse = a
        #expect(b.spouse == nil)
        try context.delete(new)
        #expect(a.spouse == nil)
        try context.save()
        #expect(try spouses() == ["NULL", "NULL", "4", "3"])
    }

    @Test func `a spouse is given when one is made`() throws {
        let city = try #require(a.birthplace)
        let new = Person(in: context, name: "new", spouse: a, birthplace: city)
        #expect(a.spouse == new)
        try context.save()
        #expect(try spouses() == ["5", "NULL", "4", "3", "1"])
    }
}

/// To-many relationships that are their own inverse.
struct OwnInverseToManyTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let people: [Person]

    init() throws {
        (file, context) = try StoreFile.withContext()
        people = try Person.people("a", "b", "c", "d", in: context)
        try context.save()
    }

    private func rows() throws -> [[String?]] {
        try file.rows("SELECT person_id, friends_id FROM person_friends ORDER BY 1, 2")
    }

    @Test func `both see each other, and the table has a row for each direction`() throws {
        people[0].friends.insert(people[1])
        people[2].friends.insert(people[0])
        #expect(Set(people[0].friends) == [people[1], people[2]])
        #expect(Array(people[1].friends) == [people[0]])
        #expect(people[2].friends.contains(people[0]))
        try context.save()
        #expect(try rows() == [["1", "2"], ["1", "3"], ["2", "1"], ["3", "1"]])

        let other = try file.context()
        let second: Person = try other.named("b")
        #expect(second.friends.map(\.name) == ["a"])
        #expect(Set(try #require(second.friends.first).friends.map(\.name)) == ["b", "c"])

        // From the end at which it was not made.
        second.friends.removeAll()
        try other.save()
        #expect(try rows() == [["1", "3"], ["3", "1"]])
    }

    @Test func `a pair that both ends make is there once`() throws {
        people[0].friends.insert(people[1])
        people[1].friends.insert(people[0])
        #expect(people[0].friends.count == 1)
        try context.save()
        #expect(try rows() == [["1", "2"], ["2", "1"]])
        people[1].friends.insert(people[0])
        #expect(!context.hasChanges)
    }

    @Test func `one can be one's own friend`() throws {
        people[0].friends.insert(people[0])
        #expect(Array(people[0].friends) == [people[0]])
        people[0].friends.insert(people[1])
        try context.save()
        #expect(try rows() == [["1", "1"], ["1", "2"], ["2", "1"]])

        let other = try file.context()
        let first: Person = try other.named("a")
        #expect(Set(first.friends.map(\.name)) == ["a", "b"])
        first.friends.remove(first)
        #expect(first.friends.map(\.name) == ["b"])
        try other.save()
        #expect(try rows() == [["1", "2"], ["2", "1"]])
        first.friends.insert(first)
        try other.save()
        try other.delete(first)
        try other.save()
        #expect(try rows().isEmpty)
    }

    @Test func `plain SQL writes one direction, and triggers the other`() throws {
        try file.execute("INSERT INTO person_friends (person_id, friends_id) VALUES (1, 2), (4, 1), (3, 3)")
        #expect(try rows() == [["1", "2"], ["1", "4"], ["2", "1"], ["3", "3"], ["4", "1"]])
        #expect(Set(people[0].friends.map(\.name)) == ["b", "d"])
        try file.execute("DELETE FROM person_friends WHERE person_id = 1 AND friends_id = 4")
        try file.execute("DELETE FROM person_friends WHERE person_id = 3")
        #expect(try rows() == [["1", "2"], ["2", "1"]])
    }

    @Test(arguments: [false, true])
    func `a deleted friend has no friends, loaded or not`(_ isLoaded: Bool) throws {
        for person in people { people[0].friends.insert(person) }
        people[2].friends.insert(people[3])
        try context.save()
        let other = isLoaded ? context : try file.context()
        try other.delete(try other.named("a") as Person)
        #expect(try (other.named("b") as Person).friends.isEmpty)
        try other.save()
        #expect(try rows() == [["3", "4"], ["4", "3"]])
        #expect(try (other.named("c") as Person).friends.map(\.name) == ["d"])
    }

    @Test func `two contexts make, and undo, the same pair`() throws {
        let other = try file.context()
        let (first, second): (Person, Person) = (try other.named("a"), try other.named("b"))
        first.friends.insert(second)
        people[1].friends.insert(people[0])
        try other.save()
        try context.save()
        #expect(try rows() == [["1", "2"], ["2", "1"]])

        first.friends.remove(second)
        people[1].friends.remove(people[0])
        try context.save()
        try other.save()
        #expect(try rows().isEmpty)
    }

    @Test func `unsaved friends are saved with each other`() throws {
        let new = try Person.people("e", "f", in: context)
        new[0].friends.replace(with: new + people)
        try context.save()
        #expect(try rows().count == 11)
        let friends = try file.column("SELECT friends_id FROM person_friends WHERE person_id = 5 ORDER BY 1")
        #expect(friends == ["1", "2", "3", "4", "5", "6"])
    }
}
