import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// A store that keeps what it gets in a variable, and fails on demand: another format than text.
private final class ShelfStore: AtomicStore, @unchecked Sendable {
    let path = "shelf"
    var contents: AtomicStoreContents?
    var generation = 0
    var loads = 0
    var failure: (any Error)?

    func header() throws -> AtomicStoreHeader? { contents?.header }

    func load() throws -> AtomicStoreContents {
        loads += 1
        guard let contents else { throw Failure() }
        return contents
    }

    func save(_ contents: AtomicStoreContents) throws {
        if let failure { throw failure }
        self.contents = contents
        generation += 1
    }

    func stamp() throws -> String? { contents == nil ? nil : "\(generation)" }
}

private struct Failure: Error, CustomStringConvertible { let description = "the shelf is full" }

/// A store of your own.
struct AtomicStoreTests {
    private let store = ShelfStore()

    private func open(_ access: StoreAccess = .readWrite, migration: MigrationPolicy = .automatic, ifDraft: EarlierDraftPolicy = .refuse) throws -> PersistentContainer {
        try PersistentContainer(for: Orders.self, at: .atomicStore(store), migration: migration, ifDraft: ifDraft, access: access)
    }

    private func add(_ name: String) throws -> PersistentContainer {
        let container = try open()
        let context = try container.makeContext()
        Customer(in: context, name: name)
        try context.save()
        return container
    }

    @Test func `opening creates the store, and each save gives it typed rows`() throws {
        let container = try add("Ada")
        #expect(store.generation == 2 && store.loads == 0)
        let contents = try #require(store.contents)
        #expect(contents.header.metadata.model == "Orders" && contents.header.metadata.uuid == container.storeUUID)
        #expect(contents.header.tables.map(\.name).contains("Customer"))
        #expect(contents.rows["Customer"] == [StoredRow([.id(1), .text("Ada"), .null])])
        #expect(contents.header.tables.first { $0.name == "Customer" }?.lastID == 1)
        let decoded = try JSONDecoder().decode(AtomicStoreHeader.self, from: JSONEncoder().encode(contents.header))
        #expect(decoded == contents.header)
    }

    @Test func `a save that the store refuses fails, and memory is as before`() throws {
        let container = try add("Ada")
        let context = try container.makeContext()
        let ada = try #require(try context.fetchAll(Customer.self).first)
        ada.name = "changed"
        let grace = Customer(in: context, name: "Grace")
        store.failure = Failure()
        #expect(throws: StoreError.notSaved(path: "shelf", reason: "the shelf is full")) { try context.save() }
        #expect(context.hasChanges && grace.objectID.isTemporary && ada.name == "changed")
        #expect(try container.makeContext().fetchAll(Customer.self).map(\.name) == ["Ada"])
        store.failure = nil
        try context.save()
        #expect(store.contents?.rows["Customer"] == [StoredRow([.id(1), .text("changed"), .null]), StoredRow([.id(2), .text("Grace"), .null])])
    }

    @Test func `a save that the database refuses does not reach the store`() throws {
        let container = try add("Ada")
        let before = store.generation
        // SQLite checks this key at the end of the transaction.
        #expect(throws: (any Error).self) {
            let context = try container.makeContext()
            let order = Order(in: context, customer: try context.fetchAll(Customer.self).first)
            try container.databaseWriter.write { database in
                try database.execute(sql: "CREATE TRIGGER t AFTER INSERT ON \"order\" BEGIN UPDATE \"order\" SET customer_id = 99; END")
            }
            _ = order
            try context.save()
        }
        #expect(store.generation == before)
    }

    @Test func `a read-only store is not saved, and a missing one is not created`() throws {
        #expect(throws: StoreError.self) { try open(.readOnly) }
        #expect(store.contents == nil)
        _ = try add("Ada")
        let generation = store.generation
        let context = try open(.readOnly).makeContext()
        Customer(in: context, name: "Grace")
        #expect(throws: StoreError.readOnly) { try context.save() }
        #expect(store.generation == generation)
    }

    @Test func `a store that is not the program's is refused before its rows are read`() throws {
        _ = try add("Ada")
        let metadata = try #require(store.contents?.header.metadata)
        func refused(_ change: (inout StoreMetadata) -> Void) -> StoreError? {
            var other = metadata
            change(&other)
            store.contents?.header.metadata = other
            store.loads = 0
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(store.loads == 0)
            return error
        }
        #expect(refused { $0.model = "Others"; $0.hash = "0" } == .otherModel(found: "Others", expected: "Orders"))
        #expect(refused { $0.version += 1; $0.hash = "0" } == .newerVersion(found: metadata.version + 1, supported: metadata.version))
        #expect(refused { $0.layout = "9" } == .otherLayout(found: "9", supported: 1))
    }

    @Test func `rows that do not fit are refused with their line`() throws {
        _ = try add("Ada")
        let good = try #require(store.contents)
        func refused(_ rows: [StoredRow]) throws -> String {
            store.contents = good
            store.contents?.rows["Customer"] = rows
            guard case .notLoaded("shelf", let reason)? = #expect(throws: StoreError.self, performing: { try open() }) else { return "" }
            return reason
        }
        #expect(try refused([StoredRow([.id(1), .integer(3), .null], line: 5)]) == "Customer, line 5: the value does not fit the type of 'name'")
        #expect(try refused([StoredRow([.id(1)], line: 5)]).hasPrefix("Customer, line 5: it has 1 values"))
        #expect(try refused([StoredRow([.id(1), .null, .null], line: 5)]) == "Customer, line 5: NOT NULL constraint failed: customer.name")
    }

    @Test func `SQL in a header cannot open files`() throws {
        let folder = try TemporaryFolder()
        _ = try add("Ada")
        let metadata = try #require(store.contents?.header.metadata)
        for sql in ["ATTACH '\(folder.file("a"))' AS a", "VACUUM INTO '\(folder.file("a"))'"] {
            store.contents?.header.schema = sql
            store.contents?.header.metadata.version = metadata.version - 1
            #expect(throws: StoreError.self) { try open() }
            #expect(!FileManager.default.fileExists(atPath: folder.file("a")))
        }
    }

    @Test func `your own SQL is saved on demand`() throws {
        let container = try add("Ada")
        try container.databaseWriter.write { try $0.execute(sql: "UPDATE customer SET name = 'Grace'") }
        #expect(store.contents?.rows["Customer"] == [StoredRow([.id(1), .text("Ada"), .null])])
        try container.saveAtomicStore()
        #expect(store.contents?.rows["Customer"] == [StoredRow([.id(1), .text("Grace"), .null])])
    }
}
