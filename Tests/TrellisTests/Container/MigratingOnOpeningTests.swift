import Foundation
import GRDB
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing
import Trellis

/// A program of the shop's newest version.
private enum NewShop: PersistentModel {
    static let descriptor: ModelDescriptor = newShop(bringingPlans: true)
}

/// A program that brings no plans.
private enum ForgetfulShop: PersistentModel {
    static let descriptor: ModelDescriptor = newShop(bringingPlans: false)
}

/// A program of a draft of the second version, that brings no plans.
private enum SecondShop: PersistentModel {
    static let descriptor: ModelDescriptor = newShop(bringingPlans: false, version: 2)
}

/// A program of the newest version, when that is frozen.
private enum FrozenShop: PersistentModel {
    static let descriptor: ModelDescriptor = newShop(bringingPlans: true, isDraft: false)
}

private func newShop(bringingPlans: Bool, isDraft: Bool = true, version: Int? = nil) -> ModelDescriptor {
    guard let shop = try? SampleHistory.shop(), let schema = shop.versions.last?.schema else { fatalError("the sample cannot be planned") }
    return ModelDescriptor(
        name: "Shop", version: version ?? schema.identity.version, isDraft: isDraft, hash: schema.identity.hash, ddl: schema.ddl, entities: [],
        migrations: EmbeddedPlans(of: bringingPlans ? shop.plans : []))
}

