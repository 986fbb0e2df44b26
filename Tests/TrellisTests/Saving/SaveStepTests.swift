import AttributeOptionsModel
import CSQLite
import Foundation
import GRDB
import OrdersModel
import Testing
import Trellis

/// What triggers see while a save is in progress, and what they can break.
struct SaveStepTests {
    @Test(.filesOnly(.connection)) func `new objects keep their temporary identities until the commit`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let seen = observe(context, name: "look")
        try file.execute("CREATE TRIGGER look AFTER INSERT ON customer BEGIN SELECT look(); END")
        let customer = Customer(in: context, name: "Ada")
        let order = Order(in: context)
        order.customer = customer
        seen.work = { seen.answers.append(customer.objectID.isTemporary && customer.isInserted && order.objectID.isTemporary) }
        try context.save()
        #expect(seen.answers == [true])
        #expect(customer.objectID.rowID == 1)
        #expect(try file.rows("SELECT customer_id FROM \"order\"") == [["1"]])
    }

    @Test(.filesOnly(.connection)) func `a connection that cannot check again after temporary values fails the save`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        let photos = ["a", "b"].map { Photo(in: context, title: "photo", image: Data(), note: $0, rating: 1) }
        try context.save()
        let seen = observe(context, name: "limit_statements")
        // A temporary value is longer than any note may be.
        try file.execute(
            "CREATE TRIGGER shorten AFTER UPDATE ON photo WHEN length(NEW.note) > 20 BEGIN SELECT limit_statements(); END")
        (photos[0].note, photos[1].note) = ("b", "a")
        let connection = context.container.databaseWriter.writeWithoutTransaction { database in Pointer(value: database.sqliteConnection) }
        // SQLite has to compile the statement that switches the checks on, and refuses its length now.
        seen.work = {
            seen.answers.append(true)
            _ = sqlite3_limit(connection.value, SQLITE_LIMIT_SQL_LENGTH, 20)
        }
        #expect(throws: StoreError.self) { try context.save() }
        #expect(seen.answers == [true])
        _ = sqlite3_limit(connection.value, SQLITE_LIMIT_SQL_LENGTH, 1_000_000)
        #expect(try file.rows("SELECT note, _version FROM photo ORDER BY _id") == [["a", "1"], ["b", "1"]])

        seen.work = {}
        try context.save()
        #expect(try file.column("SELECT note FROM photo ORDER BY _id") == ["b", "a"])
    }

    @Test func `the condition of a unique index is found behind a name that looks like one`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        try file.execute("CREATE UNIQUE INDEX \"own (info) WHERE 1\" ON customer (info) /* ) WHERE 2 */ wHeRe (info) <> 'any'")
        let saved = [("a", "any"), ("b", "one")].map { Customer(in: context, name: $0.0, info: $0.1) }
        try context.save()
        let new = [("a", "any"), ("c", "one")].map { Customer(in: context, name: $0.0, info: $0.1) }
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property) == ["name", "info"])
        #expect(error.failures.map(\.objectID) == new.map(\.objectID))
        #expect(error.failures.map(\.conflictingObjectID) == saved.map(\.objectID))
    }

    // MARK: Triggers

    /// What a trigger calls.
    private final class Seen: @unchecked Sendable {
        var work: () -> Void = {}
        var answers: [Bool] = []
    }

    private struct Pointer: @unchecked Sendable {
        let value: OpaquePointer?
    }

    /// Adds a function without arguments to the connection that writes.
    private func observe(_ context: ManagedObjectContext, name: String) -> Seen {
        let seen = Seen()
        let function = DatabaseFunction(name, argumentCount: 0) { _ in
            seen.work()
            return nil
        }
        context.container.databaseWriter.writeWithoutTransaction { $0.add(function: function) }
        return seen
    }
}
