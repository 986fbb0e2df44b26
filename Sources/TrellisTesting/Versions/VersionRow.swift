public import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
@_spi(Generated) public import Trellis

/// An object of any version, as its row has it.
public struct VersionRow: Sendable {
    /// The key of the row.
    public let id: Int64
    /// The object's own entity.
    public let entity: String
    private let stored: [String: StoredVersionValue]

    init(id: Int64, entity: String, _ stored: [String: StoredVersionValue]) {
        self.id = id
        self.entity = entity
        self.stored = stored
    }

    /// The value of an attribute, of a part of a composite (`home.city`), or the key of a to-one relationship; nil if it is nil.
    /// - Parameters:
    ///   - property: the name in the model of the store's version.
    ///   - type: the type of the attribute in that version. An enum is its raw value, JSON a text, and a key `Int64`.
    /// - Throws: ``VersionError`` if the version has no such property, or if the value is none of the type.
    public func value<Value: VersionValue>(_ property: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let stored = stored[property] else {
            throw VersionError("'\(entity)' has no '\(property)': it has \(self.stored.keys.sorted().joined(separator: ", "))")
        }
        if stored.value == .null { return nil }
        guard let value = Value(_stored: stored) else { throw VersionError("'\(entity).\(property)' of row \(id) is no \(type): \(stored.value)") }
        return value
    }
}

/// A stored value with its form.
public struct StoredVersionValue: Sendable {
    let value: SQLiteValue
    let property: SwiftStep.Property
}

/// A type in which values of ``VersionRow`` are read: Booleans, numbers, `String`, `Date`, `Day`, `Duration`, `Data`, `UUID` and `URL`.
public protocol VersionValue: Sendable {
    /// nil if the stored value is none of the type.
    init?(_stored: StoredVersionValue)
}

// Each type reads a value as a step in Swift does.

extension Bool: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Int: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Int16: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Int32: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Int64: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Float: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Double: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Decimal: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension String: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Date: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Day: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Duration: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension Data: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension UUID: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

extension URL: VersionValue {
    public init?(_stored stored: StoredVersionValue) { self.init(stored.value, of: stored.property) }
}

/// Reads the rows of a table as objects.
struct VersionRowReader {
    private let table: Table
    private let properties: [(name: String, property: SwiftStep.Property)]
    private let kinds: [String]

    /// - Parameters:
    ///   - owners: the entities whose properties are read.
    ///   - rows: the entities whose rows are read.
    init(_ table: Table, owners: [Entity], rows kinds: [String]) {
        self.table = table
        self.kinds = kinds
        properties = owners.flatMap { owner -> [(String, SwiftStep.Property)] in
            let attributes = owner.storedAttributes.compactMap { stored -> (String, SwiftStep.Property)? in
                guard let column = table.column(for: stored.name.text, of: owner.name.text) else { return nil }
                return (stored.name.text, .init(stored.name.text, column: column.name, stored))
            }
            let keys = owner.relationships.filter(\.holdsKey).compactMap { relationship -> (String, SwiftStep.Property)? in
                guard let column = table.column(for: relationship.name.text, of: owner.name.text) else { return nil }
                return (relationship.name.text, .init(relationship.name.text, column: column.name, .key, isOptional: true))
            }
            return attributes + keys
        }
    }

    func rows(_ connection: SQLiteConnection) throws -> [VersionRow] {
        let entity = table.hasEntityColumn ? "_entity" : SQL.literal(table.entities[0])
        let columns = (["_id", entity] + properties.map { SQL.identifier($0.property.column) }).joined(separator: ", ")
        let condition = table.hasEntityColumn ? " WHERE _entity IN (\(kinds.map(SQL.literal).joined(separator: ", ")))" : ""
        let statement = try connection.prepare("SELECT \(columns) FROM \(SQL.identifier(table.name))\(condition) ORDER BY _id")
        var rows = [VersionRow]()
        while try statement.raw.step() {
            var stored: [String: StoredVersionValue] = [:]
            for (index, entry) in properties.enumerated() {
                stored[entry.name] = StoredVersionValue(value: try statement.raw.value(at: Int32(index) + 2).value, property: entry.property)
            }
            rows.append(VersionRow(id: statement.raw.integer(at: 0), entity: try statement.raw.text(at: 1), stored))
        }
        return rows
    }
}
