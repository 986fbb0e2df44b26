import SQLiteAccess
import StoreMigration

/// A row that a Swift step of a migration reads, as generated code declares it.
@_spi(Generated)
public protocol MigratedRow {
    /// The entity, as the step names it.
    static var entity: String { get }

    /// - Throws: `SwiftStepError` if a value cannot be read.
    init(_ row: MigratedRowReader) throws
}

/// A row that a Swift step of a migration writes.
@_spi(Generated)
public protocol WritableMigratedRow: MigratedRow {
    /// Gives each property to the writer, in their order.
    /// - Throws: `SwiftStepError` if a value cannot be stored.
    func write(to row: inout MigratedRowWriter) throws
}

/// The values of a row, in the order of the step's properties.
@_spi(Generated)
public struct MigratedRowReader {
    private let rows: SwiftStep.Rows
    private let values: [SQLiteValue]
    /// The row's key, `_id`.
    public let objectID: Int64

    init(_ rows: SwiftStep.Rows, _ objectID: Int64, _ values: [SQLiteValue]) {
        (self.rows, self.objectID, self.values) = (rows, objectID, values)
    }

    /// The value of the property with this number, from 0.
    /// - Throws: `SwiftStepError`
    public func value<Value: MigratedValue>(_ number: Int) throws -> Value {
        let property = rows.properties[number]
        if let value = Value(values[number], of: property) { return value }
        throw SwiftStepError.unreadable(
            entity: rows.entity, row: objectID, property: property.name, value: values[number].expression ?? "NULL")
    }
}

/// Takes the values of a row, in the order of the step's properties.
@_spi(Generated)
public struct MigratedRowWriter {
    private let rows: SwiftStep.Rows
    private(set) var values: [SQLiteValue] = []

    init(_ rows: SwiftStep.Rows) {
        self.rows = rows
        values.reserveCapacity(rows.properties.count)
    }

    /// Takes the value of the next property.
    /// - Throws: `SwiftStepError`
    public mutating func write(_ value: some MigratedValue) throws {
        let property = rows.properties[values.count]
        guard let stored = value.stored(of: property) else {
            throw SwiftStepError.unwritable(entity: rows.entity, property: property.name)
        }
        values.append(stored)
    }
}
