import CBaseline
import Foundation

/// A connection on SQLite's C interface, set up as the library's are, apart from the mutex that no single thread needs.
final class Connection {
    let pointer: OpaquePointer

    struct Failure: Error {
        var message: String
    }

    init(_ path: String, readOnly: Bool = false) throws {
        var opened: OpaquePointer?
        let flags = (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else { throw Failure(message: path) }
        pointer = opened
        for pragma in ["foreign_keys = ON", "recursive_triggers = ON", "synchronous = NORMAL"] { try run("PRAGMA \(pragma)") }
    }

    deinit { sqlite3_close_v2(pointer) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(pointer)))
        }
    }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure(message: String(cString: sqlite3_errmsg(pointer)))
        }
        return statement
    }

    /// Steps a statement that gives no rows.
    func finish(_ statement: OpaquePointer) throws {
        guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(message: String(cString: sqlite3_errmsg(pointer))) }
        sqlite3_reset(statement)
    }
}

@inline(__always)
func text(_ row: OpaquePointer, _ column: Int32) -> String {
    guard let start = sqlite3_column_text(row, column) else { return "" }
    let count = Int(sqlite3_column_bytes(row, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

@inline(__always)
func optionalText(_ row: OpaquePointer, _ column: Int32) -> String? {
    sqlite3_column_type(row, column) == SQLITE_NULL ? nil : text(row, column)
}

/// Texts that stay where they are until a row is written, so that SQLite need not copy them: that costs a third of an insert.
final class TextBuffer {
    private let start: UnsafeMutablePointer<UInt8> = .allocate(capacity: TextBuffer.capacity)
    private var used = 0

    private static let capacity = 1 << 16

    deinit { start.deallocate() }

    func clear() { used = 0 }

    @inline(__always)
    func bind(_ value: String, to statement: OpaquePointer, at index: Int32) {
        var value = value
        value.withUTF8 { bytes in
            precondition(used + bytes.count <= Self.capacity)
            let place = start + used
            place.update(from: bytes.baseAddress ?? UnsafePointer(place), count: bytes.count)
            used += bytes.count
            place.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                _ = sqlite3_bind_text(statement, index, $0, Int32(bytes.count), nil)
            }
        }
    }

    @inline(__always)
    func bind(_ value: String?, to statement: OpaquePointer, at index: Int32) {
        if let value { bind(value, to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
    }
}
