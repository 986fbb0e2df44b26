import AttributeOptionsModel
import DepotModel
import Foundation
import LedgerModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Child contexts.
struct ChildContextTests: ChildSuite {
    let ledger: SavedLedger

    init() throws { ledger = try SavedLedger() }

    // MARK: Reading

    @Test func `values of a child name its parent's new objects as the parent does`() throws {
        let bob = Customer(in: context, name: "Bob")
        let order = LedgerModel.Order(in: context, number: 2, customer: bob)
        let child = context.makeChild()
        let values = try child.fetch(Fetch<LedgerModel.Order>().sorted { [$0.number.ascending] }.values { ($0, $0.customer) })
        #expect(values.map(\.0) == [try #require(ada.orders.first).objectID, order.objectID])
        #expect(values.map(\.1) == [ada.objectID, bob.objectID])
        #expect(values[1].0.isTemporary && values[1].1?.isTemporary == true)
        let grandchild = try child.makeChild().fetch(Fetch<LedgerModel.Order>().sorted { [$0.number.descending] }.values { $0.customer })
        #expect(grandchild.first == bob.objectID)
    }

    @Test func `counts of an edited object whose row is deleted are 0 where they were never read`() throws {
        let other = try file.context()
        ada.note = "edited"
        try other.delete(try #require(try other.fetch(Fetch<Customer>()).first))
        try other.save()
        let values = try context.fetch(Fetch<Customer>().values { ($0.name, $0.orderCount, $0.labelWeight) })
        #expect(values.map(\.0) == ["Ada"] && values.map(\.1) == [0] && values.map(\.2) == [0])
        #expect(try context.count(Customer.where { $0.orderCount >= 0 && $0.labelWeight <= 0 }) == 1)
    }

    @Test func `a child shows what its parent has not saved`() throws {
        ada.name = "Ada L."
        let bob = Customer(in: context, name: "Bob")
        let order = LedgerModel.Order(in: context, number: 2, customer: bob)
        try context.delete(try #require(ada.orders.first))
        let child = context.makeChild()
        #expect(child.parent === context && context.parent == nil && !child.hasChanges)
        #expect(try child.fetch(LedgerModel.Customer.where { $0.name.contains("a") }).map(\.name) == ["Ada L."])
        #expect(try child.count(Fetch<LedgerModel.Order>()) == 1)
        let own = try #require(try child.find(Customer.self, bob.objectID))
        #expect(own !== bob && own.managedObjectContext === child && own.objectID == bob.objectID && !own.isInserted)
        #expect(own.orders.map(\.number) == [2] && own.orders.first?.customer === own)
        #expect(own.orders.first?.objectID == order.objectID && order.objectID.isTemporary)
        #expect(try child.ids(LedgerModel.Order.where { $0.customer.name == "Bob" }) == [order.objectID])
        #expect(try child.find(Customer.self, [bob.objectID, ada.objectID]).map(\.name) == ["Bob", "Ada L."])
        #expect(try child.find(Customer.self, ada.objectID)?.orders.isEmpty == true)
        #expect(!child.hasChanges)
    }

    @Test func `an object keeps its values in the child until it is refreshed`() throws {
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Customer.self).first)
        ada.name = "B"
        #expect(own.name == "Ada")
        #expect(try child.fetch(LedgerModel.Customer.where { $0.name == "B" }) == [own])
        try child.refresh(own)
        #expect(own.name == "B" && !child.hasChanges)
        try context.delete(ada)
        try child.refreshAll()
        #expect(own.isDeleted)
        #expect(try child.fetchAll(LedgerModel.Order.self).isEmpty)
    }

