import Foundation
import GRDB
import InheritanceModel
import OrdersModel
import SQLiteAccess
import SearchModel
import TestSupport
import Testing
import Trellis

/// How a store is opened, copied and kept.
struct StoreUseTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func open(
        _ access: StoreAccess = .readWrite, journal: JournalMode = .writeAheadLog, busyTimeout: Double = 5
    ) throws -> PersistentContainer {
        try PersistentContainer(for: Orders.self, at: .file(path), access: access, journal: journal, busyTimeout: busyTimeout)
    }

    private func add(_ name: String, to container: PersistentContainer) throws {
        let context = try container.makeContext()
        Customer(in: context, name: name)
        try context.save()
    }

    private func names(_ container: PersistentContainer) throws -> [String] {
        try container.makeContext().fetchAll(Customer.self).map(\.name).sorted()
    }

    // MARK: Read-only

    @Test(arguments: [StoreAccess.readOnly, .immutable])
    func `a container that only reads finds objects, refuses saves and changes no byte`(_ access: StoreAccess) throws {
        try add("Ada", to: open())
        try open().close()
        let bytes = try Data(contentsOf: URL(filePath: path))
        let container = try open(access)
        let context = try container.makeContext()
        let ada = try #require(try context.fetchAll(Customer.self).first)
        ada.name = "Ada Byron"
        #expect(throws: StoreError.readOnly) { try context.save() }
        #expect(ada.name == "Ada Byron")
        #expect(throws: StoreError.readOnly) { try container.checkpoint() }
        #expect(throws: StoreError.readOnly) { try container.vacuum() }
        #expect(try container.checkIntegrity().isSound)
        try container.backup(to: folder.file("copy.sqlite"))
        #expect(try Trellis.StoreFile(folder.file("copy.sqlite")).metadata().uuid == container.storeUUID)
        try container.close()
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test func `an immutable store has no files beside it, and a name that a URI would read otherwise`() throws {
        let odd = folder.file("50%20 ?#a.sqlite")
        try PersistentContainer(for: Orders.self, at: .file(odd)).close()
        let container = try PersistentContainer(for: Orders.self, at: .file(odd), access: .immutable)
        #expect(try container.makeContext().fetchAll(Customer.self).isEmpty)
        #expect(Trellis.StoreFile(odd).files == [odd])
        #expect(try Trellis.StoreFile(odd).metadata(access: .immutable).model == "Orders")
    }

    @Test func `a store whose newest saves are in the log is not opened as immutable`() throws {
        let container = try open()
        try add("Ada", to: container)
        let error = #expect(throws: StoreError.self) { try open(.immutable) }
        #expect("\(String(describing: error))".contains("-wal"))
        // A reader beside it sees later saves.
        let reader = try open(.readOnly)
        try add("Grace", to: container)
        #expect(try names(reader) == ["Ada", "Grace"])
        try container.close()
    }

    @Test(arguments: [StoreAccess.readOnly, .immutable])
    func `a container that only reads creates no store`(_ access: StoreAccess) throws {
        #expect(throws: StoreError.self) { try open(access) }
        #expect(!FileManager.default.fileExists(atPath: path))
        try folder.write("", to: "orders.sqlite")
        #expect(throws: StoreError.self) { try open(access) }
        try SQLiteConnection(opening: path).execute("CREATE TABLE t (x)")
        #expect(throws: StoreError.notAStore(path: path)) { try open(access) }
    }

    // MARK: Journals

    @Test func `a store with a rollback journal is one file between saves, and can change its journal`() throws {
        let container = try open(journal: .rollback)
        try add("Ada", to: container)
        #expect(Trellis.StoreFile(path).files == [path])
        let level = try container.databaseWriter.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(level == 1)
        try container.close()

        let logged = try open()
        try add("Grace", to: logged)
        #expect(Trellis.StoreFile(path).files.count == 3)
        let refused = #expect(throws: StoreError.self) { try open(journal: .rollback, busyTimeout: 0.05) }
        guard case .busy? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        try logged.close()
        #expect(try names(open(journal: .rollback)) == ["Ada", "Grace"])
    }

    // MARK: Copies

    @Test func `a backup shows one moment, while other contexts save`() async throws {
        let container = try open()
        for number in 0..<20 { try add("first \(number)", to: container) }
        let stop = Task.detached {
            var count = 0
            while !Task.isCancelled {
                let number = count
                try await container.perform { context in
                    // Both or none belong to one moment.
                    Customer(in: context, name: "left \(number)")
                    Customer(in: context, name: "right \(number)")
                    try context.save()
                }
                count += 1
            }
            return count
        }
        for number in 0..<5 {
            try await Task.sleep(for: .milliseconds(10))
            let copy = folder.file("copy\(number).sqlite")
            var last = 0.0
            try container.backup(to: copy) { fraction in
                #expect(fraction >= last && fraction <= 1)
                last = fraction
            }
            #expect(last == 1)
            let found = try names(PersistentContainer(for: Orders.self, at: .file(copy)))
            #expect(found.filter { $0.hasPrefix("left") }.count == found.filter { $0.hasPrefix("right") }.count)
            #expect(found.count >= 20)
        }
        stop.cancel()
        _ = await stop.result
        try container.close()
    }

    @Test func `a progress that throws leaves no copy`() throws {
        struct Stop: Error {}
        let container = try open()
        #expect(throws: Stop.self) { try container.backup(to: folder.file("copy.sqlite")) { _ in throw Stop() } }
        #expect(Trellis.StoreFile(folder.file("copy.sqlite")).files.isEmpty)
        #expect(throws: StoreError.notCopied(path: path, reason: "there is a file of that name")) { try container.backup(to: path) }
        let memory = try PersistentContainer(for: Orders.self, at: .inMemory)
        #expect(throws: Stop.self) { try memory.backup(to: folder.file("copy.sqlite")) { _ in throw Stop() } }
        #expect(Trellis.StoreFile(folder.file("copy.sqlite")).files.isEmpty)
    }

    @Test func `a store moves from a file to memory and back, and every object keeps its id`() throws {
        let file = try open()
        let context = try file.makeContext()
        for number in 0..<50 { Order(in: context, customer: Customer(in: context, name: "\(number)")) }
        try context.save()
        let last = try #require(try context.fetchAll(Order.self).max { ($0.objectID.rowID ?? 0) < ($1.objectID.rowID ?? 0) })
        let customer = try #require(last.customer)
        try context.delete(last)
        try context.delete(customer)
        try context.save()
        func state(_ container: PersistentContainer) throws -> [String] {
            let context = try container.makeContext()
            return try context.fetchAll(Order.self).map { "\($0.objectID) \($0.customer.map { "\($0.objectID) \($0.name)" } ?? "-")" }
        }
        let memory = try file.copy(to: .inMemory)
        let back = try memory.copy(to: .file(folder.file("back.sqlite")))
        let again = try back.copy(to: .file(folder.file("again.sqlite")))
        for copy in [memory, back, again] {
            #expect(try state(copy) == state(file))
            #expect(copy.storeUUID == file.storeUUID)
            #expect(try copy.checkIntegrity().isSound)
        }
        // A copy is a store of its own, and its next object has the next key.
        let ids = try [file, memory, back].map { container in
            let context = try container.makeContext()
            let customer = Customer(in: context, name: "new")
            try context.save()
            return customer.objectID
        }
        #expect(Set(ids).count == 1)
    }

    // MARK: Upkeep

    @Test func `a checkpoint empties the log, and reports a reader that keeps it`() throws {
        let container = try open(busyTimeout: 0.05)
        try add("Ada", to: container)
        #expect(try container.checkpoint())
        #expect(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int == 0)
        let reader = try SQLiteConnection(opening: path)
        try reader.execute("BEGIN")
        _ = try reader.rows("SELECT * FROM customer")
        try add("Grace", to: container)
        #expect(try !container.checkpoint())
        try reader.execute("COMMIT")
        #expect(try container.checkpoint())
        #expect(try PersistentContainer(for: Orders.self, at: .inMemory).checkpoint())
    }

    @Test func `vacuum gives space back, and objects keep their ids`() throws {
        let container = try open()
        let context = try container.makeContext()
        let customers = (0..<2_000).map { Customer(in: context, name: String(repeating: "x", count: 200) + "\($0)") }
        try context.save()
        for customer in customers.dropFirst(5) { try context.delete(customer) }
        try context.save()
        try container.checkpoint()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        try container.vacuum()
        let after = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(after < size / 2)
        #expect(try container.makeContext().fetchAll(Customer.self).map(\.objectID.rowID) == [1, 2, 3, 4, 5])
    }

    @Test func `an integrity report names rows of no entity, and searches that lost a text`() throws {
        let reading = try PersistentContainer(for: Reading.self, at: .inMemory)
        let context = try reading.makeContext()
        Article(in: context, title: "Der Öltank", text: "steht im Keller")
        try context.save()
        #expect(try reading.checkIntegrity().isSound)
        try reading.databaseWriter.write { try $0.execute(sql: "INSERT INTO article_search (article_search) VALUES ('delete-all')") }
        #expect(try reading.checkIntegrity().problems == [.outdatedSearch(table: "article_search")])
        #expect(try reading.checkIntegrity().description.contains("VALUES ('rebuild')"))

        let people = try PersistentContainer(for: Inheritance.self, at: .inMemory)
        try people.databaseWriter.write { try $0.execute(sql: "INSERT INTO person (_entity, name, met) VALUES ('Ghost', 'a', 0.0)") }
        #expect(try people.checkIntegrity().problems == [.unknownEntity(table: "person", row: 1, entity: "Ghost")])
    }

    // MARK: Locks

    @Test func `a time-out names the other process where the system tells`() throws {
        try add("Ada", to: open())
        // A process of its own: locks of this one do not exclude it.
        let shell = Process()
        shell.executableURL = URL(filePath: "/usr/bin/env")
        shell.arguments = ["sqlite3", path]
        let (input, output) = (Pipe(), Pipe())
        (shell.standardInput, shell.standardOutput) = (input, output)
        try shell.run()
        defer {
            input.fileHandleForWriting.closeFile()
            shell.waitUntilExit()
        }
        input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE;\nSELECT 'locked';\n".utf8))
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("locked"))
        let error = #expect(throws: StoreError.self) { try add("Grace", to: open(busyTimeout: 0.05)) }
        guard case .busy(let holder)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #if os(Linux)
            if FileManager.default.isReadableFile(atPath: "/proc/locks") {
                #expect(holder == LockHolder(processID: shell.processIdentifier, name: "sqlite3"))
                #expect("\(StoreError.busy(holder: holder))".hasPrefix("process \(shell.processIdentifier) (sqlite3) uses the store"))
            }
        #endif
    }
}
