import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// How a value of one type becomes one of another.
struct Conversion {
    /// The new value, as SQL on the column with the old one.
    var expression: String
    /// Which values have a new one, as SQL on the old column: a migration stops at others. nil where all have.
    var fits: String?

    init(_ expression: String, fits: String? = nil) {
        self.expression = expression
        self.fits = fits
    }

    /// nil where no rule says what a value becomes.
    init?(of column: String, from old: AttributeType, to new: AttributeType) {
        let name = SQL.identifier(column)
        guard let conversion = Self.lossless(name, old, new) ?? Self.narrowing(name, old, new) else { return nil }
        self = conversion
    }

    /// The new value; what does not fit becomes one that a STRICT table refuses in a column of type `column`.
    func guarded(_ name: String, in column: ColumnType) -> String {
        guard let fits else { return expression }
        return "CASE WHEN \(SQL.identifier(name)) IS NULL OR \(fits) THEN \(expression) ELSE \(Self.refused(by: column)) END"
    }

    /// A value that a STRICT table does not take in a column of a type.
    static func refused(by column: ColumnType) -> String {
        switch column {
        case .integer, .real, .blob: SQL.literal("does not fit")
        case .text: "X'00'"
        }
    }

    // MARK: Without a loss

    private static func lossless(_ name: String, _ old: AttributeType, _ new: AttributeType) -> Conversion? {
        if old.isStored(as: new) { return .init(name) }
        switch (old, new) {
        case (.bool, .int16), (.bool, .int32), (.bool, .int64), (.int16, .int32), (.int16, .int64), (.int32, .int64),
            (.float, .double), (.url, .string), (.day, .string), (.json, .string), (.decimal(nil), .string),
            (.uuid(.text), .string), (.date(.iso8601), .string):
            return .init(name)
        case (.enumeration(let type), .string) where !type.isInteger: return .init(name)
        case (.enumeration(let type), .int64) where type.isInteger: return .init(name)
        // A number is the seconds that the file has.
        case (.double, .date(.reference)), (.date(.reference), .double), (.double, .date(.unix)), (.date(.unix), .double),
            (.float, .date(.reference)), (.float, .date(.unix)):
            return .init(name)
        case (.bool, .double), (.int16, .double), (.int32, .double), (.int16, .float), (.bool, .float),
            (.int16, .date(.reference)),
            (.int32, .date(.reference)), (.int16, .date(.unix)), (.int32, .date(.unix)):
            return .init("CAST(\(name) AS REAL)")
        case (.bool, .string), (.int16, .string), (.int32, .string), (.int64, .string): return .init("CAST(\(name) AS TEXT)")
        case (.date(.reference), .date(.unix)): return .init("\(name) + 978307200.0")
        case (.date(.unix), .date(.reference)): return .init("\(name) - 978307200.0")
        // The text has milliseconds, and a number has each of them.
        case (.date(.iso8601), .date(.reference)), (.date(.iso8601), .date(.unix)):
            let storage = new.storageChoice.map { ", '\($0)'" } ?? ""
            return (try? StoredFormExpansion.expand("trellis_date_from_text(\(name)\(storage))")).map { .init($0) }
        case (.bool, .decimal(let scale?)), (.int16, .decimal(let scale?)), (.int32, .decimal(let scale?)),
            (.int64, .decimal(let scale?)):
            return .init(scaled(name, by: scale))
        case (.bool, .decimal(nil)), (.int16, .decimal(nil)), (.int32, .decimal(nil)), (.int64, .decimal(nil)):
            return .init("CAST(\(name) AS TEXT)")
        case (.decimal(let scale?), .decimal(let more?)) where more > scale: return .init(scaled(name, by: more - scale))
        case (.decimal(0), .int64): return .init(name)
        case (.uuid(.blob), .uuid(.text)), (.uuid(.blob), .string):
            return .init(uuidText(name))
        default: return nil
        }
    }

