import RelationshipsModel
import Testing
import Trellis

/// A save that wins a conflict also writes rows of partners that its context has not changed.
struct CompletedPartnerTests {
    private let file: StoreFile<Society>
    private let here: ManagedObjectContext
    private let there: ManagedObjectContext
    private let a: Person
    private let b: Person
    private let x: Person
    private let y: Person

    /// Of four people, b and x are a pair.
    init() throws {
        (file, here) = try StoreFile.withContext()
        let people = try Person.people("a", "b", "x", "y", in: here)
        (a, b, x, y) = (people[0], people[1], people[2], people[3])
        b.spouse = x
        try here.save()
        there = try file.context()
        here.mergePolicy = .objectWins
    }

    private func pairs() throws -> [String] {
        try file.column("SELECT p.name || coalesce(s.name, '-') FROM person p LEFT JOIN person s ON s._id = p.spouse_id ORDER BY p._id")
    }

    /// An object is at its row's version: it can be saved without a conflict.
    private func expectCurrent(_ person: Person, sourceLocation: SourceLocation = #_sourceLocation) throws {
        here.mergePolicy = .error
        #expect(!person.hasChanges, sourceLocation: sourceLocation)
        person.name += "2"
        #expect(throws: Never.self, sourceLocation: sourceLocation) { try here.save() }
    }

    @Test func `a former partner that the save frees can be saved next`() throws {
        let (theirs, partner): (Person, Person) = (try there.named("b"), try there.named("y"))
        theirs.spouse = partner
        try there.save()
        a.spouse = b
        try here.save()
        #expect(try pairs() == ["ab", "ba", "x-", "y-"])
        #expect(y.spouse == nil)
        try expectCurrent(y)
    }

    @Test func `a row that is created again gets its partner back, and the partner shows it`() throws {
        try there.delete(try there.named("b") as Person)
        try there.save()
        b.name = "bb"
        try here.save()
        #expect(try pairs() == ["a-", "bbx", "xbb", "y-"])
        #expect(b.spouse === x && x.spouse === b)
        try expectCurrent(x)
    }

    @Test func `a row that is created again takes its partner back from another one`() throws {
        try there.delete(try there.named("b") as Person)
        try there.save()
        (try there.named("x") as Person).spouse = try there.named("y")
        try there.save()
        b.name = "bb"
        try here.save()
        #expect(try pairs() == ["a-", "bbx", "xbb", "y-"])
        #expect(b.spouse === x && x.spouse === b && y.spouse == nil)
        try expectCurrent(y)
    }
}
