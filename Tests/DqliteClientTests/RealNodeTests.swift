import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Testing

@testable import DqliteClient

/// The client with a node of dqlite, as Debian packages it.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct RealNodeTests {
    private static func connect(_ nodes: DqliteNodes, _ name: String = "orders") throws -> DqliteConnection {
        try nodes.cluster.connect(to: name)
    }

    /// The database as the leader has it, in SQLite.
    static func copy(_ connection: DqliteConnection, _ name: String, _ folder: TemporaryFolder) throws -> SQLiteConnection {
        try write(name, folder) { try connection.copy(name, $0) }
    }

    static func write(_ name: String, _ folder: TemporaryFolder, _ copy: ((DqliteFilePart) throws -> Void) throws -> Void) throws -> SQLiteConnection {
        var files: [(name: String, bytes: [UInt8])] = []
        try copy { part in
            switch part {
            case .file(let name, _): files.append((name, []))
            case .bytes(let bytes): files[files.count - 1].bytes += bytes
            }
        }
        for file in files { try Data(file.bytes).write(to: URL(filePath: folder.file(file.name))) }
        return try SQLiteConnection(opening: folder.file(name))
    }

    @Test func `values come back as they were sent, as SQLite stored them`() throws {
        let nodes = try DqliteNodes(1)
        let connection = try Self.connect(nodes)
        try connection.execute("CREATE TABLE v (id INTEGER PRIMARY KEY, value)")
        let texts = ["", "a", "1234567", "12345678", "O'Hara \"x\"; DROP TABLE v --", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467} e\u{301}", String(repeating: "ü", count: 100_000), "\r\n\t\u{1}"]
        let values: [DqliteValue] =
            [.null, .integer(0), .integer(.min), .integer(.max), .real(0), .real(-0.0), .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .real(0.1)]
            + texts.map(DqliteValue.text) + [0, 1, 7, 8, 9, 100_000].map { count in DqliteValue.blob((0..<count).map { UInt8(truncatingIfNeeded: $0) }) }
        let insertion = try connection.prepare("INSERT INTO v (value) VALUES (?)")
        var random = SeededGenerator.forTests()
        let more = (0..<200).map { _ -> DqliteValue in
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .integer(Int64(bitPattern: random.next()))
            case 1: .text(String(String.UnicodeScalarView((0..<Int.random(in: 0..<20, using: &random)).compactMap { _ in Unicode.Scalar(UInt32.random(in: 1..<0x11_0000, using: &random)) })))
            default: .blob((0..<Int.random(in: 0..<20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
        }
        let all = values + more
        try connection.transaction { for value in all { try connection.execute(insertion, [value]) } }

        let found = try connection.rows(of: "SELECT value FROM v ORDER BY id").rows.map { $0[0] }
        #expect(found.map(Self.form) == all.map(Self.form))
        // SQLite reads the copy of the file without any code of the client.
        let quoted = try connection.rows(of: "SELECT typeof(value) || hex(value) || quote(value) FROM v ORDER BY id").rows.map { row in
            if case .text(let text) = row[0] { text } else { "" }
        }
        let folder = try TemporaryFolder()
        let local = try Self.copy(connection, "orders", folder)
        #expect(try quoted == local.rows("SELECT typeof(value) || hex(value) || quote(value) FROM v ORDER BY id").map { $0[0] ?? "" })
        let shell = try nodes.ask("orders", "SELECT group_concat(typeof(value) || hex(value), '|') FROM (SELECT value FROM v WHERE id < 20 AND id <> 18 ORDER BY id)")
        #expect(try shell.trimmingCharacters(in: .whitespacesAndNewlines) == local.rows("SELECT group_concat(typeof(value) || hex(value), '|') FROM (SELECT value FROM v WHERE id < 20 AND id <> 18 ORDER BY id)")[0][0])
        #expect(try connection.rows(of: "SELECT ?, typeof(?)", [.real(.nan), .real(.nan)]).rows == [[.null, .text("null")]])
        #expect(try connection.rows(of: "SELECT CAST(x'ff41' AS TEXT)").rows == [[.text("\u{fffd}A")]])
    }

    /// Equality of bits: 0.0 and -0.0 are equal otherwise, and so are texts of other bytes.
    private static func form(_ value: DqliteValue) -> String {
        switch value {
        // SQLite stores -0.0 as 0.0.
        case .real(let number): "real \(number == 0 ? 0 : number.bitPattern)"
        case .text(let text): "text \(Array(text.utf8))"
        default: "\(value)"
        }
    }

    @Test func `columns that are declared for booleans and dates have values of their own`() throws {
        let nodes = try DqliteNodes(1)
        let connection = try Self.connect(nodes)
        try connection.execute("CREATE TABLE t (b BOOLEAN, d DATE, dt DATETIME, ts TIMESTAMP)")
        try connection.execute("INSERT INTO t VALUES (?, ?, ?, ?), (1, 17, 18, '5 May'), (NULL, NULL, NULL, NULL)", [.boolean(false), .iso8601("2020-01-02"), .text("2020-01-02 10:00"), .unixTime(5)])
        // A node takes the types of all rows from the columns, so each is asked for alone.
        #expect(try connection.rows(of: "SELECT * FROM t WHERE b = 0").rows == [[.boolean(false), .iso8601("2020-01-02"), .iso8601("2020-01-02 10:00"), .unixTime(5)]])
        #expect(try connection.rows(of: "SELECT * FROM t WHERE b = 1").rows == [[.boolean(true), .unixTime(17), .unixTime(18), .iso8601("5 May")]])
        #expect(try connection.rows(of: "SELECT * FROM t WHERE b IS NULL").rows == [[.boolean(false), .iso8601(""), .iso8601(""), .iso8601("")]])
        #expect(try connection.rows(of: "SELECT +b, +d FROM t WHERE b IS NULL OR b = 1 ORDER BY 1").rows == [[.null, .null], [.integer(1), .integer(17)]])
    }

    @Test func `statements are prepared once, and refused before a node misreads them`() throws {
        let nodes = try DqliteNodes(1)
        var options = DqliteOptions()
        options.maximumStatements = 3
        options.busyTimeout = .milliseconds(100)
        let connection = try DqliteCluster(nodes.addresses, options).connect(to: "orders")
        try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)")
        let insertion = try connection.prepare("INSERT INTO t (b) VALUES (?)")
        #expect(try connection.prepare("INSERT INTO t (b) VALUES (?)") == insertion)
        #expect(try (1...3).map { try connection.execute(insertion, [.integer($0)]).lastInsertedKey } == [1, 2, 3])
        #expect(throws: DqliteError.database(code: 2_067, message: "UNIQUE constraint failed: t.b")) { try connection.execute(insertion, [.integer(1)]) }
        // The statement works again after an error, and others push it out.
        try connection.execute(insertion, [.integer(4)])
        let query = try connection.prepare("SELECT b FROM t WHERE a >= ? ORDER BY a")
        #expect(try connection.rows(of: query, [.integer(3)]).rows == [[.integer(3)], [.integer(4)]])
        #expect(try connection.rows(of: query, [.integer(4)]).rows == [[.integer(4)]])
        for number in 0..<3 { _ = try connection.prepare("SELECT \(number)") }

        func refusal(_ body: () throws -> Void) -> String {
            do { try body() } catch let error as DqliteError { if case .invalidRequest(let reason) = error { return reason } } catch {}
            return "none"
        }
        let other = try Self.connect(nodes)
        let statement = try connection.prepare("SELECT ?")
        let refusals = [
            refusal { try connection.execute(insertion, [.integer(9)]) }, refusal { _ = try other.rows(of: statement, [.null]) },
            refusal { _ = try connection.rows(of: statement) }, refusal { try connection.execute("SELECT 1") },
            refusal { _ = try connection.rows(of: "INSERT INTO t (b) VALUES (9) RETURNING a") }, refusal { try connection.execute("DELETE FROM t; DELETE FROM t") },
            refusal { try connection.execute("  -- nothing") }, refusal { try connection.execute("PRAGMA journal_mode = DELETE") },
            refusal { _ = try connection.rows(of: "SELECT ?", [.text("a\0b")]) },
            refusal { _ = try connection.rows(of: "SELECT 1", Array(repeating: .null, count: 256)) }, refusal { _ = try nodes.cluster.connect(to: "") },
        ]
        #expect(
            refusals == [
                "the statement was prepared on another connection, or given up", "the statement was prepared on another connection, or given up",
                "the statement has 1 parameters, and 0 values", "the statement returns rows: read them", "the statement is no query: run it without rows",
                "there is more than one statement", "there is no statement", "dqlite's journal cannot be changed", "dqlite takes no text with U+0000",
                "a statement takes at most 255 values, not 256", "'' cannot name a database",
            ])
        #expect(try connection.rows(of: "SELECT \((1...255).map { "?\($0)" }.joined(separator: ","))", (1...255).map { .integer($0) }).rows[0].last == .integer(255))

        // A lock of another connection, which ends with it.
        try other.begin()
        try other.execute("DELETE FROM t")
        #expect(throws: DqliteError.database(code: 5, message: "database is locked")) { try connection.begin() }
        other.close()
        #expect(try connection.transaction { try connection.rows(of: "SELECT count(*) FROM t").rows } == [[.integer(4)]])
        #expect(throws: DqliteError.database(code: 1, message: "no such table: nix")) { try connection.transaction { try connection.execute("DELETE FROM nix") } }
        #expect(throws: DqliteError.database(code: 1, message: "near \"SELEC\": syntax error")) { try connection.execute("SELEC") }
    }

    @Test func `rows come in many messages, and a caller may stop`() throws {
        struct Enough: Error {}
        let nodes = try DqliteNodes(1)
        let connection = try Self.connect(nodes)
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, 'row ' || i FROM n"
        let rows = try connection.rows(of: numbers)
        #expect(rows.columns == ["i", "'row ' || i"])
        #expect(rows.rows == (1...20_000).map { [.integer($0), .text("row \($0)")] })
        #expect(throws: Enough.self) { try connection.forEachRow(of: numbers) { _ in throw Enough() } }
        // The rest came within the client's patience, so the connection is good.
        #expect(try connection.rows(of: "SELECT 1").rows == [[.integer(1)]])
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        #expect(throws: Enough.self) { try connection.forEachRow(of: endless) { _ in throw Enough() } }
        // Version 1.11 reads no interruption before all rows are sent.
        #expect(throws: DqliteError.self) { try connection.rows(of: "SELECT 1") }
        #expect(try Self.connect(nodes).rows(of: "SELECT 2").rows == [[.integer(2)]])
    }
}
