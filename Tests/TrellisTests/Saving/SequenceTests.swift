import OrdersModel
import Testing
import Trellis

/// Other programs can write anything into SQLite's table of sequences.
struct SequenceTests {
    private let file: StoreFile<Orders>

    /// Three customers are saved, and the last is deleted again.
    init() throws {
        file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for name in ["a", "b", "c"] { Customer(in: context, name: name) }
        try context.save()
        try context.delete(try #require(try Customer.byName(in: context).last))
        try context.save()
    }

    private func save(_ names: String...) throws -> [String] {
        let context = try file.context()
        let saved = names.map { Customer(in: context, name: $0) }
        try context.save()
        #expect(saved.allSatisfy { !$0.objectID.isTemporary })
        return try file.column("SELECT _id || name FROM customer ORDER BY _id")
    }

    @Test func `a key that a deleted row had is not given again`() throws {
        #expect(try save("d") == ["1a", "2b", "4d"])
    }

    @Test(arguments: [
        "DELETE FROM sqlite_sequence", "UPDATE sqlite_sequence SET seq = 0", "UPDATE sqlite_sequence SET seq = -5",
        "UPDATE sqlite_sequence SET seq = -9223372036854775807 - 1", "UPDATE sqlite_sequence SET seq = 'many'",
        "UPDATE sqlite_sequence SET seq = NULL", "UPDATE sqlite_sequence SET seq = x'01'",
        "UPDATE sqlite_sequence SET name = NULL", "UPDATE sqlite_sequence SET seq = 1",
    ])
    func `a sequence that is lost or less than the greatest key gives no key twice`(_ change: String) throws {
        try file.execute(change)
        #expect(try save("d", "e") == ["1a", "2b", "3d", "4e"])
        #expect(try save("f") == ["1a", "2b", "3d", "4e", "5f"])
        try file.execute("INSERT INTO customer (name) VALUES ('g')")
        #expect(try save("h").suffix(2) == ["6g", "7h"])
    }

    @Test func `of several rows for one table the greatest counts`() throws {
        try file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('customer', 7), ('customer', 'x'), ('customer', 5)")
        #expect(try save("d") == ["1a", "2b", "8d"])
        #expect(try save("e") == ["1a", "2b", "8d", "9e"])
    }

    @Test func `rows with keys that are not positive do not give new objects such keys`() throws {
        try file.execute("DELETE FROM customer; DELETE FROM sqlite_sequence; INSERT INTO customer (_id, name) VALUES (-7, 'x')")
        let context = try file.context()
        Customer(in: context, name: "d")
        try context.save()
        #expect(try file.column("SELECT _id || name FROM customer ORDER BY _id") == ["-7x", "1d"])
    }

    @Test(arguments: [
        "UPDATE sqlite_sequence SET seq = 9223372036854775807", "UPDATE customer SET _id = 9223372036854775807 WHERE _id = 2",
    ])
    func `a table without keys left says so, and nothing is lost`(_ change: String) throws {
        try file.execute(change)
        let context = try file.context()
        let new = Customer(in: context, name: "d")
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error == .noKeysLeft(table: "customer"))
        #expect("\(try #require(error))".contains("sqlite_sequence"))
        #expect(new.objectID.isTemporary && context.insertedObjects == [new])
        #expect(try file.column("SELECT name FROM customer ORDER BY name") == ["a", "b"])
        try file.execute("UPDATE customer SET _id = 2 WHERE _id > 2; UPDATE sqlite_sequence SET seq = 2")
        try context.save()
        #expect(try file.column("SELECT _id || name FROM customer ORDER BY _id") == ["1a", "2b", "3d"])
    }
}
