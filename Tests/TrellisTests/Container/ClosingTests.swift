import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Closing a store.
struct ClosingTests {
    private let file: StoreFile<Orders>

    init() throws {
        file = try StoreFile(of: Orders.self)
    }

    /// The customers of a copy of the store's one file.
    private func customersOfCopy() throws -> [[String?]] {
        if TestStore.isOnCluster { return try file.rows("SELECT name FROM customer ORDER BY name") }
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: file.path, toPath: folder.file("copy.sqlite"))
        return try SQLiteConnection(opening: folder.file("copy.sqlite")).rows("SELECT name FROM customer ORDER BY name")
    }

    private var logExists: Bool { FileManager.default.fileExists(atPath: file.path + "-wal") }

    @Test(.filesOnly(.file), arguments: [0, 1, 7])
    func `a closed store is one file, whatever contexts are alive`(_ count: Int) throws {
        let container = try file.container()
        let contexts = try (0..<count).map { number in
            let context = try container.makeContext()
            Customer(in: context, name: "\(number)")
            try context.save()
            return context
        }
        #expect(try contexts.map { try $0.count(Fetch<Customer>()) } == contexts.map { _ in count })
        try container.close()
        #expect(!logExists)
        #expect(try customersOfCopy() == (0..<count).map { ["\($0)"] })
        try container.close()
    }

    @Test(.filesOnly(.file)) func `the last container and context that go leave everything in the one file`() throws {
        do {
            let context = try file.context()
            Customer(in: context, name: "Ada")
            try context.save()
            #expect(try context.fetchAll(Customer.self).count == 1)
            #expect(logExists)
        }
        #expect(try customersOfCopy() == [["Ada"]])
    }

    @Test func `after closing everything throws, and objects keep what they have`() async throws {
        let container = try file.container()
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let id = ada.objectID
        ada.name = "Ada Byron"
        try container.close()

        let uses: [(ManagedObjectContext) throws -> Void] = [
            { try $0.save() }, { _ = try $0.fetchAll(Customer.self) }, { _ = try $0.count(Fetch<Customer>()) },
            { _ = try $0.find(Customer.self, id) }, { _ = try $0.find(Customer.self, [id]) }, { try $0.refreshAll() },
            { try $0.rollback() }, { try $0.delete(ada) }, { try $0.refresh(ada) }, { _ = try $0.ids(Fetch<Customer>()) },
            { _ = try $0.fetch(Fetch<Customer>().storedGroups(.count)) },
        ]
        for use in uses { #expect(throws: StoreError.closed) { try use(context) } }
        #expect(throws: StoreError.closed) { try container.makeContext() }
        await #expect(throws: StoreError.closed) { try await container.perform { _ in } }
        await #expect(throws: StoreError.closed) { try await MainActor.run { _ = try container.viewContext.fetchAll(Customer.self) } }
        // A closed queue of GRDB's may not be asked: `close()` says which stores have one.
        if !TestStore.isOnCluster {
            #expect(throws: (any Error).self) { try container.databaseWriter.read { _ in } }
            #expect(throws: (any Error).self) { try container.databaseWriter.write { try $0.execute(sql: "DELETE FROM customer") } }
        }
        #expect(ada.name == "Ada Byron" && ada.objectID == id && context.hasChanges)
        #expect("\(StoreError.closed)".contains("closed"))
        #expect(try customersOfCopy() == [["Ada"]])
    }

    @Test func `a relationship that was not loaded is empty after closing, and the next use throws`() throws {
        let context = try file.context()
        let order = Order(in: context)
        order.customer = Customer(in: context, name: "Ada")
        try context.save()
        let other = try file.container()
        let reader = try other.makeContext()
        let read = try #require(try reader.fetchAll(Order.self).first)
        try other.close()
        #expect(read.customer == nil)
        #expect(throws: StoreError.closed) { try reader.save() }
    }

    @Test func `a store that another container has open stays usable there`() throws {
        let (first, second) = (try file.container(), try file.container())
        let context = try second.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        try first.close()
        Customer(in: context, name: "Grace")
        try context.save()
        try second.close()
        #expect(try customersOfCopy() == [["Ada"], ["Grace"]])
    }

    @Test func `a store in memory is closed too`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .inMemory)
        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        try container.close()
        #expect(throws: StoreError.closed) { try context.fetchAll(Customer.self) }
        #expect(throws: StoreError.closed) { try container.makeContext() }
        try container.close()
    }

    @Test func `closing waits for what other threads do, and they end with an error or without`() async throws {
        for round in 0..<8 {
            let container = try file.container()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        for step in 0..<200 {
                            do {
                                try await container.perform { context in
                                    Customer(in: context, name: "\(round)-\(number)-\(step)")
                                    try context.save()
                                    _ = try context.count(Fetch<Customer>())
                                }
                            } catch {
                                #expect(error as? StoreError == .closed)
                                return
                            }
                        }
                    }
                }
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(20))
                    #expect(throws: Never.self) { try container.close() }
                }
            }
            #expect(!logExists)
        }
        #expect(try file.column("PRAGMA integrity_check") == ["ok"])
    }

    @Test(.filesOnly(.file)) func `the log of a store that is refused stays where it is`() throws {
        try file.container().close()
        try file.execute("UPDATE _trellis_metadata SET value = 'Others' WHERE key = 'model'")
        let open = try SQLiteConnection(opening: file.path)
        try open.execute("PRAGMA journal_mode = WAL; INSERT INTO customer (name) VALUES ('Ada')")
        let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
        #expect(throws: StoreError.self) { try file.container() }
        #expect(try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int == size)
        #expect(try customersOfCopy() == [])
    }
}
