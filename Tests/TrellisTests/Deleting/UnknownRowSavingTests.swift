import DepotModel
import Testing
import Trellis

/// What others see of rows that a delete took along or cleared a key of, without having loaded them.
struct UnknownRowSavingTests {
    private let file: StoreFile<Depot>
    private let container: PersistentContainer

    /// A shelf with a crate of two items, and with a label.
    init() throws {
        file = try StoreFile(of: Depot.self)
        container = try file.container()
        let context = try container.makeContext()
        let shelf = Shelf(in: context, name: "shelf")
        let crate = Crate(in: context, name: "crate", shelf: shelf)
        for name in ["x", "y"] { Item(in: context, name: name, crate: crate) }
        Label(in: context, text: "label", shelf: shelf)
        Label(in: context, text: "loose")
        try context.save()
    }

    private func shelf(in context: ManagedObjectContext) throws -> Shelf {
        try #require(try context.fetchAll(Shelf.self).first)
    }

    @Test func `other contexts that merge saves hear of them`() throws {
        let other = try container.makeContext()
        other.automaticallyMergesChanges = true
        let (shelf, items) = (try shelf(in: other), try other.fetchAll(Item.self))
        let labels = try other.fetchAll(Label.self)
        #expect(labels[0].shelf == shelf)

        let context = try container.makeContext()
        try context.delete(try self.shelf(in: context))
        try context.save()
        #expect(try other.fetchAll(Crate.self).isEmpty)
        #expect(shelf.isDeleted && items.filter { !$0.isDeleted } == [])
        #expect(labels[0].shelf == nil)
        // It has the label's version too.
        labels[0].text = "edited"
        try other.save()
        #expect(try file.rows("SELECT text, shelf_id, _version FROM label") == [["edited", nil, "3"], ["loose", nil, "1"]])
    }

    @Test func `an object that others lead to what is going to be deleted loses its key`() throws {
        let context = try container.makeContext()
        let loose = try #require(try context.fetchAll(Label.self).last)
        try context.delete(try shelf(in: context))
        context.automaticallyMergesChanges = true
        let other = try container.makeContext()
        try #require(try other.fetchAll(Label.self).last).shelf = try shelf(in: other)
        try other.save()
        #expect(try context.fetchAll(Label.self).filter { $0.shelf != nil } == [])
        try context.save()
        loose.text = "edited"
        try context.save()
        #expect(try file.rows("SELECT text, shelf_id FROM label") == [["label", nil], ["edited", nil]])
    }

    @Test(arguments: [MergePolicy.storeWins, .rollback])
    func `where a policy keeps the object, all that hangs on it stays`(_ policy: MergePolicy) throws {
        let context = try container.makeContext()
        let shelf = try shelf(in: context)
        let other = try container.makeContext()
        try self.shelf(in: other).name = "renamed"
        try other.save()

        context.mergePolicy = policy
        try context.delete(shelf)
        #expect(try context.fetchAll(Item.self).isEmpty)
        try context.save()
        #expect(!shelf.isDeleted && shelf.name == "renamed")
        #expect(shelf.crates.flatMap(\.items).map(\.name).sorted() == ["x", "y"])
        #expect(shelf.labels.map(\.text) == ["label"])
        #expect(try file.rows("SELECT text, shelf_id, _version FROM label") == [["label", "1", "1"], ["loose", nil, "1"]])
    }

    @Test func `a conflict leaves everything as it was, and is solved by overwriting`() throws {
        let context = try container.makeContext()
        let shelf = try shelf(in: context)
        let other = try container.makeContext()
        try self.shelf(in: other).name = "renamed"
        try other.save()

        try context.delete(shelf)
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.objectID) == [shelf.objectID])
        #expect(try file.column("SELECT COUNT(*) FROM item") == ["2"])
        #expect(try context.fetchAll(Item.self).isEmpty)
        context.mergePolicy = .overwrite
        try context.save()
        for table in ["shelf", "crate", "item"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
        #expect(try file.column("SELECT shelf_id FROM label") == ["NULL", "NULL"])
    }

    @Test func `an object whose key is cleared and that is deleted as well goes`() throws {
        let context = try container.makeContext()
        let label = try #require(try context.fetchAll(Label.self).first)
        try context.delete(label)
        try context.delete(try shelf(in: context))
        try context.save()
        #expect(try file.column("SELECT text FROM label") == ["loose"])
    }

    @Test func `a store in memory does the same`() throws {
        let context = try PersistentContainer(for: Depot.self, at: .fresh).makeContext()
        let made = Shelf(in: context, name: "shelf")
        Item(in: context, name: "x", crate: Crate(in: context, name: "crate", shelf: made))
        Label(in: context, text: "label", shelf: made)
        try context.save()
        let other = try context.container.makeContext()
        let shelf = try shelf(in: other)
        try other.delete(shelf)
        #expect(other.deletedObjects == [shelf])
        #expect(try other.fetchAll(Item.self).isEmpty)
        #expect(try other.fetchAll(Label.self).map(\.shelf) == [nil])
        try other.save()
        context.reset()
        #expect(try context.fetchAll(Crate.self).isEmpty)
        #expect(try context.fetchAll(Label.self).map(\.shelf) == [nil])
    }
}
