import RulesModel
import Testing
import Trellis

/// Deleting what was never saved.
struct UnsavedDeletionTests {
    private let file: StoreFile<Rules>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Rules.self)
        context = try file.context()
    }

    @Test func `an unsaved object is just taken back`() throws {
        let owner = Owner(in: context, name: "never")
        try context.delete(owner)
        #expect(owner.isDeleted)
        #expect(!owner.isInserted)
        #expect(context.insertedObjects.isEmpty)
        #expect(context.deletedObjects.isEmpty)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try file.rows("SELECT * FROM owner").isEmpty)
        #expect(try context.find(Owner.self, owner.objectID) == nil)
        #expect(try context.fetchAll(Owner.self).isEmpty)
    }

    @Test func `each that is left is found by its identity, however many were taken back`() throws {
        let owners = (0..<100).map { Owner(in: context, name: "\($0)") }
        let ids = owners.map(\.objectID)
        for number in [0, 1, 50, 98] + Array(10..<30) {
            try context.delete(owners[number])
            for (place, id) in ids.enumerated() {
                #expect(try context.find(Owner.self, id) == (owners[place].isDeleted ? nil : owners[place]))
            }
        }
        #expect(context.insertedObjects.count == 76)
        #expect(try context.find(Owner.self, ids).count == 76)
        for owner in owners where !owner.isDeleted { try context.delete(owner) }
        #expect(!context.hasChanges)
        try context.save()
        #expect(try file.rows("SELECT * FROM owner").isEmpty)
    }

    @Test func `its members are let go, whatever rule holds for saved ones`() throws {
        let owner = Owner(in: context, name: "never")
        let cleared = Cleared(in: context, name: "c", owner: owner)
        let guarding = Guarding(in: context, name: "g", owner: owner)
        let dangling = Dangling(in: context, name: "d", owner: owner)
        let cascaded = Cascaded(in: context, name: "gone", owner: owner)
        try context.delete(owner)
        #expect(cascaded.isDeleted)
        #expect(context.insertedObjects == [cleared, guarding, dangling])
        try context.save()
        for table in ["cleared", "guarding", "dangling"] {
            #expect(try file.rows("SELECT owner_id FROM \(table)") == [[nil]])
        }
        #expect(try file.rows("SELECT * FROM cascaded").isEmpty)
    }

    @Test func `an object that leads to one that was taken back cannot be saved, whatever the rule`() throws {
        let owner = Owner(in: context, name: "never")
        try context.delete(owner)
        let dangling = Dangling(in: context, name: "d", owner: owner)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.deletedDestination])
        dangling.owner = nil
        try context.save()
        #expect(try file.rows("SELECT owner_id FROM dangling") == [[nil]])
    }
}
