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
}
