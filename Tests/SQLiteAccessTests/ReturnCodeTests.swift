import CSQLite
import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Result codes of SQLite's functions.
struct ReturnCodeTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
    }

    private func limit(_ statement: PreparedStatement, to bytes: Int32) {
        sqlite3_limit(sqlite3_db_handle(statement.raw.pointer), SQLITE_LIMIT_LENGTH, bytes)
    }

    @Test(arguments: [SQLiteValue.text(String(repeating: "x", count: 1_001)), .blob(Array(repeating: 7, count: 1_001))])
    func `a value that is larger than the limit is refused and does not become NULL`(_ value: SQLiteValue) throws {
        let statement = try connection.prepare("SELECT ?")
        limit(statement, to: 1_000)
        let error = #expect(throws: SQLiteError.self) { try statement.raw.bind(value, at: 1) }
        #expect(error?.code == SQLITE_TOOBIG && error?.message == "string or blob too big")
        try statement.raw.bind(.text(String(repeating: "x", count: 1_000)), at: 1)
        #expect(try statement.raw.step())
    }

    @Test func `a text in place that is larger than the limit is refused`() throws {
        let statement = try connection.prepare("SELECT ?")
        limit(statement, to: 1_000)
        let error = #expect(throws: SQLiteError.self) {
            try [UInt8](repeating: 65, count: 1_001).withUnsafeBufferPointer { bytes in
                try statement.raw.bindTextInPlace(try #require(bytes.baseAddress), count: bytes.count, at: 1)
            }
        }
        #expect(error?.code == SQLITE_TOOBIG)
    }

    @Test func `a value for a parameter that does not exist is refused`() throws {
        let statement = try connection.prepare("SELECT ?")
        let binds: [() throws -> Void] = [
            { try statement.raw.bind(Int64(1), at: 2) }, { try statement.raw.bind(0.5, at: 2) },
            { try statement.raw.bind("", at: 2) }, { try statement.raw.bindNull(at: 2) },
            { try statement.raw.bind(.blob([]), at: 2) },
        ]
        for bind in binds {
            let error = #expect(throws: SQLiteError.self, performing: bind)
            #expect(error?.code == SQLITE_RANGE)
        }
    }

    @Test func `a value for a statement that is running is refused`() throws {
        let statement = try connection.prepare("SELECT ?1 UNION SELECT 2")
        try statement.raw.bind(Int64(1), at: 1)
        #expect(try statement.raw.step())
        let error = #expect(throws: SQLiteError.self) { try statement.raw.bind(Int64(3), at: 1) }
        #expect(error?.code == SQLITE_MISUSE)
        #expect(throws: SQLiteError.self) { try RawStatement(nil).bind(Int64(1), at: 1) }
    }

    @Test func `a commit that fails while a statement is reset is reported`() throws {
        try connection.execute(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (_id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
            """)
        let insert = try connection.prepare("INSERT INTO child VALUES (1) RETURNING parent")
        let error = #expect(throws: SQLiteError.self) { try insert.raw.run() }
        #expect(error?.primaryCode == SQLITE_CONSTRAINT)
        #expect(try connection.rows("SELECT * FROM child").isEmpty)
    }

    @Test func `a call that fails without a word on the connection does not get the words of another failure`() throws {
        #expect(throws: SQLiteError.self) { try connection.prepare("SELECT nowhere") }
        let error = #expect(throws: SQLiteError.self) { try RawStatement(nil).run() }
        #expect(error?.code == SQLITE_MISUSE && error?.message.contains("nowhere") == false)
    }

    @Test func `the code of SQLite's error goes through a function that passes it on`() throws {
        try connection.functions.add("refuse", arguments: 0) { _ in throw SQLiteError(code: SQLITE_TOOBIG, message: "much too big") }
        let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT refuse()") }
        #expect(error?.code == SQLITE_TOOBIG && error?.message == "much too big")
    }

    #if os(macOS) || os(Linux)
        /// The limit on memory is the process's, so the test runs in one of its own.
        @Test func `a value that SQLite has no memory to give is an error and not empty`() async {
            await #expect(processExitsWith: .success) {
                let connection = try SQLiteConnection.inMemory()
                // A text in UTF-16 is converted when it is read.
                try connection.execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE t (v)")
                try connection.execute("INSERT INTO t VALUES (replace(hex(zeroblob(100000)), '0', 'x'))")
                let statement = try connection.prepare("SELECT v FROM t")
                #expect(try statement.raw.step())
                #expect(sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1_000) >= 0)
                let text = statement.raw.value(at: 0)
                #expect(text.isText)
                #expect(throws: SQLiteError.outOfMemory) { try text.text }
            }
        }
    #endif

    /// Swift drops the result of a C function without a warning, which is how codes get lost.
    @Test func `no source calls a function of SQLite without looking at its result`() throws {
        let giveCodes = /^(defer \{ )?sqlite3_(bind_|step|reset|finalize|exec|prepare|open|close|backup_|busy|extended|create_)/
        let folder = "\(Project.root)/Sources"
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        #expect(sources.contains("SQLiteAccess/RawStatement.swift"))
        for source in sources {
            let text = try String(contentsOfFile: "\(folder)/\(source)", encoding: .utf8)
            let calls = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.firstMatch(of: giveCodes) != nil }
            #expect(calls.isEmpty, "\(source)")
        }
    }
}
