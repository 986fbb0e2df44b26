import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// How a value of one type becomes one of another without losing anything.
enum Conversion {
    /// The expression for a value of type `new` from a column of type `old`; nil where something could be lost, or no value
    /// stands for another.
    static func expression(_ column: String, from old: AttributeType, to new: AttributeType) -> String? {
        let name = SQL.identifier(column)
        if old.isStored(as: new) { return name }
        switch (old, new) {
        case (.bool, .int16), (.bool, .int32), (.bool, .int64), (.int16, .int32), (.int16, .int64), (.int32, .int64),
            (.float, .double), (.string, .url), (.url, .string):
            return name
        case (.enumeration(let type), .string) where !type.isInteger: return name
        case (.double, .date(.reference)), (.date(.reference), .double), (.double, .date(.unix)), (.date(.unix), .double): return name
        case (.bool, .double), (.int16, .double), (.int32, .double), (.int16, .float), (.bool, .float): return "CAST(\(name) AS REAL)"
        case (.date(.reference), .date(.unix)): return "\(name) + 978307200.0"
        case (.date(.unix), .date(.reference)): return "\(name) - 978307200.0"
        case (.bool, .decimal(let scale?)), (.int16, .decimal(let scale?)), (.int32, .decimal(let scale?)),
            (.int64, .decimal(let scale?)):
            return scaled(name, by: scale)
        case (.decimal(let scale?), .decimal(let more?)) where more > scale: return scaled(name, by: more - scale)
        case (.enumeration(let type), .int64) where type.isInteger: return name
        case (.uuid(.blob), .uuid(.text)):
            let digits = "lower(hex(\(name)))"
            let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(digits), \($0.0), \($0.1))" }
            return parts.joined(separator: " || '-' || ")
        default: return nil
        }
    }

    /// A product beyond 64 bits is no integer any more, which a STRICT table refuses: nothing is rounded.
    private static func scaled(_ name: String, by places: Int) -> String {
        places == 0 ? name : "\(name) * 1" + String(repeating: "0", count: places)
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

    /// The raw values that `new` cannot read.
    func lostRawValues(in new: AttributeType) -> [String] {
        guard case .enumeration(let old) = self, case .enumeration(let new) = new, !new.hasUnknown else { return [] }
        let known = Set(new.cases.map(\.raw))
        return old.cases.filter { !known.contains($0.raw) }.map(\.name)
    }
}

extension DefaultValue {
    /// The value as SQL, for rows that are there already; nil where it has no stored form.
    func sql(of type: AttributeType) -> String? {
        switch self {
        case .literal(.empty(let container)): type.jsonType == nil ? nil : SQL.literal(container == .list ? "[]" : "{}")
        case .literal(let value): value.conditionValue.stored(as: type.valueType)?.sqlLiteral
        // All rows get the moment of the migration.
        case .now:
            switch type {
            case .date(.reference): "(julianday('now') - 2451910.5) * 86400.0"
            case .date(.unix): "(julianday('now') - 2440587.5) * 86400.0"
            case .day: "date('now')"
            default: nil
            }
        case .newUUID: nil
        }
    }
}
