public import Foundation
import SQLiteAccess

/// The value of a lazy attribute: known, or still in the store alone.
@frozen
public struct LazyValue<Value> {
    /// The value; of one that is not loaded nil, or what is empty.
    public let value: Value
    public let isLoaded: Bool

    /// A value that is known.
    @inlinable
    public init(_ value: Value) {
        self.value = value
        isLoaded = true
    }
}

extension LazyValue where Value: ExpressibleByNilLiteral {
    /// A value that is not loaded.
    @inlinable
    public init() {
        value = nil
        isLoaded = false
    }
}

extension LazyValue where Value: RangeReplaceableCollection {
    /// A value that is not loaded.
    @inlinable
    public init() {
        value = Value()
        isLoaded = false
    }
}

// MARK: - Reading

extension RowReader {
    /// A lazy string; one that does not fit is not loaded.
    public mutating func lazyString(at column: Int32) -> LazyValue<String> {
        let value = string(at: column)
        return hasFailed ? LazyValue() : LazyValue(value)
    }

    public mutating func lazyStringIfPresent(at column: Int32) -> LazyValue<String?> {
        let value = stringIfPresent(at: column)
        return hasFailed ? LazyValue() : LazyValue(value)
    }

    /// Lazy data; what does not fit is not loaded.
    public mutating func lazyData(at column: Int32) -> LazyValue<Data> {
        let value = data(at: column)
        return hasFailed ? LazyValue() : LazyValue(value)
    }

    public mutating func lazyDataIfPresent(at column: Int32) -> LazyValue<Data?> {
        let value = dataIfPresent(at: column)
        return hasFailed ? LazyValue() : LazyValue(value)
    }
}

// MARK: - Loading and setting

extension ManagedObject {
    /// For generated code: loads a lazy attribute that is not. Where that fails it stays as it is, and the next fetch or save
    /// throws the error.
    @inlinable
    @_spi(Generated) public final func _load(_ column: ColumnIndex, unless isLoaded: Bool) {
        if scope.notifiesObservers { access(column) }
        if !isLoaded { load(column) }
    }

    @_spi(Generated) @usableFromInline
    final func load(_ column: ColumnIndex) {
        // What was deleted and saved has no row any more.
        guard state != .gone, let context = scope.context else { return }
        do { try tryLoad(column, in: context) } catch { context.remember(error) }
    }

    /// Loads a value that is not loaded.
    /// - Throws: ``StoreError``; then the value stays as it is.
    final func tryLoad(_ column: ColumnIndex, in context: ManagedObjectContext) throws {
        if scope.isOfChild, let value = try context.inheritedValue(column, of: self) {
            return try context.inSnapshot { try read(column, from: value, in: $0) }
        }
        try context.read(column, of: self) { row in _read(column, from: &row) }
    }

    /// Whether a column's value is known; only that of a lazy attribute may not be, and one that the database derives.
    final func isLoaded(_ column: ColumnIndex) -> Bool {
        !scope.entity.columns[column].isReadOnUse || _isLoaded(column)
    }

    /// The stored form of a column's value that is not loaded, and stays so: the next fetch or save throws where it cannot be
    /// read.
    final func unloadedValue(_ column: ColumnIndex) -> SQLiteValue {
        guard state != .gone, let context = scope.context else { return .null }
        do {
            return try unloadedValue(column, in: context)
        } catch {
            context.remember(error)
            return .null
        }
    }

    /// The stored form of a column's value that is not loaded, and stays so.
    /// - Throws: ``StoreError``
    final func unloadedValue(_ column: ColumnIndex, in context: ManagedObjectContext) throws -> SQLiteValue {
        if scope.isOfChild, let value = try context.inheritedValue(column, of: self) { return value }
        var value = SQLiteValue.null
        try context.read(column, of: self) { row in value = try row.statement.value(at: 1).value }
        return value
    }

    /// For generated code: sets a lazy attribute; one that is not loaded is not loaded for that.
    @_spi(Generated) public final func _change<Value: Equatable>(
        _ column: ColumnIndex, _ storage: inout LazyValue<Value>, to value: Value
    ) {
        if storage.isLoaded, storage.value == value { return }
        guard storage.isLoaded else {
            willChangeUnloaded(column)
            storage = LazyValue(value)
            return
        }
        let isChangedAgain = _willChange(column, from: storage.value)
        storage = LazyValue(value)
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }

    /// For generated code: sets a lazy string. Swift calls two spellings of the same character equal; the store does not.
    @_spi(Generated) public final func _change(_ column: ColumnIndex, _ storage: inout LazyValue<String>, to value: String) {
        if storage.isLoaded, storage.value.utf8.elementsEqual(value.utf8) { return }
        guard storage.isLoaded else {
            willChangeUnloaded(column)
            storage = LazyValue(value)
            return
        }
        let isChangedAgain = _willChange(column, from: storage.value)
        storage = LazyValue(value)
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }

    /// For generated code: sets an optional lazy string.
    @_spi(Generated) public final func _change(_ column: ColumnIndex, _ storage: inout LazyValue<String?>, to value: String?) {
        if storage.isLoaded {
            if let old = storage.value, let value, old.utf8.elementsEqual(value.utf8) { return }
            if storage.value == nil, value == nil { return }
        }
        guard storage.isLoaded else {
            willChangeUnloaded(column)
            storage = LazyValue(value)
            return
        }
        let isChangedAgain = _willChange(column, from: storage.value)
        storage = LazyValue(value)
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }
}
