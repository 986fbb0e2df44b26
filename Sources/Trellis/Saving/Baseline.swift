import Foundation
import SQLiteAccess

/// The value that a column of an object had before its first change: what a conflict compares with the store to find out whether
/// others have changed it too.
///
/// It is kept as Swift has it, which costs a change a few nanoseconds, and brought into its stored form when there is a conflict.
struct Baseline {
    let object: ObjectIdentifier
    let column: Int
    private let value: Value

    private enum Value {
        case swift(Any)
        case stored(SQLiteValue)
        /// It was still in the store alone.
        case unknown
    }

    init(of column: Int, in object: ManagedObject, swift value: Any) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .swift(value))
    }

    init(of column: Int, in object: ManagedObject, stored value: SQLiteValue) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .stored(value))
    }

    init(ofUnloaded column: Int, in object: ManagedObject) {
        (self.object, self.column, self.value) = (ObjectIdentifier(object), column, .unknown)
    }

    /// The stored form of the value, of a column of that type; nil where nobody looked at it.
    func stored(as type: ValueType) -> SQLiteValue? {
        switch value {
        case .unknown: return nil
        case .stored(let value): return value
        case .swift(let value):
            var writer = ColumnWriter()
            writer.write(any: value, as: type)
            return writer.captured
        }
    }
}

extension ColumnWriter {
    /// Writes a value of one of the types that attributes have, as a column of `type` stores it.
    fileprivate mutating func write(any value: Any, as type: ValueType) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            // An optional has its value for its only child.
            guard let inner = mirror.children.first?.value else { return writeNull() }
            return write(any: inner, as: type)
        }
        if type == .json {
            if let value = value as? any Encodable { write(json: value) }
            return
        }
        switch value {
        case let value as Bool: write(value)
        case let value as Int64: write(value)
        case let value as Int32: write(value)
        case let value as Int16: write(value)
        case let value as Int: write(value)
        case let value as Double: write(value)
        case let value as Float: write(value)
        case let value as String: write(value)
        case let value as Data: write(value)
        case let value as Day: write(value)
        case let value as URL: write(value)
        case let value as UUID: write(value, storage: type == .textUUID ? .text : .blob)
        case let value as Decimal:
            if let scale = type.scale { write(value, scale: scale) } else { write(value) }
        case let value as Date:
            write(value, storage: type == .unixDate ? .unix : type == .iso8601Date ? .iso8601 : .reference)
        case let value as any RawRepresentable:
            write(any: value.rawValue, as: type)
        default: writeNull()
        }
    }
}

// MARK: - Noting them

extension ManagedObject {
    /// For generated code: notes that a column, which has the value `old`, is about to change.
    @_spi(Generated) public final func _willChange<Value>(_ column: Int, from old: Value) {
        checkEdit(column)
        if state == .saved, isFirstChange(of: column) {
            note(Baseline(of: column, in: self, swift: old))
        }
        _willChange(column)
    }

    /// Notes that a column, whose stored form is `old`, is about to change.
    final func willChange(_ column: Int, fromStored old: SQLiteValue) {
        if state == .saved, isFirstChange(of: column) {
            note(Baseline(of: column, in: self, stored: old))
        }
        _willChange(column)
    }

    /// Notes that a column, which is not loaded, is about to change.
    final func willChangeUnloaded(_ column: Int) {
        checkEdit(column)
        if state == .saved, isFirstChange(of: column) { note(Baseline(ofUnloaded: column, in: self)) }
        _willChange(column)
    }

    /// Notes that a key is about to change.
    final func willChange(_ column: Int, from old: ToOneReference) {
        willChange(column, fromStored: old.currentKey == 0 ? .null : .integer(old.currentKey))
    }

    /// Whether a column has not changed since the last save.
    private func isFirstChange(of column: Int) -> Bool {
        if !changes.contains(column) { return true }
        // The mask has one bit for all of these.
        guard ChangeMask.isShared(column), let context = scope.context else { return false }
        return !context.wideBaselines.contains(WideColumn(object: ObjectIdentifier(self), column: column))
    }

    private func note(_ baseline: Baseline) {
        guard let context = scope.context else { return }
        context.baselines.append(baseline)
        if ChangeMask.isShared(baseline.column) {
            context.wideBaselines.insert(WideColumn(object: baseline.object, column: baseline.column))
        }
    }

    /// Forgets the changes of columns.
    final func forgetChanges() {
        changes.removeAll()
        let count = scope.entity.columns.count
        guard let context = scope.context, count > 0, ChangeMask.isShared(count - 1) else { return }
        for column in 0..<count where ChangeMask.isShared(column) {
            context.wideBaselines.remove(WideColumn(object: ObjectIdentifier(self), column: column))
        }
    }

    /// Takes what the store holds now for what was read of the columns that have changes.
    final func renewBaselines(from stored: ManagedObject) {
        let columns = scope.entity.columns
        for column in changes.columns(of: columns.count) where !columns[column].isReadOnUse {
            note(Baseline(of: column, in: self, stored: stored.writtenValue(column)))
        }
    }
}

/// One of the columns whose changes an object's mask cannot tell apart.
struct WideColumn: Hashable {
    let object: ObjectIdentifier
    let column: Int
}
