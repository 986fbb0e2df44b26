import EveryTypeModel
import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Opening a store.
struct StoreOpeningTests {
    private let file: StoreFile<Orders>

    init() throws {
        file = try StoreFile(of: Orders.self)
    }

    @Test(.filesOnly(.file)) func `a file that is not there is made`() throws {
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let container = try file.container()
        #expect(container.location == .file(file.path))
        #expect(try file.column("SELECT value FROM _trellis_metadata WHERE key = 'model'") == ["Orders"])
        #expect(try file.column("PRAGMA journal_mode") == ["wal"])
    }

    @Test(.filesOnly(.file)) func `an empty file is made into a store`() throws {
        try Data().write(to: URL(filePath: file.path))
        let context = try file.context()
        Customer(in: context, name: "Ada")
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
    }

    @Test func `opening again finds the data and the store's identity`() throws {
        let uuid: String
        do {
            let container = try file.container()
            let context = try container.makeContext()
            Customer(in: context, name: "Ada")
            try context.save()
            uuid = container.storeUUID
        }
        #expect(uuid.count == 32)
        #expect(try file.container().storeUUID == uuid)
        let context = try file.context()
        #expect(try Customer.byName(in: context).map(\.name) == ["Ada"])
        #expect(try StoreFile(of: Orders.self).container().storeUUID != uuid)
    }

    @Test(.filesOnly(.file)) func `a file that sqlite3 made from schema.sql is a store`() throws {
        let schema = "\(Project.root)/Tests/Cases/orders/expected/schema.sql"
        let made = try ChildProcess.run(
            named: "sqlite3", [file.path], input: try String(contentsOf: URL(filePath: schema), encoding: .utf8))
        #expect(made.errors == "")
        let uuid = try file.column("SELECT value FROM _trellis_metadata WHERE key = 'uuid'")
        #expect(try [file.container().storeUUID] == uuid)
        let context = try file.context()
        Order(in: context, customer: Customer(in: context, name: "Ada"))
        try context.save()
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["1"])
    }

    @Test func `a store opens while another connection has it open, and both see what is saved`() throws {
        let (first, second) = (try file.context(), try file.context())
        Customer(in: first, name: "Ada")
        try first.save()
        #expect(try Customer.byName(in: second).map(\.name) == ["Ada"])
        Customer(in: second, name: "Grace")
        try second.save()
        #expect(try Customer.byName(in: first).map(\.name) == ["Ada", "Grace"])
    }

    @Test func `a store in memory is shared by its contexts and no others`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .inMemory)
        let (first, second) = (try container.makeContext(), try container.makeContext())
        let ada = Customer(in: first, name: "Ada")
        Order(in: first, customer: ada)
        try first.save()
        let read = try #require(try Customer.byName(in: second).first)
        #expect(read !== ada)
        #expect(read.orders.count == 1)
        let other = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
        #expect(try Customer.byName(in: other).isEmpty)
    }

    @Test func `a class of another model is refused`() throws {
        let context = try file.context()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Sample.self) }
        #expect(error == .notInModel(entity: "Sample", model: "Orders"))
        #expect(throws: StoreError.notInModel(entity: "Sample", model: "Orders")) {
            try context.find(Sample.self, ObjectID(entity: "Sample", rowID: 1))
        }
    }

    @Test(.filesOnly(.file)) func `a missing folder is told`() throws {
        let path = file.path + "/missing/store.sqlite"
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: Orders.self, at: .file(path)) }
        guard case .cannotOpen(path, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("the folder"))
        #expect(reason.contains("does not exist"))
    }

    @Test(.filesOnly(.file)) func `a folder is no store`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.cannotOpen(path: folder.path, reason: "it is a folder")) {
            try PersistentContainer(for: Orders.self, at: .file(folder.path))
        }
    }
}
