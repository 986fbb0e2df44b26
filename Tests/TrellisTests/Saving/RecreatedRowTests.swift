import LedgerModel
import OrdersModel
import Testing
import Trellis

/// Rows that another context has deleted, and that a save creates again.
struct RecreatedRowTests {
    @Test func `one whose unique value another row has by now is refused, with that row`() throws {
        let file = try StoreFile(of: Orders.self)
        let (here, there) = (try file.context(), try file.context())
        let ada = OrdersModel.Customer(in: here, name: "Ada")
        try here.save()
        try there.delete(try #require(try there.find(OrdersModel.Customer.self, ada.objectID)))
        try there.save()
        let other = OrdersModel.Customer(in: there, name: "Ada", info: "theirs")
        try there.save()
        here.mergePolicy = .objectWins
        ada.info = "mine"
        let error = #expect(throws: ObjectValidationError.self) { try here.save() }
        #expect(error?.failures.map(\.rule) == [.unique])
        #expect(error?.failures.map(\.objectID) == [ada.objectID] && error?.failures.map(\.conflictingObjectID) == [other.objectID])
        #expect(try file.rows("SELECT _id, info FROM customer") == [["2", "theirs"]])
        ada.name = "Ada L."
        try here.save()
        #expect(try file.rows("SELECT _id, name, info FROM customer ORDER BY _id") == [["1", "Ada L.", "mine"], ["2", "Ada", "theirs"]])
    }

    @Test func `its object shows the connections that the store has`() throws {
        let file = try StoreFile(of: Ledger.self)
        let (here, there) = (try file.context(), try file.context())
        let ada = LedgerModel.Customer(in: here, name: "Ada")
        let label = LedgerModel.Label(in: here, name: "label")
        ada.labels.insert(label)
        try here.save()
        #expect(ada.labels.count == 1 && label.customers.count == 1)
        try there.delete(try #require(try there.find(LedgerModel.Customer.self, ada.objectID)))
        try there.save()
        here.mergePolicy = .objectWins
        ada.note = "mine"
        try here.save()
        let fresh = try file.context()
        let stored = try #require(try fresh.fetchAll(LedgerModel.Customer.self).first)
        #expect(stored.note == "mine" && stored.labels.isEmpty)
        #expect(ada.labels.isEmpty && label.customers.isEmpty)
        // Both ends can be connected again.
        label.customers.insert(ada)
        try here.save()
        #expect(try file.context().fetch(LedgerModel.Customer.where { $0.labelCount == 1 }).count == 1)
    }
}
