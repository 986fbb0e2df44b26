import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// Room on the disk, and copies.
struct RoomAndCopyTests {
    private let shop: SampleHistory

    /// Each plan is a step of its own.
    private let separately = MigrationOptions(composesPlans: false)

    init() throws {
        shop = try SampleHistory.shop()
    }

    // MARK: Room

    @Test("A disk with too little room is told before anything is changed, with what is needed and what is there")
    func tooLittle() throws {
        let file = try MigrationFile(shopWith: 2_000, isLogged: false)
        let size = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64)
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) { try file.migrate(shop.chain(), MigrationOptions(availableSpace: 2 * size)) }
        #expect(error == .notEnoughSpace(path: file.path, needed: 2 * size + 1 << 20, available: 2 * size))
        #expect(try StoreContent(file) == content)
        // A plan that rebuilds no table needs less.
        try file.migrate(shop.chain(to: 3), MigrationOptions(availableSpace: size + 1 << 20))
        // A copy needs as much as the store.
        let withCopy = MigrationOptions(backupPath: file.file("copy"), availableSpace: 2 * size + 1 << 20)
        #expect(throws: MigrationError.self) { try file.migrate(shop.chain(), withCopy) }
        #expect(!FileManager.default.fileExists(atPath: file.file("copy")))
        try file.migrate(shop.chain(), MigrationOptions(availableSpace: 100 * size))
        #expect(try file.migrate(shop.chain(), MigrationOptions(availableSpace: 0)).steps == 0)
    }

    @Test("A disk that is full in the middle undoes the step; with room again, migrating goes on")
    func full() throws {
        let file = try MigrationFile(shopWith: 2_000, isLogged: false)
        let connection = try file.connect()
        let pages = try #require(Int(connection.rows("PRAGMA page_count")[0][0] ?? ""))
        _ = try connection.rows("PRAGMA max_page_count = \(pages + 20)")
        let error = #expect(throws: MigrationError.self) { try StoreMigrator(connection, shop.chain(), separately).migrate() }
        guard case .diskFull = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!connection.isInTransaction)
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
        let hash = try file.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'")[0][0]
        let version = try #require(shop.versions.firstIndex { $0.schema.identity.hash == hash }) + 1
        let reference = try MigrationFile(shopWith: 2_000, isLogged: false)
        try reference.migrate(shop.chain(to: version), separately)
        #expect(try file.differences(from: reference) == [])
        try file.migrate(shop.chain(), separately)
        try reference.migrate(shop.chain(), separately)
        #expect(try file.differences(from: reference) == [])
    }

    /// The system's limit of a file's size stands for a disk that is full: tests cannot fill one.
    @Test("A process that the system lets write no more undoes the step; with room again, migrating goes on", arguments: [true, false])
    func limited(isLogged: Bool) throws {
        let file = try MigrationFile(shopWith: 2_000, isLogged: isLogged)
        let content = try StoreContent(file)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
        // In blocks of 512 or of 1,024 bytes: both are less than a rebuilt table needs.
        let limit = "trap '' XFSZ; ulimit -f \(size / 1_024 + 16); exec \"$0\" \"$1\" separately"
        let process = try ChildProcess.run("/bin/bash", ["-c", limit, "\(Project.products)/MigrationRunner", file.path])
        #expect(process.exitCode != 0)
        #expect(process.errors.contains("check whether the disk, or what the system allows, is full"), "\(process.errors)")
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
        let hash = try file.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'")[0][0]
        let version = try #require(shop.versions.firstIndex { $0.schema.identity.hash == hash }) + 1
        #expect(version < shop.versions.count)
        if version == 1 { #expect(try StoreContent(file) == content) }
        let reference = try MigrationFile(shopWith: 2_000, isLogged: isLogged)
        try reference.migrate(shop.chain(to: version), separately)
        #expect(try file.differences(from: reference) == [])
        try file.migrate(shop.chain(), separately)
        try reference.migrate(shop.chain(), separately)
        #expect(try file.differences(from: reference) == [])
    }

    // MARK: Copies

    @Test("A copy holds what was before, is whole, and is a store that can be migrated itself", arguments: [true, false])
    func copy(isLogged: Bool) throws {
        let file = try MigrationFile(shopWith: 50, isLogged: isLogged)
        let before = try StoreContent(file)
        let open = try file.connect()
        // What stands in the log alone is part of it.
        try open.execute("UPDATE _trellis_metadata SET value = 'x' WHERE key = 'uuid'; UPDATE _trellis_metadata SET value = '1' WHERE key = 'draft'")
        let told = Recorder()
        try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy"), onProgress: { told.add($0) }))
        let copy = try SQLiteConnection(opening: file.file("copy"))
        #expect(try copy.rows("SELECT value FROM _trellis_metadata WHERE key = 'uuid'") == [["x"]])
        #expect(try StoreContent(copy).differences(from: before).count == 2)
        let purposes = told.all.map { $0.purpose.prefix { !$0.isWhitespace } }
        #expect(purposes.drop { $0 == "Checking" }.first == "Copying" && purposes.first == "Checking")
        try StoreMigrator(copy, shop.chain()).migrate()
        #expect(try StoreContent(copy).differences(from: StoreContent(file)) == [])
    }

    @Test("Who may read a copy is who may read the store", arguments: [0o600, 0o640, 0o644])
    func permissions(_ mode: Int) throws {
        let file = try MigrationFile(shopWith: 5)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy")))
        #expect(try FileManager.default.attributesOfItem(atPath: file.file("copy"))[.posixPermissions] as? Int == mode)
    }

    @Test("No file is ever written over, and nothing is migrated without the copy that was asked for")
    func existing() throws {
        let file = try MigrationFile(shopWith: 5)
        let content = try StoreContent(file)
        try Data("mine".utf8).write(to: URL(filePath: file.file("copy")))
        #expect(throws: MigrationError.backupExists(path: file.file("copy"))) { try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy"))) }
        #expect(try String(contentsOfFile: file.file("copy"), encoding: .utf8) == "mine")
        let nowhere = #expect(throws: MigrationError.self) { try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("no/copy"), availableSpace: .max)) }
        guard case .backupFailed = nowhere else {
            Issue.record("\(String(describing: nowhere))")
            return
        }
        #expect(try StoreContent(file) == content)
    }

    @Test("A copy never takes the name of a file that SQLite writes beside the store", arguments: ["-wal", "-journal", "-shm"])
    func companions(_ ending: String) throws {
        for isLogged in [true, false] {
            let file = try MigrationFile(shopWith: 5, isLogged: isLogged)
            let content = try StoreContent(file)
            for path in [file.path + ending, file.path + ending.uppercased(), file.file("./store.sqlite" + ending)] {
                let error = #expect(throws: MigrationError.self) { try file.migrate(shop.chain(), MigrationOptions(backupPath: path)) }
                #expect(error?.description.contains("SQLite uses a file of this name") == true, "\(String(describing: error))")
            }
            #expect(try StoreContent(file) == content)
        }
    }

    @Test("A copy never takes a name for which the store would be a file that SQLite writes beside it")
    func companionOfCopy() throws {
        let file = try MigrationFile(shopWith: 5)
        let other = file.file("store.sqlite-wal")
        try file.execute("PRAGMA journal_mode = DELETE")
        try FileManager.default.moveItem(atPath: file.path, toPath: other)
        let before = try Data(contentsOf: URL(filePath: other))
        #expect(throws: MigrationError.self) {
            try StoreMigrator(SQLiteConnection(opening: other), shop.chain(), MigrationOptions(backupPath: file.path)).migrate()
        }
        #expect(try Data(contentsOf: URL(filePath: other)) == before)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A copy that is not whole is told and removed, and nothing is migrated without it")
    func damagedCopy() throws {
        let file = try MigrationFile(shopWith: 5)
        // An index that does not have what its table has: the quick check of the store does not find it.
        try file.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '(name)', '(info)') WHERE type = 'index' AND tbl_name = 'customer';
            """)
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) {
            try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy")))
        }
        guard case .backupFailed(let path, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == file.file("copy") && reason.contains("the copy is not whole: row 1 missing from index"))
        for ending in ["", "-wal", "-shm", "-journal"] { #expect(!FileManager.default.fileExists(atPath: file.file("copy" + ending))) }
        #expect(try StoreContent(file) == content)
    }

    @Test("A copy that is stopped leaves no file behind")
    func stopped() throws {
        let file = try MigrationFile(shopWith: 3_000)
        let content = try StoreContent(file)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy"), onProgress: { if $0.purpose.hasPrefix("Copying") { throw Stop() } }))
        }
        #expect(!FileManager.default.fileExists(atPath: file.file("copy")))
        #expect(try StoreContent(file) == content)
        // There is nothing to copy where nothing is done.
        try file.migrate(shop.chain(), separately)
        try file.migrate(shop.chain(), MigrationOptions(backupPath: file.file("copy")))
        #expect(!FileManager.default.fileExists(atPath: file.file("copy")))
    }

    // MARK: Others

    @Test("A store that another process writes is reported as busy and stays unchanged; readers do not block")
    func busy() throws {
        let file = try MigrationFile(shopWith: 5)
        let other = try file.connect()
        try other.execute("BEGIN IMMEDIATE; INSERT INTO label (name) VALUES ('other')")
        #expect(throws: MigrationError.busy) { try file.migrate(shop.chain(), MigrationOptions(busyTimeout: 0.05)) }
        try other.execute("COMMIT; BEGIN")
        #expect(try other.rows("SELECT count(*) FROM label") == [["4"]])
        try file.migrate(shop.chain(), MigrationOptions(busyTimeout: 0.05))
        #expect(try other.rows("SELECT count(*) FROM customer") == [["4"]])
        try other.execute("COMMIT")
        #expect(try file.rows("SELECT count(*) FROM label") == [["4"]])
    }

    @Test("Who reads a store without a log keeps its step from being committed: it is undone, and told as busy")
    func busyAtCommit() throws {
        let file = try MigrationFile(shopWith: 5, isLogged: false)
        let content = try StoreContent(file)
        let other = try file.connect()
        try other.execute("BEGIN")
        #expect(try other.rows("SELECT count(*) FROM label") == [["3"]])
        #expect(throws: MigrationError.busy) { try file.migrate(shop.chain(), MigrationOptions(busyTimeout: 0.05)) }
        try other.execute("COMMIT")
        #expect(try StoreContent(file) == content)
        try file.migrate(shop.chain(), separately)
    }
}
