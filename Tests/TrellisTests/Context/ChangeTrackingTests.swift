import Foundation
import OrdersModel
import Testing
import Trellis

/// Change tracking.
struct ChangeTrackingTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        ada = Customer(in: context, name: "Ada", info: "info")
        try context.save()
    }

    /// Logs every column of a customer that an UPDATE names, from now on.
    private func logUpdates() throws {
        var sql = "CREATE TABLE log (entry TEXT);"
        for column in ["name", "info"] {
            sql += "CREATE TRIGGER log_\(column) AFTER UPDATE OF \(column) ON customer"
                + " BEGIN INSERT INTO log VALUES ('\(column)'); END;"
        }
        try file.execute(sql)
    }

    @Test func `a context tells what its next save does`() throws {
        #expect(!context.hasChanges)
        let grace = Customer(in: context, name: "Grace")
        #expect(context.insertedObjects == [grace])
        #expect(grace.isInserted && grace.hasChanges && !grace.isUpdated && !grace.isDeleted)
        // A change of what is new is part of its insert.
        grace.info = "new"
        #expect(context.updatedObjects.isEmpty)

        ada.info = nil
        ada.info = "twice"
        #expect(context.updatedObjects == [ada])
        #expect(ada.isUpdated && ada.hasChanges && !ada.isInserted && !ada.isDeleted)

        try context.delete(ada)
        #expect(context.updatedObjects.isEmpty)
        #expect(context.deletedObjects == [ada])
        #expect(ada.isDeleted && ada.hasChanges && !ada.isUpdated)
        #expect(context.hasChanges)

        try context.save()
        #expect(!context.hasChanges)
        #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
        #expect(!grace.hasChanges)
        #expect(ada.isDeleted && !ada.hasChanges)
        #expect(try file.rows("SELECT name, info FROM customer") == [["Grace", "new"]])
    }

    @Test func `setting the value that is there is no change`() throws {
        ada.name = "Ada"
        ada.info = "info"
        let order = Order(in: context, customer: ada)
        try context.save()
        order.made = false
        order.date = order.date
        order.customer = ada
        #expect(!context.hasChanges)
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["1"])
        #expect(try file.column("SELECT _version FROM \"order\"") == ["1"])
    }

    @Test func `a save writes the changed columns alone`() throws {
        try logUpdates()
        ada.info = "changed"
        try context.save()
        #expect(try file.column("SELECT entry FROM log") == ["info"])
        ada.name = "Ada L."
        try context.save()
        #expect(try file.column("SELECT entry FROM log") == ["info", "name"])
    }

    @Test func `a column that another process wrote stays unchanged if another column changes`() throws {
        // Written past Trellis: the version stays, so there is no conflict.
        try file.execute("UPDATE customer SET name = 'raw'")
        ada.info = "changed"
        try context.save()
        #expect(try file.rows("SELECT name, info FROM customer") == [["raw", "changed"]])
    }

    @Test func `each save of a row counts its version up by one, however much it changes`() throws {
        ada.name = "one"
        ada.info = nil
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["2"])
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["2"])
        ada.name = "two"
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["3"])
        #expect(try file.column("SELECT _version FROM customer WHERE name = 'two'") == ["3"])
    }

    @Test func `a row that gains a member is not saved for it`() throws {
        Order(in: context, customer: ada)
        #expect(!ada.hasChanges)
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["1"])
    }

    @Test func `new objects are written in the order in which they were made`() throws {
        for name in ["c", "a", "b"] { Customer(in: context, name: name) }
        try context.save()
        #expect(try context.fetchAll(Customer.self).map(\.name) == ["Ada", "c", "a", "b"])
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "c", "a", "b"])
    }

    @Test(.filesOnly(.file)) func `saving nothing touches nothing`() throws {
        let data = { try Data(contentsOf: URL(filePath: file.path + "-wal")) }
        let before = try data()
        try context.save()
        #expect(try data() == before)
    }
}
