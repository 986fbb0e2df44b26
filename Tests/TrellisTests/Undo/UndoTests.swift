import AtlasModel
import AttributeOptionsModel
import DepotModel
import Foundation
import LedgerModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Undo and redo.
struct UndoTests {
    private let file: StoreFile<Ledger>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Ledger.self)
        context = try file.context()
    }

    @Test func `undo is off until it is asked for`() throws {
        let customer = Customer(in: context, name: "a")
        #expect(context.undoLevels == nil && !context.canUndo && context.undoSteps.isEmpty)
        try context.undo()
        #expect(customer.isInserted)
        context.undoLevels = 3
        #expect(!context.canUndo)
        customer.name = "b"
        #expect(context.canUndo)
        context.undoLevels = nil
        #expect(!context.canUndo)
        try context.undo()
        #expect(customer.name == "b")
    }

    @Test func `undoing an edit that is not saved leaves no change, and redo brings it back`() throws {
        let customer = Customer(in: context, name: "a")
        try context.save()
        context.undoLevels = 10
        customer.name = "b"
        customer.note = "n"
        try context.undo()
        #expect(customer.name == "a" && customer.note == nil && !context.hasChanges && !customer.isUpdated)
        try context.redo()
        #expect(customer.name == "b" && customer.note == "n" && customer.isUpdated)
        try context.save()
        #expect(try file.rows("SELECT name, note FROM customer") == [["b", "n"]])
        #expect(!context.canRedo && context.canUndo)
    }

    @Test func `the steps that are shown are never more than the levels`() throws {
        context.undoLevels = 2
        let customer = Customer(in: context, name: "a")
        context.endUndoGroup("create")
        customer.name = "b"
        context.endUndoGroup("rename")
        customer.note = "n"
        #expect(context.undoSteps.map(\.name) == [nil, "rename"])
        try context.undo()
        #expect(context.undoSteps.map(\.name) == ["rename"])
        try context.undo()
        #expect(customer.name == "a" && !context.canUndo)
        context.undoLevels = 0
        customer.name = "c"
        #expect(!context.canUndo && context.undoSteps.isEmpty)
        try context.undo()
        #expect(customer.name == "c")
    }

    @Test func `undoing what was saved is a new change with the usual conflict check`() throws {
        let customer = Customer(in: context, name: "a")
        try context.save()
        context.undoLevels = 10
        customer.name = "b"
        try context.save()
        try context.undo()
        #expect(customer.name == "a" && customer.isUpdated)
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["a"])

        try context.redo()
        let other = try file.context()
        try #require(try other.fetchAll(Customer.self).first).name = "c"
        try other.save()
        #expect(throws: ConflictError.self) { try context.save() }
        #expect(customer.name == "b")
    }

    @Test func `what another context has saved in other attributes stays`() throws {
        let customer = Customer(in: context, name: "a")
        try context.save()
        context.undoLevels = 10
        context.automaticallyMergesChanges = true
        customer.name = "b"
        try context.save()
        let other = try context.container.makeContext()
        try #require(try other.fetchAll(Customer.self).first).note = "theirs"
        try other.save()
        #expect(try context.fetchAll(Customer.self).map(\.note) == ["theirs"])
        try context.undo()
        #expect(customer.name == "a" && customer.note == "theirs")
        try context.save()
        #expect(try file.rows("SELECT name, note FROM customer") == [["a", "theirs"]])
    }

    @Test func `an object that another context has deleted stays deleted`() throws {
        let (first, second) = (Customer(in: context, name: "a"), Customer(in: context, name: "z"))
        try context.save()
        context.undoLevels = 10
        context.automaticallyMergesChanges = true
        first.name = "b"
        second.name = "y"
        try context.save()
        let other = try context.container.makeContext()
        try other.delete(try #require(try other.find(Customer.self, first.objectID)))
        try other.save()
        #expect(try context.count(Fetch<Customer>()) == 1)
        try context.undo()
        #expect(first.isDeleted && second.name == "z")
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["z"])
    }

    @Test(arguments: [false, true])
    func `a delete comes back with everything that its rules took, loaded or not, saved or not`(_ isSaved: Bool) throws {
        let label = LedgerModel.Label(in: context, name: "l")
        let customer = Customer(in: context, name: "a")
        customer.labels.insert(label)
        for number in 1...3 {
            let order = Order(in: context, number: Int64(number), customer: customer)
            for pieces in 1...2 { OrderRow(in: context, pieces: Int16(number * 10 + pieces), order: order) }
        }
        try context.save()
        let before = try rows()

        let context = try file.context()
        context.undoLevels = 10
        let read = try #require(try context.fetchAll(Customer.self).first)
        try context.undoGroup("Delete Customer") { try context.delete(read) }
        #expect(try context.count(Fetch<OrderRow>()) == 0)
        if isSaved {
            try context.save()
            #expect(try file.column("SELECT count(*) FROM order_row") == ["0"])
        }
        try context.undo()
        #expect(read.orders.count == 3 && read.labels.map(\.name) == ["l"] && !read.isDeleted)
        #expect(read.isInserted == isSaved && context.hasChanges == isSaved)
        try context.save()
        #expect(try rows() == before)
        #expect(read.orderCount == 3 && read.labelCount == 1)

        try context.redo()
        try context.save()
        #expect(try file.column("SELECT count(*) FROM order_row") == ["0"])
        try context.undo()
        try context.save()
        #expect(try rows() == before)
    }

    /// All rows by what they say, without keys: an object that comes back has a new one.
    private func rows() throws -> [[String?]] {
        try file.rows(
            """
            SELECT c.name, o.number, r.pieces, l.name FROM customer c JOIN "order" o ON o.customer_id = c._id
            JOIN order_row r ON r.order_id = o._id JOIN customer_labels j ON j.customer_id = c._id JOIN label l ON l._id = j.label_id
            ORDER BY o.number, r.order_position
            """)
    }

    @Test func `undoing the creation of an object removes it, and redo gives it back with its values`() throws {
        context.undoLevels = 10
        let customer = Customer(in: context, name: "a", note: "n")
        context.endUndoGroup("Add Customer")
        let order = Order(in: context, number: 1, customer: customer)
        context.endUndoGroup("Add Order")
        try context.undo()
        try context.undo()
        #expect(customer.isDeleted && order.isDeleted && !context.hasChanges)
        #expect(try context.fetchAll(Customer.self).isEmpty)
        try context.redo()
        try context.redo()
        #expect(customer.note == "n" && customer.orders.map(\.number) == [1] && order.customer === customer)
        try context.save()
        try context.undo()
        try context.undo()
        try context.save()
        #expect(try file.column("SELECT count(*) FROM customer") == ["0"])
        try context.redo()
        try context.redo()
        try context.save()
        #expect(try file.rows(#"SELECT c.name, o.number FROM customer c JOIN "order" o ON o.customer_id = c._id"#) == [["a", "1"]])
    }

    @Test func `groups have names, and tell what they change`() throws {
        let customer = Customer(in: context, name: "a")
        try context.save()
        context.undoLevels = 10
        context.undoGroup("Rename") {
            customer.name = "b"
            context.undoGroup("Note") { customer.note = "n" }
        }
        customer.labels.insert(LedgerModel.Label(in: context, name: "l"))
        #expect(context.undoSteps.map(\.name) == [nil, "Rename"])
        #expect(context.undoSteps.map(\.description) == ["Label/new2: inserted\nCustomer/1: labels", "Customer/1: name, note"])
        try context.undo()
        #expect(context.redoSteps.map(\.description) == ["Customer/1: labels\nLabel/new2: inserted"])
        try context.undo()
        #expect(customer.name == "a" && context.redoSteps.map(\.name) == ["Rename", nil])
        try context.delete(customer)
        #expect(context.undoSteps.map(\.description) == ["Customer/1: deleted"])
        #expect(context.redoSteps.isEmpty, "a new change forgets what could be done again")
    }

    @Test func `only so many groups are kept`() throws {
        context.undoLevels = 2
        let customer = Customer(in: context, name: "0")
        for number in 1...4 { context.undoGroup("\(number)") { customer.name = "\(number)" } }
        #expect(context.undoSteps.map(\.name) == ["4", "3"])
        for _ in 1...5 { try context.undo() }
        #expect(customer.name == "2" && customer.isInserted)
        context.undoLevels = 0
        customer.name = "x"
        context.endUndoGroup()
        #expect(!context.canUndo)
    }

    @Test func `a group whose edits throw can be undone`() throws {
        struct Failed: Error {}
        context.undoLevels = 5
        let customer = Customer(in: context, name: "a")
        #expect(throws: Failed.self) {
            try context.undoGroup("Fail") {
                customer.name = "b"
                throw Failed()
            }
        }
        #expect(customer.name == "b")
        try context.undo()
        #expect(customer.name == "a")
    }

    @Test func `rollback and reset forget what could be undone`() throws {
        context.undoLevels = 5
        Customer(in: context, name: "a")
        try context.rollback()
        #expect(!context.canUndo && !context.canRedo && context.undoLevels == 5)
        Customer(in: context, name: "b")
        #expect(context.canUndo)
        context.reset()
        #expect(!context.canUndo)
        let customer = Customer(in: context, name: "c")
        try context.undo()
        #expect(customer.isDeleted)
    }

    @Test func `derived values follow an undo, live results too`() throws {
        let customer = Customer(in: context, name: "a")
        let order = Order(in: context, number: 1, customer: customer)
        OrderRow(in: context, pieces: 4, order: order)
        try context.save()
        context.undoLevels = 5
        let controller = FetchedResultsController(Fetch<Customer>().sorted { [$0.orderCount.descending] }, in: context)
        try controller.performFetch()
        try context.delete(order)
        try context.save()
        #expect(customer.orderCount == 0)
        try context.undo()
        try context.save()
        #expect(customer.orderCount == 1 && order.pieces == 4)
        customer.name = "b"
        Customer(in: context, name: "new")
        #expect(try controller.fetchedObjects.count == 1)
        try context.processPendingChanges()
        #expect(try controller.fetchedObjects.count == 2)
        try context.undo()
        #expect(try controller.fetchedObjects.map(\.name) == ["a"])
    }

    @Test func `observers receive a report of an undo`() throws {
        context.notifiesObservers = true
        context.undoLevels = 5
        let customer = Customer(in: context, name: "a")
        context.endUndoGroup()
        let order = Order(in: context, number: 1, customer: customer)
        let name = Watch { order.isDeleted ? "deleted" : customer.name + " \(customer.orders.count)" }
        #expect(name.count == 0)
        try context.undo()
        #expect(name.count == 1)
    }

    @Test func `a lazy value is loaded before it is replaced`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let first = try file.context()
        Photo(in: first, title: "a", image: Data([1, 2]), note: "n", rating: 1, album: Album(in: first, cover: Data([9])))
        try first.save()
        let context = try file.context()
        context.undoLevels = 5
        let photo = try #require(try context.fetchAll(Photo.self).first)
        photo.image = Data([3])
        try context.save()
        photo.note = nil
        try context.save()
        try context.undo()
        try context.undo()
        #expect(photo.image == Data([1, 2]) && photo.note == "n")
        try context.save()
        #expect(try file.rows("SELECT hex(image), note FROM photo") == [["0102", "n"]])
        try context.delete(photo)
        try context.save()
        try context.undo()
        try context.save()
        #expect(try file.rows("SELECT hex(image), note, title FROM photo") == [["0102", "n", "a"]])
    }

    @Test func `composites come back as they were, also beside a value that no row can hold`() throws {
        let file = try StoreFile(of: Atlas.self)
        let context = try file.context()
        let (here, there) = (Address(street: "Main", city: "Bern"), Address(street: "Side", city: "Köln", point: Point(latitude: 1, longitude: 2)))
        let person = AtlasModel.Person(in: context, name: "Ada", home: here, fee: Money())
        try context.save()
        context.undoLevels = 5
        person.home = there
        context.endUndoGroup()
        person.home.point = Point(latitude: .nan, longitude: 3)
        person.work = here
        context.endUndoGroup()
        try context.undo()
        #expect(person.home == there && person.work == nil)
        try context.redo()
        #expect(person.home.point?.latitude.isNaN == true && person.work == here)
        try context.undo()
        try context.undo()
        #expect(person.home == here && !context.hasChanges)
    }

    @Test func `what a save hook sets belongs to no group`() throws {
        let file = try StoreFile(of: Depot.self)
        let context = try file.context()
        try HookScript.run { script in
            script.willSave = { $0.saves += 1 }
            let box = Box(in: context, name: "a")
            try context.save()
            context.undoLevels = 5
            box.note = "edited"
            try context.save()
            #expect(context.undoSteps.map(\.description) == ["Box/1: note"])
            _ = script.takeCalls()
            try context.undo()
            #expect(box.note == nil && box.saves == 2)
            try context.undoGroup("Delete") { try context.delete(box) }
            #expect(script.takeCalls() == ["prepareForDeletion a"])
            try context.undo()
            try context.redo()
            #expect(script.takeCalls().isEmpty, "undo and redo call no delete hook")
            try context.save()
            #expect(try file.column("SELECT count(*) FROM box") == ["0"])
        }
    }

    @Test func `an undo that cannot read changes nothing`() throws {
        let customer = Customer(in: context, name: "a")
        let order = Order(in: context, number: 1, customer: customer)
        try context.save()
        context.undoLevels = 5
        order.customer = nil
        customer.name = "b"
        context.endUndoGroup()
        try context.container.close()
        #expect(throws: StoreError.self) { try context.undo() }
        #expect(customer.name == "b" && context.canUndo && !context.canRedo)
    }
}
