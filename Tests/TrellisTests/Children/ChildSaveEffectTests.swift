import LedgerModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// What a child's save means to undo and to live results.
struct ChildSaveEffectTests: ChildSuite {
    let ledger: SavedLedger

    init() throws { ledger = try SavedLedger() }

    @Test func `one undo of the parent takes back what a child has saved`() throws {
        context.undoLevels = 10
        ada.note = "before"
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Customer.self).first)
        own.name = "x"
        Customer(in: child, name: "new")
        try child.delete(try #require(own.orders.first))
        try child.save()
        #expect(try context.fetchAll(Customer.self).count == 2)
        try context.undo()
        #expect(ada.name == "Ada" && ada.note == "before" && ada.orders.count == 1)
        #expect(try context.fetchAll(Customer.self) == [ada])
        try context.undo()
        #expect(ada.note == nil && !context.hasChanges)
        try context.redo()
        try context.redo()
        #expect(ada.name == "x" && ada.orders.isEmpty)
    }

    @Test func `a child undoes what it has saved as a new change`() throws {
        let child = context.makeChild()
        child.undoLevels = 10
        let own = try #require(try child.fetchAll(Customer.self).first)
        try child.delete(own)
        try child.save()
        #expect(ada.isDeleted)
        try child.undo()
        #expect(!own.isDeleted && own.orders.count == 1)
        try child.save()
        #expect(try context.fetchAll(Customer.self).map(\.name) == ["Ada"])
        try context.save()
        #expect(try file.rows("SELECT name, order_count FROM customer") == [["Ada", "1"]])
    }

    @Test func `live results of the parent follow a child's save, and those of a child are queried again`() throws {
        let controller = FetchedResultsController(Fetch<LedgerModel.Customer>().sorted { [$0.name.ascending] }, in: context)
        let child = context.makeChild()
        let inChild = FetchedResultsController(Fetch<LedgerModel.Customer>().sorted { [$0.name.ascending] }, in: child)
        try controller.performFetch()
        try inChild.performFetch()
        let bob = Customer(in: child, name: "Bob")
        try child.processPendingChanges()
        #expect(controller.count == 1 && inChild.count == 2)
        try child.save()
        #expect(controller.count == 2)
        #expect(try inChild.object(at: [0, 1]) === bob)
        try context.delete(ada)
        try child.processPendingChanges()
        #expect(inChild.count == 1)
        try context.save()
        try child.processPendingChanges()
        #expect(try inChild.object(at: [0, 0]) === bob && !bob.objectID.isTemporary)
    }

    @Test func `a child of a context that notifies observers does so too`() throws {
        #expect(!context.makeChild().notifiesObservers)
        context.notifiesObservers = true
        #expect(context.makeChild().makeChild().notifiesObservers)
    }

    @Test func `undoing a delete in a child brings back connections that only the parent has`() throws {
        let society = try StoreFile(of: Society.self)
        let context = try society.context()
        let city = City(in: context, name: "c")
        Country(in: context, name: "d", capital: city)
        let person = RelationshipsModel.Person(in: context, name: "p", birthplace: city)
        try context.save()
        let post = Post(in: context, title: "t")
        post.readers.insert(person)
        let child = context.makeChild()
        child.undoLevels = 1
        try child.delete(try #require(try child.find(RelationshipsModel.Person.self, person.objectID)))
        try child.undo()
        let own = try #require(try child.find(Post.self, post.objectID))
        #expect(own.readers.map(\.name) == ["p"])
        try child.save()
        #expect(post.readers.map(\.name) == ["p"])
    }
}
