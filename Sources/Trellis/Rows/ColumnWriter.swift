public import Foundation
import SQLiteAccess

/// Takes one value of an object: into a parameter of a statement, or into a `SQLiteValue`.
///
/// One generated method serves writing, validation and conditions in memory, so the three always agree on the stored form.
public struct ColumnWriter {
    /// The statement that the value is bound to; nil for a writer that keeps it.
    private let statement: RawStatement?
    /// Memory for texts until the statement has run, and the keys of new objects.
    private let binding: BindingContext?
    /// The parameter that the value is bound to.
    var index: Int32
    /// The value of a writer without a statement.
    private(set) var captured = SQLiteValue.null
    /// The error of the first value that SQLite refused. Its parameter is NULL, so the statement must not run.
    private(set) var failure: (any Error)?

    /// A writer that binds to the parameter at `index`; texts stay in `binding` until the statement has run.
    init(to statement: RawStatement, at index: Int32, _ binding: BindingContext) {
        self.statement = statement
        self.binding = binding
        self.index = index
    }

    /// A writer that keeps its value.
    init() {
        statement = nil
        binding = nil
        index = 0
    }

    private mutating func put(integer value: Int64) {
        guard let statement else { return captured = .integer(value) }
        do { try statement.bind(value, at: index) } catch { remember(error) }
    }

    private mutating func put(real value: Double) {
        guard let statement else { return captured = .real(value) }
        do { try statement.bind(value, at: index) } catch { remember(error) }
    }

    private mutating func put(bytes: UnsafeRawBufferPointer) {
        guard let statement else { return captured = .blob(Array(bytes)) }
        do { try statement.bind(bytes, at: index) } catch { remember(error) }
    }

    /// NULL, for a missing value.
    mutating func writeNull() { putNull() }

    private mutating func putNull() {
        guard let statement else { return captured = .null }
        do { try statement.bindNull(at: index) } catch { remember(error) }
    }

    /// Generated code writes without `try`, so ``RowWriter`` checks for a failure after each value.
    private mutating func remember(_ error: any Error) {
        failure = failure ?? error
    }
}

// MARK: - Values

extension ColumnWriter {
    public mutating func write(_ value: Bool) { put(integer: value ? 1 : 0) }
    public mutating func write(_ value: Int16) { put(integer: Int64(value)) }
    public mutating func write(_ value: Int32) { put(integer: Int64(value)) }
    public mutating func write(_ value: Int64) { put(integer: value) }
    public mutating func write(_ value: Int) { put(integer: Int64(value)) }
    public mutating func write(_ value: Float) { put(real: Double(value)) }
    public mutating func write(_ value: Double) { put(real: value) }
    public mutating func write(_ value: Date) { put(real: value.timeIntervalSinceReferenceDate) }
    public mutating func write(_ value: Day) { write(value.description) }

    /// A duration as an integer of microseconds. One that does not fit is written as a real, which validation refuses.
    public mutating func write(_ value: Duration) {
        if let microseconds = StoredDuration.microseconds(value) {
            put(integer: microseconds)
        } else {
            put(real: StoredDuration.number(value))
        }
    }

    public mutating func write(_ value: UUID) { withUnsafeBytes(of: value.uuid) { put(bytes: $0) } }
    public mutating func write(_ value: URL) { write(value.absoluteString) }
    public mutating func write(_ value: Data) { value.withUnsafeBytes { put(bytes: $0) } }

    public mutating func write(_ value: String) {
        guard let statement, let binding else { return captured = .text(value) }
        do { try binding.bind(value, to: statement, at: index) } catch { remember(error) }
    }

    /// A decimal as an integer of its last place. Validation refuses a decimal that does not fit; without validation it is written as a
    /// real, which a STRICT table refuses.
    public mutating func write(_ value: Decimal, scale: Int) {
        if let integer = ScaledDecimal.integer(value, scale: scale) {
            put(integer: integer)
        } else {
            put(real: Double(value.description) ?? .infinity)
        }
    }

    /// A decimal without a scale, as canonical text. NaN is written as a real, which validation refuses.
    public mutating func write(_ value: Decimal) {
        if let text = ExactDecimal.text(value) { write(text) } else { put(real: .nan) }
    }

    /// A value as JSON. A value that cannot be encoded is written as a real, which validation refuses.
    public mutating func write<Value: Encodable>(json value: Value?) {
        guard let value else { return putNull() }
        if let text = StoredJSON.text(of: value) { write(text) } else { put(real: .nan) }
    }

    /// An instant in a chosen form. Validation refuses an instant without that form; without validation it is written as a real, which a
    /// STRICT table refuses among texts.
    public mutating func write(_ value: Date, storage: DateStorage) {
        let seconds = value.timeIntervalSinceReferenceDate
        switch storage {
        case .reference: put(real: seconds)
        case .unix: put(real: UnixInstant.seconds(seconds))
        case .iso8601:
            if let text = ISO8601Instant.text(seconds) { write(text) } else { put(real: seconds) }
        }
    }

    /// A UUID in a chosen form.
    public mutating func write(_ value: UUID, storage: UUIDStorage) {
        switch storage {
        case .blob: write(value)
        case .text: write(UUIDText.text(value))
        }
    }

    /// The key of a to-one relationship.
    public mutating func write(_ reference: ToOneReference) {
        let key = reference.currentKey
        if key == 0 { return putNull() }
        put(integer: key < 0 ? binding?.keys[key] ?? key : key)
    }
}

// MARK: - Optional values

extension ColumnWriter {
    public mutating func write(_ value: Bool?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Int16?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Int32?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Int64?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Int?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Float?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Double?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Date?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Day?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Duration?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: UUID?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: URL?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Decimal?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: Data?) { if let value { write(value) } else { putNull() } }
    public mutating func write(_ value: String?) { if let value { write(value) } else { putNull() } }

    public mutating func write(_ value: Decimal?, scale: Int) {
        if let value { write(value, scale: scale) } else { putNull() }
    }

    public mutating func write(_ value: Date?, storage: DateStorage) {
        if let value { write(value, storage: storage) } else { putNull() }
    }

    public mutating func write(_ value: UUID?, storage: UUIDStorage) {
        if let value { write(value, storage: storage) } else { putNull() }
    }
}
