import Foundation
import SQLiteAccess
import Testing

/// Values that are bound and read back.
struct ValueTests {
    let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
    }

    static let values: [SQLiteValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .integer(-1), .real(0.1), .real(-.infinity), .real(.infinity),
        .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .text(""), .text("a\u{0}b"), .text("\u{0}"),
        .text("e\u{301}"), .text("👩‍👩‍👧"), .text(String(repeating: "x", count: 100_000)), .blob([]), .blob([0]),
        .blob([0, 255, 0]),
        .blob(Array(repeating: 7, count: 100_000)),
    ]

    @Test("Each comes back as it was, of its own class and byte for byte", arguments: values)
    func roundTrip(value: SQLiteValue) throws {
        let statement = try connection.prepare("SELECT ?1, typeof(?1)")
        try statement.raw.bind(value, at: 1)
        #expect(try statement.raw.step())
        let raw = statement.raw.value(at: 0)
        switch value {
        case .null: #expect(raw.isNull && raw.storageClass == .null)
        case .integer(let integer): #expect(raw.isInteger && raw.integer == integer)
        case .real(let real): #expect(raw.isReal && raw.real == real)
        case .text(let text): #expect(try raw.isText && Array(raw.text.utf8) == Array(text.utf8))
        case .blob(let bytes): #expect(try raw.isBlob && Array(raw.bytes) == bytes)
        }
        let names = ["null", "integer", "real", "text", "blob"]
        #expect(try names.contains(statement.raw.text(at: 1)))
        #expect(try !statement.raw.step())
    }

    @Test("A NaN becomes NULL, because SQLite has none")
    func notANumber() throws {
        let statement = try connection.prepare("SELECT ? IS NULL")
        try statement.raw.bind(Double.nan, at: 1)
        #expect(try statement.raw.step())
        #expect(statement.raw.integer(at: 0) == 1)
    }

    @Test("Text that is bound in place is read as it stands")
    func inPlace() throws {
        let statement = try connection.prepare("SELECT ?, length(?1)")
        let bytes = Array("in place".utf8)
        try bytes.withUnsafeBufferPointer { buffer in
            try statement.raw.bindTextInPlace(try #require(buffer.baseAddress), count: 2, at: 1)
            #expect(try statement.raw.step())
            #expect(try statement.raw.text(at: 0) == "in")
            #expect(statement.raw.integer(at: 1) == 2)
        }
    }

    @Test("A statement runs again with newly bound values")
    func again() throws {
        try connection.execute("CREATE TABLE t (v)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        for value in 1...3 {
            try insert.raw.bind(Int64(value), at: 1)
            try insert.raw.run()
        }
        #expect(try connection.rows("SELECT v FROM t ORDER BY v") == [["1"], ["2"], ["3"]])
    }

    @Test("Columns are known by their names and tables")
    func columns() throws {
        try connection.execute("CREATE TABLE t (v)")
        let statement = try connection.prepare("SELECT v, 1 AS one FROM t")
        #expect(statement.raw.columnCount == 2)
        #expect((0..<2).map { statement.raw.columnName(at: $0) } == ["v", "one"])
        #expect(statement.raw.tableName(at: 0) == "t" && statement.raw.tableName(at: 1) == nil)
    }
}

/// Errors of SQLite.
struct SQLiteErrorTests {
    let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
    }

    @Test("What cannot be prepared is refused with SQLite's message and the SQL")
    func prepare() throws {
        let error = try #require(throws: SQLiteError.self) { try connection.prepare("SELECT nowhere") }
        #expect(error.primaryCode == 1)
        #expect(error.message == "no such column: nowhere")
        #expect(error.description == "SQLite error 1: no such column: nowhere - while running `SELECT nowhere`")
    }

    @Test("No statement and a second one are refused", arguments: ["", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; x"])
    func oneStatement(sql: String) throws {
        #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
    }

    @Test("A constraint is told by its extended code, and the bound values are not")
    func constraint() throws {
        try connection.execute("CREATE TABLE t (v UNIQUE)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.raw.bind("secret", at: 1)
        try insert.raw.run()
        let error = try #require(throws: SQLiteError.self) { try insert.raw.run() }
        #expect(error.code == 2067 && error.primaryCode == 19)
        #expect(!error.description.contains("secret"))
        // After a failure it is ready again.
        try insert.raw.bind("other", at: 1)
        try insert.raw.run()
        #expect(try connection.rows("SELECT count(*) FROM t") == [["2"]])
    }

    @Test("A file that does not exist is not made")
    func noFile() {
        let path = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString).sqlite").path
        #expect(throws: SQLiteError.self) { try SQLiteConnection(opening: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