    @Test func `a child that nothing saves leaves no trace`() throws {
        do {
            let child = context.makeChild()
            let own = try #require(try child.fetchAll(Customer.self).first)
            own.name = "x"
            Customer(in: child, name: "new")
            try child.delete(try #require(own.orders.first))
            #expect(child.hasChanges)
        }
        #expect(ada.name == "Ada" && ada.orders.count == 1 && !context.hasChanges)
        #expect(try context.fetchAll(Customer.self) == [ada])
    }

    // MARK: Saving

    @Test func `a save makes the changes in the parent, and the parent's save writes them`() throws {
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Customer.self).first)
        own.note = "n"
        let order = LedgerModel.Order(in: child, number: 7, customer: own)
        let row = OrderRow(in: child, pieces: 3, order: order)
        try child.delete(try #require(own.orders.first { $0.number == 1 }))
        try child.save()
        #expect(!child.hasChanges && !order.isInserted && order.objectID.isTemporary)
        #expect(ada.note == "n" && ada.name == "Ada" && ada.orders.map(\.number) == [7])
        let above = try #require(ada.orders.first)
        #expect(above !== order && above.objectID == order.objectID && above.isInserted && above.rows.map(\.pieces) == [3])
        #expect(try file.column("SELECT number FROM \"order\"") == ["1"])

        try context.save()
        #expect(try file.rows("SELECT number, pieces FROM \"order\"") == [["7", "3"]])
        #expect(!order.objectID.isTemporary && order.objectID == above.objectID && row.order === order)
        #expect(try child.find(LedgerModel.Order.self, order.objectID) === order)
        order.number = 8
        try child.save()
        #expect(above.number == 8 && order.pieces == 3)
        try context.save()
        #expect(try file.column("SELECT number FROM \"order\"") == ["8"])
    }

    @Test func `a new object of the parent is used by a grandchild before and after it is saved`() throws {
        let bob = Customer(in: context, name: "Bob")
        let child = context.makeChild()
        let label = Label(in: child, name: "red")
        let grandchild = child.makeChild()
        let inGrandchild = try #require(try grandchild.find(Customer.self, bob.objectID))
        let order = LedgerModel.Order(in: grandchild, number: 1, customer: inGrandchild)
        let temporary = bob.objectID
        try context.save()
        #expect(!bob.objectID.isTemporary && inGrandchild.objectID == bob.objectID)
        #expect(try grandchild.find(Customer.self, temporary) === inGrandchild)
        inGrandchild.labels.insert(try #require(try grandchild.find(Label.self, label.objectID)))
        try grandchild.save()
        #expect(label.customers.map(\.objectID) == [bob.objectID])
        try child.save()
        try context.save()
        #expect(bob.orders.map(\.objectID) == [order.objectID] && !label.objectID.isTemporary)
        #expect(try file.rows("SELECT label_count, order_count FROM customer WHERE name = 'Bob'") == [["1", "1"]])
    }

    @Test func `a save that breaks a rule changes neither context`() throws {
        let society = try StoreFile(of: Society.self)
        let context = try society.context()
        let team = Team(in: context, name: "t")
        for name in ["a", "b"] { Player(in: context, name: name, team: team) }
        try context.save()
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Team.self).first)
        own.name = "u"
        own.players.remove(try #require(own.players.first))
        #expect(throws: ObjectValidationError.self) { try child.save() }
        #expect(team.name == "t" && team.players.count == 2 && !context.hasChanges)
        #expect(own.name == "u" && own.players.count == 1 && child.hasChanges)
    }

    @Test func `hooks of saves and deletes run in the child, and none of a delete runs again above`() throws {
        try HookScript.run { script in
            let depot = try StoreFile(of: Depot.self)
            let context = try depot.context()
            let box = Box(in: context, name: "a")
            Item(in: context, name: "i", box: box)
            try context.save()
            let child = context.makeChild()
            let own = try #require(try child.find(Box.self, box.objectID))
            own.note = "n"
            _ = script.takeCalls()
            try child.save()
            let calls = script.takeCalls()
            #expect(calls.contains("willSave a") && calls.contains("validate a"))
            try child.delete(own)
            try child.save()
            #expect(script.takeCalls().filter { $0.hasPrefix("prepare") } == ["prepareForDeletion a"])
            #expect(box.isDeleted)
            try context.save()
            #expect(try depot.rows("SELECT * FROM item").isEmpty)
        }
    }