    /// The text of a UUID that is stored as 16 bytes.
    static func uuidText(_ name: String) -> String {
        let digits = "lower(hex(\(name)))"
        let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(digits), \($0.0), \($0.1))" }
        return "CASE WHEN \(name) IS NOT NULL THEN \(parts.joined(separator: " || '-' || ")) END"
    }

    /// A product beyond 64 bits is no integer any more, which a STRICT table refuses: nothing is rounded.
    private static func scaled(_ name: String, by places: Int) -> String {
        places == 0 ? name : "\(name) * \(power(places))"
    }

    private static func power(_ places: Int) -> String { "1" + String(repeating: "0", count: places) }

    // MARK: Where values may not fit

    private static func narrowing(_ name: String, _ old: AttributeType, _ new: AttributeType) -> Conversion? {
        switch (old, new) {
        case (.int32, .int16), (.int64, .int16), (.int64, .int32):
            return .init(name, fits: new.range.map { "\(name) BETWEEN \($0)" })
        case (.int16, .bool), (.int32, .bool), (.int64, .bool): return .init(name, fits: "\(name) IN (0, 1)")
        // Beyond these a floating-point number does not have each integer.
        case (.int64, .double), (.int64, .date(.reference)), (.int64, .date(.unix)):
            return .init("CAST(\(name) AS REAL)", fits: "\(name) BETWEEN -9007199254740992 AND 9007199254740992")
        case (.int32, .float), (.int64, .float):
            return .init("CAST(\(name) AS REAL)", fits: "\(name) BETWEEN -16777216 AND 16777216")
        case (.double, .int16), (.double, .int32), (.double, .int64), (.float, .int16), (.float, .int32), (.float, .int64),
            (.date(.reference), .int32), (.date(.reference), .int64), (.date(.unix), .int32), (.date(.unix), .int64):
            let whole = "CAST(\(name) AS INTEGER)"
            return .init(whole, fits: "\(whole) = \(name)" + (new.range.map { " AND \(whole) BETWEEN \($0)" } ?? ""))
        case (.decimal(let scale?), .decimal(let fewer?)) where fewer < scale:
            return .init("\(name) / \(power(scale - fewer))", fits: "\(name) % \(power(scale - fewer)) = 0")
        case (.decimal(let scale?), .int16), (.decimal(let scale?), .int32), (.decimal(let scale?), .int64):
            let whole = scale == 0 ? name : "\(name) / \(power(scale))"
            let conditions =
                (scale == 0 ? [] : ["\(name) % \(power(scale)) = 0"]) + (new.range.map { ["\(whole) BETWEEN \($0)"] } ?? [])
            return .init(whole, fits: conditions.joined(separator: " AND "))
        case (.decimal(let scale?), .double):
            // A quotient of two integers that a double has is the double nearest to the decimal.
            return .init(
                "CAST(\(name) AS REAL) / \(power(scale)).0", fits: "\(name) BETWEEN -9007199254740992 AND 9007199254740992")
        case (.double, .decimal(let scale?)):
            let whole = "CAST(round(\(name) * \(power(scale)).0) AS INTEGER)"
            return .init(whole, fits: "CAST(\(whole) AS REAL) / \(power(scale)).0 = \(name)")
        case (.string, .int16), (.string, .int32), (.string, .int64), (.decimal(nil), .int16), (.decimal(nil), .int32),
            (.decimal(nil), .int64):
            let whole = "CAST(\(name) AS INTEGER)"
            return .init(
                whole, fits: "CAST(\(whole) AS TEXT) = \(name)" + (new.range.map { " AND \(whole) BETWEEN \($0)" } ?? ""))
        case (.string, .enumeration(let type)) where !type.isInteger:
            return .init(name, fits: "\(name) IN (\(type.cases.map { SQL.literal($0.raw) }.joined(separator: ", ")))")
        case (.int16, .enumeration(let type)) where type.isInteger, (.int32, .enumeration(let type)) where type.isInteger,
            (.int64, .enumeration(let type)) where type.isInteger:
            return .init(name, fits: "\(name) IN (\(type.cases.map(\.raw).joined(separator: ", ")))")
        case (.enumeration(let type), .int16) where type.isInteger, (.enumeration(let type), .int32) where type.isInteger:
            return .init(name, fits: new.range.map { "\(name) BETWEEN \($0)" })
        case (.string, .url): return .init(name, fits: isURL(name))
        case (.string, .day): return .init(name, fits: "\(name) IS date(\(name), '+0 days') AND \(name) >= '0001-01-01'")
        default: return nil
        }
    }
}

extension AttributeType {
    /// Whether each value of the type is stored as the same value of `other`.
    func isStored(as other: AttributeType) -> Bool {
        switch (self, other) {
        case (.enumeration(let old), .enumeration(let new)):
            // Raw values that have no case any more are looked at on their own.
            old.isInteger == new.isInteger
        case (.composite, .composite): true
        case (.json(let old), .json(let new)): old == new
        default: self == other
        }
    }

    /// The least and the greatest value of an integer with fewer than 64 bits, as `BETWEEN` takes them.
    fileprivate var range: String? {
        switch self {
        case .int16: "\(Int16.min) AND \(Int16.max)"
        case .int32: "\(Int32.min) AND \(Int32.max)"
        default: nil
        }
    }
}

extension DefaultValue {
    /// The value as SQL, for rows that are there already; nil where it has no stored form.
    package func sql(of type: AttributeType) -> String? {
        switch self {
        case .literal(.empty(let container)): type.jsonType == nil ? nil : SQL.literal(container == .list ? "[]" : "{}")
        case .literal(let value):
            switch value.conditionValue.stored(as: type.valueType) {
            // A literal ends at its first NUL.
            case .text(let text)? where text.utf8.contains(0): SQLiteValue.blob(Array(text.utf8)).sqlLiteral.map { "CAST(\($0) AS TEXT)" }
            case let stored: stored?.sqlLiteral
            }
        // All rows get the moment of the migration.
        case .now:
            switch type {
            case .date(.reference): "(julianday('now') - 2451910.5) * 86400.0"
            case .date(.unix): "(julianday('now') - 2440587.5) * 86400.0"
            case .date(.iso8601): "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
            case .day: "date('now')"
            default: nil
            }
        // Each row gets one of its own.
        case .newUUID:
            switch type {
            case .uuid(.text): Self.randomUUID
            case .uuid(.blob): "randomblob(16)"
            default: nil
            }
        }
    }

    /// Random, of version 4.
    private static let randomUUID =
        "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'"
        + " || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
}
