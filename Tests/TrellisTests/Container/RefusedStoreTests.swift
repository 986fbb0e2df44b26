import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Files that are not this model's store are refused with the reason, and left byte for byte as they were.
struct RefusedStoreTests {
    private let folder: TemporaryFolder
    private let version = Orders.descriptor.version
    private var path: String { folder.file("file.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a file with the `sqlite3` program, in SQLite's own journal mode.
    private func make(_ sql: String) throws {
        let made = try ChildProcess.run(named: "sqlite3", [path], input: sql)
        try #require(made.errors == "")
    }

    /// Creates an Orders store and changes its record of itself.
    private func makeStore(_ changes: String) throws {
        let schema = "\(Project.root)/Tests/Cases/orders/expected/schema.sql"
        try make(try String(contentsOf: URL(filePath: schema), encoding: .utf8) + changes)
    }

    /// What a refusal says; the file and its folder must be as they were before.
    private func refusal() throws -> StoreError? {
        let bytes = try Data(contentsOf: URL(filePath: path))
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: Orders.self, at: .file(path)) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.sqlite"])
        return error
    }

    @Test(arguments: ["this is no database, whatever its name says", String(repeating: "long ", count: 2_000)])
    func `a file that is no database`(_ text: String) throws {
        try folder.write(text, to: "file.sqlite")
        #expect(try refusal() == .notADatabase(path: path))
    }

    @Test func `a database of another program`() throws {
        try make("CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO customer VALUES (1, 'Ada');")
        #expect(try refusal() == .notAStore(path: path))
        #expect(try SQLiteConnection(opening: path).rows("PRAGMA journal_mode") == [["delete"]])
    }

    @Test func `a database of another program with a write-ahead log`() throws {
        try make("PRAGMA journal_mode = WAL; CREATE TABLE t (x);")
        #expect(try refusal() == .notAStore(path: path))
    }

    @Test func `a database of another program with a table of our name for another purpose`() throws {
        try make(
            """
            CREATE TABLE _trellis_metadata (key, value);
            INSERT INTO _trellis_metadata VALUES (1, x'FF'), ('layout', 2.5);
            """)
        #expect(try refusal() == .notAStore(path: path))
    }

    @Test func `a database of another program whose table of that name has other columns`() throws {
        try make("CREATE TABLE _trellis_metadata (a, b); INSERT INTO _trellis_metadata VALUES (1, 2);")
        #expect(try refusal() == .notAStore(path: path))
    }

    @Test func `a store of another model`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = 'Others' WHERE key = 'model';")
        #expect(try refusal() == .otherModel(found: "Others", expected: "Orders"))
    }

    @Test func `a store of a newer version`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = '\(version + 1)' WHERE key = 'version';")
        #expect(try refusal() == .newerVersion(found: version + 1, supported: version))
    }

    @Test func `a store of an older version`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = '0' WHERE key IN ('version', 'draft', 'hash');")
        #expect(try refusal() == .olderVersion(found: 0, expected: version))
    }

    @Test func `a store of another line of versions`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = '0' WHERE key IN ('draft', 'hash');")
        #expect(try refusal() == .otherLineage(version: version, found: "0"))
    }

    @Test func `a store of another layout, whatever else it says`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = '9' WHERE key IN ('layout', 'version', 'model');")
        #expect(try refusal() == .otherLayout(found: "9", supported: 1))
    }

    @Test func `a store of an earlier draft`() throws {
        let hash = String(repeating: "ab", count: 32)
        try makeStore("UPDATE _trellis_metadata SET value = iif(key = 'hash', '\(hash)', '1') WHERE key IN ('hash', 'draft');")
        let error = try refusal()
        #expect(error == .earlierDraft(path: path, found: hash, expected: Orders.descriptor.hash))
        #expect(error?.description.contains("move the file away") == true)
    }

    @Test func `a store that is open elsewhere keeps what its log holds`() throws {
        try makeStore("UPDATE _trellis_metadata SET value = 'Others' WHERE key = 'model'; PRAGMA journal_mode = WAL;")
        let open = try SQLiteConnection(opening: path)
        try open.execute("INSERT INTO customer (name) VALUES ('Ada')")
        #expect(throws: StoreError.otherModel(found: "Others", expected: "Orders")) {
            try PersistentContainer(for: Orders.self, at: .file(path))
        }
        #expect(try open.rows("SELECT name FROM customer") == [["Ada"]])
        #expect(try SQLiteConnection(opening: path).rows("SELECT name FROM customer") == [["Ada"]])
    }

    @Test func `a damaged store is told as such`() throws {
        try makeStore(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO customer (name) SELECT 'customer ' || i FROM n;
            """)
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.seek(toOffset: 20 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xEE, count: 40 * 4096))
        try handle.close()
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Customer.self) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