    @Test func `what the database derives is that of the store after each save`() throws {
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Customer.self).first)
        #expect(own.orderCount == 1 && ada.orderCount == 1)
        for number in 2..<6 {
            let other = try context.container.makeContext()
            LedgerModel.Order(in: other, number: Int64(number), customer: try other.find(Customer.self, ada.objectID))
            try other.save()
            own.note = "\(number)"
            #expect(own.orderCount == Int64(number) - 1)
            try child.save()
            try context.refresh(ada)
            #expect(ada.orderCount == Int64(number) && ada.note == "\(number)")
            try child.refresh(own)
            #expect(own.orderCount == Int64(number))
            context.mergePolicy = .objectWins
            try context.save()
            #expect(ada.orderCount == Int64(number))
        }
    }

    // MARK: Limits

    @Test func `a batch in a child is refused`() throws {
        let child = context.makeChild()
        #expect(throws: BatchError.needsStore) { try child.batchDelete(Fetch<LedgerModel.Customer>()) }
        #expect(throws: BatchError.needsStore) { try child.batchInsert([1]) { _, batch in Customer(in: batch, name: "x") } }
        #expect(try context.fetchAll(Customer.self) == [ada])
    }

    @Test func `a reset of the parent resets its children`() throws {
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(Customer.self).first)
        own.name = "x"
        context.reset()
        #expect(own.managedObjectContext == nil && !child.hasChanges)
        #expect(try child.fetchAll(Customer.self).map(\.name) == ["Ada"])
    }

    @Test func `a new object that the parent rolls back is a conflict for a child that has changed it`() throws {
        let bob = Customer(in: context, name: "Bob")
        let child = context.makeChild()
        let own = try #require(try child.find(Customer.self, bob.objectID))
        own.note = "n"
        try context.rollback()
        #expect(throws: ConflictError.self) { try child.save() }
        try child.rollback()
        #expect(own.isDeleted)
        #expect(try child.fetchAll(Customer.self).map(\.name) == ["Ada"])
    }

    @Test func `lazy attributes come from the parent where it has changed them`() throws {
        let library = try StoreFile(of: AttributeOptions.self)
        let context = try library.context()
        let photo = Photo(in: context, title: "a", image: Data([1, 2, 3]), text: "stored", rating: 1)
        let (text, thumbnail) = ("changed", Data([4]))
        try context.save()
        let other = try library.context()
        let again = try #require(try other.find(Photo.self, photo.objectID))
        again.text = text
        let new = Photo(in: other, title: "b", image: thumbnail, rating: 2)
        let child = other.makeChild()
        let own = try #require(try child.find(Photo.self, photo.objectID))
        #expect(own.text == text && own.image == Data([1, 2, 3]) && own.note == nil)
        let inherited = try #require(try child.find(Photo.self, new.objectID))
        #expect(inherited.image == thumbnail && inherited.text == "-")
        inherited.note = "child"
        own.image = thumbnail
        (own.note, own.thumbnail) = ("unread", nil)
        try child.save()
        #expect(again.note == "unread")
        let second = other.makeChild()
        try #require(try second.find(Photo.self, photo.objectID)).text = "unread"
        try second.save()
        #expect(again.text == "unread")
        again.text = text
        #expect(new.note == "child" && again.image == thumbnail && again.text == text)
        try other.save()
        #expect(try context.count(Photo.where { $0.note == "child" }) == 1)
    }

    @Test func `a child works over a store in memory, and holds its parent`() throws {
        let container = try PersistentContainer(for: Ledger.self, at: .fresh)
        func child() throws -> ManagedObjectContext {
            let context = try container.makeContext()
            Customer(in: context, name: "unsaved")
            return context.makeChild()
        }
        let child = try child()
        #expect(try child.fetchAll(Customer.self).map(\.name) == ["unsaved"])
        Customer(in: child, name: "second")
        try child.save()
        try child.parent?.save()
        #expect(try container.makeContext().fetchAll(Customer.self).map(\.name) == ["unsaved", "second"])
    }


    @Test func `a child that sets what is stored takes back its parent's edit`() throws {
        ada.name = "Else"
        ada.note = "note"
        let child = context.makeChild()
        let own = try #require(try child.find(LedgerModel.Customer.self, ada.objectID))
        own.name = "Ada"
        try child.save()
        #expect(ada.name == "Ada" && !ada.hasChanged { $0.name } && ada.hasChanged { $0.note })
        own.note = nil
        try child.save()
        #expect(!ada.hasChanges && ada.changedValues().isEmpty && !context.hasChanges)
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["1"])
    }
}
