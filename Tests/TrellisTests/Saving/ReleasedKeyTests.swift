import KinshipModel
import Testing
import Trellis

/// A key without an inverse leads to an object that was never saved, and that is deleted: it breaks no rule, and leads nowhere.
struct ReleasedKeyTests {
    private let file: StoreFile<Kinship>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let guest: Guest

    init() throws {
        file = try StoreFile(of: Kinship.self)
        container = try file.container()
        context = try container.makeContext()
        guest = Guest(in: context, name: "guest")
        try context.save()
        let mentor = Employee(in: context, name: "mentor")
        guest.mentor = mentor
        try context.delete(mentor)
    }

    @Test func `the context finds no broken rule`() throws {
        #expect(try context.validationFailures().isEmpty)
        #expect(guest.mentor == nil)
    }

    @Test func `the object finds no broken rule`() throws {
        #expect(try guest.validationFailures().isEmpty)
        #expect(guest.mentor == nil)
    }

    @Test func `a save writes nothing of the deleted object`() throws {
        guest.name = "renamed"
        try context.save()
        #expect(guest.mentor == nil && !context.hasChanges)
        #expect(try file.rows("SELECT name, mentor_id FROM person") == [["renamed", nil]])
    }

    @Test func `a closed store is no answer`() throws {
        try container.close()
        #expect(throws: StoreError.closed) { try context.validationFailures() }
    }
}
