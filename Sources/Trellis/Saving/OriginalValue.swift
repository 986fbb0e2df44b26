import Foundation
import SQLiteAccess

/// The value that a column of an object had before its first change since the last save. A conflict compares it with the row, to
/// find out whether another save has changed the column too.
///
/// It is kept as Swift has it, which costs a change a few nanoseconds, and converted to its stored form in a conflict.
struct OriginalValue {
    let object: ObjectIdentifier
    let column: ColumnIndex
    private var value: Value

    private enum Value {
        case swift(Any)
        case stored(SQLiteValue)
        /// The column was not loaded.
        case unknown
    }

    /// The form in which a column of a type stores a value of an attribute.
    static func stored(_ value: Any, as type: ValueType) -> SQLiteValue {
        var writer = ColumnWriter()
        writer.write(any: value, as: type)
        return writer.captured
    }

    init(of column: ColumnIndex, in object: ManagedObject, swift value: Any) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .swift(value))
    }

    init(of column: ColumnIndex, in object: ManagedObject, stored value: SQLiteValue) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .stored(value))
    }

    init(ofUnloaded column: ColumnIndex, in object: ManagedObject) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .unknown)
    }

    /// Whether the value is `other`; nil if only stored forms can tell, or the column was not loaded.
    func isSame<Other: Equatable>(as other: Other) -> Bool? {
        guard case .swift(let value) = value, let value = value as? Other else { return nil }
        // Swift calls two spellings of the same character equal; the store does not.
        if let text = value as? String, let other = other as? String { return text.utf8.elementsEqual(other.utf8) }
        return value == other
    }

    /// Whether the value is stored as `other`; false if the column was not loaded. It keeps its stored form from then on.
    mutating func isStored(as other: SQLiteValue, type: ValueType) -> Bool {
        guard let stored = stored(as: type) else { return false }
        value = .stored(stored)
        return stored.isSame(as: other)
    }

    /// The stored form of the value in a column of a type; nil if the column was not loaded.
    func stored(as type: ValueType) -> SQLiteValue? {
        switch value {
        case .unknown: return nil
        case .stored(let value): return value
        case .swift(let value): return Self.stored(value, as: type)
        }
    }
}

extension ColumnWriter {
    /// Writes a value of an attribute as a column of `type` stores it.
    fileprivate mutating func write(any value: Any, as type: ValueType) {
        if type != .json, writePlain(value, as: type) { return }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            // The only child of an optional is its value.
            guard let inner = mirror.children.first?.value else { return writeNull() }
            return write(any: inner, as: type)
        }
        if type == .json {
            if let value = value as? any Encodable { write(json: value) }
        } else if let value = value as? any RawRepresentable {
            write(any: value.rawValue, as: type)
        } else {
            writeNull()
        }
    }

    /// Writes a value of a type of the standard library or Foundation, or an optional with one, which a cast unwraps.
    /// - Returns: whether it is of such a type.
    private mutating func writePlain(_ value: Any, as type: ValueType) -> Bool {
        switch value {
        case let value as String: write(value)
        case let value as Double: write(value)
        case let value as Int64: write(value)
        case let value as Int32: write(value)
        case let value as Int16: write(value)
        case let value as Int: write(value)
        case let value as Bool: write(value)
        case let value as Float: write(value)
        case let value as Data: write(value)
        case let value as Day: write(value)
        case let value as Duration: write(value)
        case let value as URL: write(value)
        case let value as UUID: write(value, storage: type == .textUUID ? .text : .blob)
        case let value as Decimal:
            if let scale = type.scale { write(value, scale: scale) } else { write(value) }
        case let value as Date:
            write(value, storage: type == .unixDate ? .unix : type == .iso8601Date ? .iso8601 : .reference)
        default: return false
        }
        return true
    }
}