/// Stores of older versions that a program opens.
struct MigratingOnOpeningTests {
    private let folder: TemporaryFolder
    private let shop: SampleHistory
    private var path: String { folder.file("shop.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        shop = try SampleHistory.shop()
    }

    /// A store of the first version with rows.
    private func make(_ customers: Int = 20, _ changes: String = "") throws {
        try folder.write("", to: "shop.sqlite")
        let connection = try SQLiteConnection(opening: path)
        try connection.execute("PRAGMA journal_mode = WAL")
        try shop.make(1, in: connection)
        try SampleHistory.fillShop(connection, customers: customers)
        if !changes.isEmpty { try connection.execute(changes) }
    }

    private func rows(_ sql: String) throws -> [[String?]] { try SQLiteConnection(opening: path).rows(sql) }

    @Test("The store is migrated before it is open, and the second time it is what it has to be")
    func migrates() throws {
        try make()
        for _ in 1...2 {
            let container = try PersistentContainer(for: NewShop.self, at: .file(path))
            #expect(try container.databaseWriter.read { try String.fetchOne($0, sql: "SELECT hint FROM client WHERE _id = 4") } == "customer 4")
        }
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[NewShop.descriptor.hash]])
        #expect(try rows("PRAGMA foreign_key_check") == [])
    }

    @Test("A program hears how far it is, gets a copy where it asks for one, and can stop it")
    func options() throws {
        try make()
        let told = Told()
        let copy = folder.file("before.sqlite")
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try PersistentContainer(for: NewShop.self, at: .file(path), migration: .automatic(onProgress: { if $0.statement == 3 { throw Stop() } }))
        }
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[shop.versions[0].schema.identity.hash]])
        _ = try PersistentContainer(for: NewShop.self, at: .file(path), migration: .automatic(backupPath: copy, onProgress: { told.add($0) }))
        // All steps are one.
        #expect(told.steps == [1])
        #expect(try SQLiteConnection(opening: copy).rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[shop.versions[0].schema.identity.hash]])
    }

    @Test("A task that is cancelled stops it")
    func cancelled() async throws {
        try make()
        let path = path
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try PersistentContainer(for: NewShop.self, at: .file(path))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[shop.versions[0].schema.identity.hash]])
    }

    @Test("A program that does not want it, and one that brings no plan, refuse the store and leave it as it is")
    func refused() throws {
        try make(5, "UPDATE _trellis_metadata SET value = '0' WHERE key = 'draft'")
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StoreError.olderVersion(found: 1, expected: 1)) { try PersistentContainer(for: NewShop.self, at: .file(path), migration: .never) }
        // By its number it is no older one: the versions of the sample have one number all.
        #expect(throws: StoreError.otherLineage(version: 1, found: shop.versions[0].schema.identity.hash)) {
            try PersistentContainer(for: ForgetfulShop.self, at: .file(path))
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("A store that cannot be migrated is told with what to do, and opens when that is done")
    func notMigrated() throws {
        try make(5, "CREATE VIEW mine AS SELECT * FROM nowhere")
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: NewShop.self, at: .file(path)) }
        guard case .notMigrated(.brokenObject(name: "mine", _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("fix or drop it") == true)
        try SQLiteConnection(opening: path).execute("DROP VIEW mine")
        _ = try PersistentContainer(for: NewShop.self, at: .file(path))
    }

    // MARK: Several processes

    @Test("Programs that open a store at the same time: one migrates it, the others find it done")
    func together() throws {
        try make(3_000)
        let processes = try (1...4).map { _ in
            let process = Process()
            process.executableURL = URL(filePath: "\(Project.products)/MigrationRunner")
            process.arguments = ["open", path]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            return (process, pipe)
        }
        let counts = try processes.map { process, pipe in
            let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return Int(output.split(separator: "\n").last ?? "") ?? -1
        }
        // All steps are one, which was made by one of them alone.
        #expect(counts.sorted() == [0, 0, 0, 1])
        #expect(try rows("SELECT count(*) FROM client") == [["2999"]])
        #expect(try rows("PRAGMA integrity_check") == [["ok"]])
    }

    // MARK: Drafts

    @Test("A store of an older draft is refused with the command that migrates it, or recreated if the program asks for that")
    func earlierDraft() throws {
        let unknown = String(repeating: "ab", count: 32)
        let draft = "UPDATE _trellis_metadata SET value = '\(unknown)' WHERE key = 'hash';"
        try make(5, draft + "CREATE TABLE mine (x); CREATE VIEW v AS SELECT name FROM customer; CREATE TRIGGER t AFTER DELETE ON label BEGIN SELECT 1; END;")
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: NewShop.self, at: .file(path)) }
        #expect(error == .earlierDraft(path: path, found: unknown, expected: NewShop.descriptor.hash))
        #expect(error?.description.contains("trellis migrate apply \(path)") == true)
        let uuid = try rows("SELECT value FROM _trellis_metadata WHERE key = 'uuid'")

        let container = try PersistentContainer(for: NewShop.self, at: .file(path), ifDraft: .eraseAndRecreate)
        #expect(try rows("SELECT count(*) FROM client") == [["0"]])
        #expect(try rows("SELECT name FROM sqlite_schema WHERE name IN ('mine', 'v', 't', 'customer')") == [])
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'uuid'") != uuid)
        #expect(try container.databaseWriter.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM client_search") } == 0)
        #expect(try rows("PRAGMA integrity_check") == [["ok"]])
    }

    @Test("A store of a frozen version is never emptied")
    func frozen() throws {
        try make(5, "UPDATE _trellis_metadata SET value = '\(String(repeating: "ab", count: 32))' WHERE key = 'hash'; UPDATE _trellis_metadata SET value = '0' WHERE key = 'draft'")
        #expect(throws: StoreError.self) { try PersistentContainer(for: NewShop.self, at: .file(path), ifDraft: .eraseAndRecreate) }
        #expect(try rows("SELECT count(*) FROM customer") == [["4"]])
        // One that can be migrated is.
        try SQLiteConnection(opening: path).execute("UPDATE _trellis_metadata SET value = '\(shop.versions[0].schema.identity.hash)' WHERE key = 'hash'")
        _ = try PersistentContainer(for: NewShop.self, at: .file(path), ifDraft: .eraseAndRecreate)
        #expect(try rows("SELECT count(*) FROM client") == [["4"]])
    }

    @Test("A draft's store with the hash of a frozen version is never emptied, whatever number it has")
    func frozenUnderAnotherNumber() throws {
        for number in 1...3 {
            try make(5, "UPDATE _trellis_metadata SET value = '1' WHERE key = 'draft'; UPDATE _trellis_metadata SET value = '\(number)' WHERE key = 'version'")
            _ = try PersistentContainer(for: NewShop.self, at: .file(path), ifDraft: .eraseAndRecreate)
            #expect(try rows("SELECT count(*) FROM client") == [["4"]], "\(number)")
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
    }

    @Test("A draft's store of an older version is not emptied by a program that does not know that version's hash")
    func draftOfOlderVersion() throws {
        try make(5, "UPDATE _trellis_metadata SET value = '1' WHERE key = 'draft'")
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: SecondShop.self, at: .file(path), ifDraft: .eraseAndRecreate) }
        #expect(error == .draftOfOlderVersion(path: path, found: 1, expected: SecondShop.descriptor.version))
        #expect(error?.description.contains("trellis migrate apply") == true)
        #expect(try rows("SELECT count(*) FROM customer") == [["4"]])
    }

    @Test("A draft that is frozen as it was is no draft any more once a program of the frozen version has opened the store")
    func frozenAsItWas() throws {
        try make(5)
        let draft = "SELECT value FROM _trellis_metadata WHERE key = 'draft'"
        _ = try PersistentContainer(for: NewShop.self, at: .file(path))
        #expect(try rows(draft) == [["1"]])
        // Who does not want stores to be migrated has it as it is.
        _ = try PersistentContainer(for: FrozenShop.self, at: .file(path), migration: .never)
        #expect(try rows(draft) == [["1"]])
        // A changed word in the record needs no copy and reports no migration.
        let copy = folder.file("copy.sqlite")
        let told = Told()
        _ = try PersistentContainer(
            for: FrozenShop.self, at: .file(path), migration: .automatic(backupPath: copy, onProgress: { told.add($0) }))
        #expect(try rows(draft) == [["0"]])
        #expect(!FileManager.default.fileExists(atPath: copy) && told.steps.isEmpty)
        // A program of another line of versions does not empty it.
        try SQLiteConnection(opening: path)
            .execute("UPDATE _trellis_metadata SET value = '\(String(repeating: "ab", count: 32))' WHERE key = 'hash'")
        #expect(throws: StoreError.self) { try PersistentContainer(for: NewShop.self, at: .file(path), ifDraft: .eraseAndRecreate) }
        #expect(try rows("SELECT count(*) FROM client") == [["4"]])
    }
}

/// Keeps which steps were told.
private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var told = [Int]()

    func add(_ progress: MigrationProgress) { lock.withLock { if told.last != progress.step { told.append(progress.step) } } }
    var steps: [Int] { lock.withLock { told } }
}
