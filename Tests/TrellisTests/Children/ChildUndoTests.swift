import OrdersModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Undo in child contexts.
struct ChildUndoTests {
    /// A required destination without an inverse, which a context above has deleted. No save of that context is possible until it has
    /// another one; until then the relationship reads as nil.
    @Test(arguments: [0, 1])
    func `undo shows no destination again that a context above has deleted`(levelsBetween: Int) throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let (rome, oslo) = (City(in: context, name: "Rome"), City(in: context, name: "Oslo"))
        let italy = Country(in: context, name: "Italy", capital: rome)
        Country(in: context, name: "Norway", capital: oslo)
        let ada = Person(in: context, name: "Ada", birthplace: rome)
        try context.save()
        try context.delete(italy)
        #expect(throws: ObjectValidationError.self) { try context.save() }

        var child = context.makeChild()
        for _ in 0..<levelsBetween { child = child.makeChild() }
        child.undoLevels = 5
        let own = try #require(try child.find(Person.self, ada.objectID))
        #expect(own.birthplace == nil)
        own.birthplace = try child.find(City.self, oslo.objectID)
        try child.undo()
        #expect(own.birthplace == nil && !child.hasChanges)
        try child.redo()
        #expect(own.birthplace?.name == "Oslo")
        try child.undo()
        #expect(own.birthplace == nil)
    }

    /// The order is back above after the child's delete, so no rule has cleared its key.
    @Test func `a rollback of the parent brings back a destination that the child has deleted and saved`() throws {
        let context = try StoreFile(of: Orders.self).context()
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, customer: ada)
        try context.save()
        context.undoLevels = 1
        try context.delete(order)
        context.endUndoGroup()

        let child = context.makeChild()
        let former = try #require(try child.find(Customer.self, ada.objectID))
        former.orders.removeAll()
        try child.delete(former)
        try context.undo()
        let own = try #require(try child.find(Order.self, order.objectID))
        #expect(own.customer == nil)
        try child.save()
        #expect(order.customer == nil && own.customer == nil)
        try context.rollback()
        #expect(order.customer === ada)
        #expect(own.customer?.name == "Ada" && !child.hasChanges)
    }

    /// What makes a child read the row of an object that is deleted above.
    enum Reading: CaseIterable { case saveOfAnother, refresh, refreshOfAll }

    /// The order's row is still in the store, and the child's row of it holds the order as its destination.
    @Test(arguments: Reading.allCases)
    func `a rollback of the parent brings back a destination that the child has read meanwhile`(_ reading: Reading) throws {
        let container = try StoreFile(of: Orders.self).container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let order = Order(in: context)
        OrderRow(in: context, sum: 6, order: order)
        try context.save()
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(OrderRow.self).first)
        let destination = try #require(own.order)
        try context.delete(order)
        let list = FetchedResultsController(Fetch<Order>(), in: child, isolation: nil)
        try list.performFetch()
        #expect(list.count == 0)

        switch reading {
        case .saveOfAnother:
            try other.fetchAll(Order.self).first?.paid = true
            try other.save()
        case .refresh: try child.refresh(destination)
        case .refreshOfAll: try child.refreshAll()
        }
        try child.processPendingChanges()
        #expect(list.count == 0)
        try context.rollback()
        try child.processPendingChanges()
        #expect(list.count == 1)
        #expect(own.order?.objectID == order.objectID)
        #expect(try child.fetchAll(Order.self).first === own.order)
        // You have asked for what the contexts above have, so the row was deleted then.
        #expect((own.order?.rows.first === own) == (reading != .refreshOfAll))
        #expect(own.order?.paid == (reading == .saveOfAnother))
    }

    /// The child has deleted the order as well, so its rollback reads the row.
    @Test func `an undo of the parent brings back a destination that a rollback of the child has read meanwhile`() throws {
        let context = try StoreFile(of: Orders.self).context()
        context.undoLevels = 2
        let order = Order(in: context)
        OrderRow(in: context, sum: 6, order: order)
        try context.save()
        let child = context.makeChild()
        let own = try #require(try child.fetchAll(OrderRow.self).first)
        try #require(own.order).paid = true
        try context.delete(order)
        context.endUndoGroup()
        try child.rollback()
        #expect(try child.fetchAll(Order.self).isEmpty)
        try context.undo()
        let found = try #require(try child.fetchAll(Order.self).first)
        #expect(own.order === found && !found.paid && !found.isDeleted && found.rows.first === own)
    }

    @Test func `an undone delete shows what another context has saved meanwhile`() throws {
        let container = try StoreFile(of: Orders.self).container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        (context.undoLevels, context.automaticallyMergesChanges) = (2, true)
        let order = Order(in: context)
        try context.save()
        try context.delete(order)
        context.endUndoGroup()
        try other.fetchAll(Order.self).first?.paid = true
        try other.save()
        #expect(try context.fetchAll(Order.self).isEmpty && order.isDeleted)
        try context.undo()
        #expect(order.paid && !context.hasChanges)
        #expect(try context.fetchAll(Order.self) == [order])
    }
}
