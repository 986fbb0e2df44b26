import SQLiteAccess

/// A composite of a model: a generated struct whose parts stand in columns next to each other. Members whose names begin with an
/// underscore are for the library.
public protocol CompositeValue: Sendable {
    /// How many columns the parts take.
    static var _columnCount: Int { get }

    /// The composite of a row, whose first part stands in `column`; nil where a part does not fit, which `row` remembers.
    init?(_row row: inout RowReader, at column: Int32)

    /// Gives the value of a part, counted in columns from 0, to `writer`.
    func _write(_ part: Int, to writer: inout ColumnWriter)

    /// The value with rounded parts, as an object keeps it.
    func _rounded() -> Self
}

extension CompositeValue {
    public func _rounded() -> Self { self }
}

extension RowReader {
    /// A composite whose parts begin at `column`; nil where one of them does not fit.
    @inlinable
    public mutating func composite<Value: CompositeValue>(at column: Int32) -> Value? {
        Value(_row: &self, at: column)
    }

    /// A composite that may be missing: whether it is there stands in `column`, and its parts after that.
    @inlinable
    public mutating func compositeIfPresent<Value: CompositeValue>(at column: Int32) -> Value? {
        let presence = statement.value(at: column)
        if presence.isNull { return nil }
        guard presence.isInteger, presence.integer == 1 else {
            fail(at: column)
            return nil
        }
        return Value(_row: &self, at: column + 1)
    }
}

extension ColumnWriter {
    /// A part of a composite; of one that is missing NULL.
    public mutating func write<Value: CompositeValue>(_ value: Value?, part: Int) {
        if let value { value._write(part, to: &self) } else { writeNull() }
    }

    /// A part of a composite that may be missing; part 0 is whether it is there.
    public mutating func writeIfPresent<Value: CompositeValue>(_ value: Value?, part: Int) {
        if part > 0 { return write(value, part: part - 1) }
        if value == nil { writeNull() } else { write(1 as Int64) }
    }
}

extension ManagedObject {
    /// For generated code: sets a composite whose parts begin at `column`. Parts that are stored as they were before are no
    /// change: what `==` of the struct says is not looked at.
    @_spi(Generated) public final func _changeComposite<Value: CompositeValue>(
        _ column: ColumnIndex, _ storage: inout Value?, to value: Value?
    ) {
        for part in 0..<Value._columnCount {
            var (old, new) = (ColumnWriter(), ColumnWriter())
            old.write(storage, part: part)
            new.write(value, part: part)
            if old.captured.isSame(as: new.captured) { continue }
            checkEdit(column + part)
            if willChange(column + part, fromStored: old.captured) { didChangeAgain(column + part, toStored: new.captured) }
        }
        storage = value
    }

    /// For generated code: sets a composite that may be missing. Whether it is there stands in `column`, and its parts after that.
    @_spi(Generated) public final func _changeCompositeIfPresent<Value: CompositeValue>(
        _ column: ColumnIndex, _ storage: inout Value?, to value: Value?
    ) {
        if (storage == nil) != (value == nil) {
            checkEdit(column)
            let (old, new) = (SQLiteValue(presenceOf: storage), SQLiteValue(presenceOf: value))
            if willChange(column, fromStored: old) { didChangeAgain(column, toStored: new) }
        }
        _changeComposite(column + 1, &storage, to: value)
    }
}

extension SQLiteValue {
    /// What the column of a composite that may be missing holds.
    fileprivate init<Value>(presenceOf composite: Value?) {
        self = composite == nil ? .null : .integer(1)
    }
}
