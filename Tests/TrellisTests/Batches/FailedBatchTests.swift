import Foundation
import OrdersModel
import GRDB
import Testing
import Trellis

/// A batch that the store refuses writes nothing.
struct FailedBatchTests {
    private let file: StoreFile<Orders>

    init() throws {
        file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for name in ["a", "b"] { Customer(in: context, name: name) }
        try context.save()
    }

    /// Runs each kind of batch, and expects an error that leaves the file as it was.
    private func expectRefusal(_ error: (StoreError) -> Bool, _ context: ManagedObjectContext) throws {
        let batches: [() throws -> BatchResult] = [
            { try context.batchInsert(0..<20_000) { Customer(in: $1, name: "new \($0)", info: String(repeating: "x", count: 100)) } },
            { try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: String(repeating: "y", count: 2_000_000))] } },
        ]
        for batch in batches {
            let thrown = #expect(throws: StoreError.self) { try batch() }
            #expect(thrown.map(error) == true, "\(String(describing: thrown))")
        }
        #expect(try file.column("SELECT name || coalesce(info, '') FROM customer ORDER BY _id") == ["a", "b"])
    }

    @Test func `a locked file`() throws {
        let context = try file.container(busyTimeout: 0.05).makeContext()
        let connection = try file.connection()
        try connection.execute("BEGIN IMMEDIATE")
        func isBusy(_ error: StoreError?) -> Bool { if case .busy = error { true } else { false } }
        try expectRefusal({ isBusy($0) }, context)
        #expect(isBusy(#expect(throws: StoreError.self) { try context.batchDelete(Fetch<Customer>()) }))
        try connection.execute("ROLLBACK")
        #expect(try context.batchDelete(Fetch<Customer>()).count == 2)
    }

    @Test(.filesOnly(.connection)) func `a full disk`() throws {
        let container = try file.container()
        let context = try container.makeContext()
        // A file that cannot grow is SQLite's own full disk.
        try container.databaseWriter.write { try $0.execute(sql: "PRAGMA max_page_count = 60") }
        try expectRefusal(
            {
                if case .diskFull = $0 { true } else { false }
            }, context)
        #expect(try context.batchDelete(Fetch<Customer>()).count == 2)
    }

    @Test func `a trigger of a user that refuses a row`() throws {
        try file.execute("CREATE TRIGGER refuses BEFORE INSERT ON customer WHEN NEW.name = 'new 300' BEGIN SELECT RAISE(ABORT, 'no'); END")
        let context = try file.context()
        #expect(throws: StoreError.constraint(message: "no")) {
            try context.batchInsert(0..<1000) { Customer(in: $1, name: "new \($0)") }
        }
        #expect(try file.column("SELECT count(*) FROM customer") == ["2"])
    }
}
