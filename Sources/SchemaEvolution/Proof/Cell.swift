import SQLiteAccess

/// A value as SQLite has it: equal to another one when storage class and bits are.
enum Cell: Hashable, CustomStringConvertible {
    case null
    case integer(Int64)
    case real(bits: UInt64)
    case text([UInt8])
    case blob([UInt8])

    private init(_ value: RawValue) throws {
        self =
            switch value.storageClass {
            case .null: .null
            case .integer: .integer(value.integer)
            case .real: .real(bits: value.real.bitPattern)
            case .text: .text(Array(try value.textBytes))
            case .blob: .blob(Array(try value.bytes))
            }
    }

    /// The rows of a query.
    static func rows(_ sql: String, _ connection: SQLiteConnection) throws -> [[Cell]] {
        let statement = try connection.prepare(sql)
        var rows = [[Cell]]()
        while try statement.raw.step() {
            rows.append(try (0..<statement.raw.columnCount).map { try Cell(statement.raw.value(at: $0)) })
        }
        return rows
    }

    /// The value for a person, long ones cut off.
    var description: String {
        switch self {
        case .null: return "NULL"
        case .integer(let value): return String(value)
        case .real(let bits): return String(Double(bitPattern: bits))
        case .text(let bytes):
            return SQL.literal(String(decoding: bytes.prefix(40), as: UTF8.self)) + (bytes.count > 40 ? "…" : "")
        case .blob(let bytes): return "\(bytes.count) bytes"
        }
    }
}
