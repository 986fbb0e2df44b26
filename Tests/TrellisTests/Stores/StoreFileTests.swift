import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// A store's file without a container.
struct StoreFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }
    private var file: Trellis.StoreFile { Trellis.StoreFile(path, busyTimeout: 0.05) }

    init() throws { folder = try TemporaryFolder() }

    private func make(_ names: [String] = ["Ada"], closing: Bool = true) throws -> PersistentContainer {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        for name in names { Customer(in: context, name: name) }
        try context.save()
        if closing { try container.close() }
        return container
    }

    private func names(at path: String) throws -> [String] {
        try PersistentContainer(for: Orders.self, at: .file(path)).makeContext().fetchAll(Customer.self).map(\.name).sorted()
    }

    // MARK: Metadata

    @Test func `metadata is read from a closed store and an open one, and nothing is written`() throws {
        let container = try make()
        let bytes = try Data(contentsOf: URL(filePath: path))
        let metadata = try file.metadata()
        #expect(metadata.model == "Orders" && metadata.version == Orders.descriptor.version && metadata.hash == Orders.descriptor.hash)
        #expect(metadata.uuid == container.storeUUID && metadata.uuid.count == 32)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes && file.files == [path])

        let open = try PersistentContainer(for: Orders.self, at: .file(path))
        #expect(try file.metadata() == metadata)
        try open.close()
    }

    @Test func `metadata of a version that no program knows is read all the same`() throws {
        _ = try make()
        try SQLiteConnection(opening: path).execute(
            "UPDATE _trellis_metadata SET value = '99' WHERE key = 'version'; DROP TABLE customer")
        #expect(try file.metadata().version == 99)
    }

    @Test func `a file that is no store is named`() throws {
        #expect(throws: StoreError.cannotOpen(path: path, reason: "there is no store")) { try file.metadata() }
        try folder.write("This is a text, and it is long enough for a header of SQLite. This is a text, and no database, at all.", to: "orders.sqlite")
        #expect(throws: StoreError.notADatabase(path: path)) { try file.metadata() }
        #expect(throws: StoreError.notADatabase(path: path)) { try file.remove() }
        try folder.write("", to: "other.sqlite")
        let other = Trellis.StoreFile(folder.file("other.sqlite"))
        try SQLiteConnection(opening: other.path).execute("CREATE TABLE t (x)")
        #expect(throws: StoreError.notAStore(path: other.path)) { try other.remove() }
        #expect(throws: StoreError.notAStore(path: other.path)) { try other.move(to: folder.file("moved.sqlite")) }
        #expect(FileManager.default.fileExists(atPath: other.path))
    }

    // MARK: Moving, copying, removing

    @Test func `a moved store takes along the saves that are in its log only`() throws {
        let held = try make(["Ada", "Grace"], closing: false)
        // A copy of the three files is what a killed process leaves.
        for file in file.files { try FileManager.default.copyItem(atPath: file, toPath: file.replacing("orders", with: "killed")) }
        try held.close()
        let killed = Trellis.StoreFile(folder.file("killed.sqlite"), busyTimeout: 0.05)
        #expect(killed.files.count == 3)
        try killed.move(to: folder.file("moved.sqlite"))
        #expect(killed.files.isEmpty && Trellis.StoreFile(folder.file("moved.sqlite")).files.count == 1)
        #expect(try names(at: folder.file("moved.sqlite")) == ["Ada", "Grace"])
    }

    @Test func `a store moves to another disk`() throws {
        let memory = "/dev/shm/trellis-\(UUID().uuidString).sqlite"
        guard access("/dev/shm", W_OK) == 0 else { return }
        let uuid = try make().storeUUID
        try file.move(to: memory)
        #expect(try Trellis.StoreFile(memory).metadata().uuid == uuid && file.files.isEmpty)
        try Trellis.StoreFile(memory).remove()
        #expect(!FileManager.default.fileExists(atPath: memory))
    }

    @Test(arguments: ["", "-wal", "-journal"])
    func `nothing is moved onto a file, or beside a log that SQLite would apply to it`(_ ending: String) throws {
        _ = try make()
        try folder.write("x", to: "there.sqlite\(ending)")
        let error = #expect(throws: StoreError.self) { try file.move(to: folder.file("there.sqlite")) }
        #expect("\(String(describing: error))".contains("there.sqlite\(ending)"))
        #expect(try names(at: path) == ["Ada"])
        #expect(try String(contentsOfFile: folder.file("there.sqlite\(ending)"), encoding: .utf8) == "x")
    }

    @Test func `an open store is neither moved nor removed`() throws {
        let container = try make(closing: false)
        for use in [{ try file.remove() }, { try file.move(to: folder.file("moved.sqlite")) }] as [() throws -> Void] {
            let error = #expect(throws: StoreError.self) { try use() }
            guard case .busy? = error else { Issue.record("\(String(describing: error))"); continue }
        }
        // The container works as before.
        let context = try container.makeContext()
        Customer(in: context, name: "Grace")
        try context.save()
        try container.close()
        #expect(try names(at: path) == ["Ada", "Grace"])
        try file.remove()
        #expect(file.files.isEmpty)
        try file.remove()
    }

    @Test func `a copy of a store in use shows one moment, and the copy is one file`() throws {
        let container = try make(closing: false)
        var fractions: [Double] = []
        try file.copy(to: folder.file("copy.sqlite")) { fractions.append($0) }
        #expect(fractions.last == 1)
        #expect(Trellis.StoreFile(folder.file("copy.sqlite")).files.count == 1)
        #expect(try names(at: folder.file("copy.sqlite")) == ["Ada"])
        #expect(throws: StoreError.notCopied(path: path, reason: "there is a file of that name")) { try file.copy(to: path) }
        try container.close()
    }

    // MARK: Integrity

    @Test func `a damaged file and a broken key are reported in words`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        for number in 0..<500 { Order(in: context, customer: Customer(in: context, name: "customer \(number)")) }
        try context.save()
        #expect(try container.checkIntegrity().isSound && "\(container.checkIntegrity())" == "no problem found")
        try container.close()
        #expect(try file.checkIntegrity().isSound)

        try SQLiteConnection(opening: path).execute("PRAGMA foreign_keys = OFF; DELETE FROM customer WHERE _id = 7; DROP INDEX order__customer_id__date")
        #expect(try file.checkIntegrity().description == "order row 7: a key leads to no row of 'customer'")
        let again = try PersistentContainer(for: Orders.self, at: .file(path))
        #expect(try again.checkIntegrity().problems.contains(.missingObject("order__customer_id__date")))
        try again.close()

        let roots = try SQLiteConnection(opening: path).rows("SELECT rootpage FROM sqlite_schema WHERE name = 'order'")
        let root = try #require(roots.first?.first.flatMap { $0 }.flatMap { UInt64($0) })
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seek(toOffset: (root - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        try handle.close()
        let report = try file.checkIntegrity()
        #expect(!report.isSound && report.description.contains("the file is damaged: "), "\(report)")
        // The place of the damage is reported, and the same by a container.
        #expect(report.description.localizedStandardContains("page \(root)"), "\(report)")
        let damaged = try PersistentContainer(for: Orders.self, at: .file(path))
        #expect(try damaged.checkIntegrity() == report)
        try damaged.close()
    }
}
