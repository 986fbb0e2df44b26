import Predicates
import SQLiteAccess
import SQLiteStorage

/// A rule that rows of a table can break, as SQL that is true for those that do.
struct RowRule: Hashable {
    var table: String
    var kind: Kind
    /// SQL on a row of the table.
    var isBroken: String

    enum Kind: Hashable {
        /// A required value is missing.
        case missing(String)
        /// A value of another storage class than the column's.
        case wrongType(String, ColumnType)
        /// A value that does not meet the conditions of its attribute.
        case refused(String, [String])
        /// A row of an entity that the table has no objects of.
        case unknownEntity
        /// A key that leads to no row.
        case strayKey(String, destination: String)
    }
}

/// A unique index of a version, which rows of a table break together.
struct UniqueRule: Hashable {
    var name: String
    var table: String
    var columns: [String]
    /// Which rows the index has, as SQL; nil for all.
    var condition: String?
}

/// What the rows of a version's tables have to meet.
struct VersionRules {
    private let version: StoredVersion
    private var schema: StorageSchema { version.schema }

    init(of version: StoredVersion) { self.version = version }

    /// The names of all tables, join tables included.
    var tables: [String] { schema.tables.map(\.name) + schema.joinTables.map(\.name) }

    /// The rules of single rows.
    func rules(ofTable name: String) -> [RowRule] {
        if let join = schema.joinTables.first(where: { $0.name == name }) {
            return [join.source, join.target].flatMap { end in
                [RowRule(table: name, kind: .missing(end.column), isBroken: Self.isMissing(SQL.identifier(end.column)))]
                    + (end.onDelete == .nothing ? [] : [strayKey(end.column, to: end.table, in: name)])
            }
        }
        guard let table = schema.tables.first(where: { $0.name == name }) else { return [] }
        let entity = table.hasEntityColumn
            ? [
                RowRule(
                    table: name, kind: .unknownEntity,
                    isBroken: "\(Self.isMissing(FetchLayout.entityColumn)) OR \(FetchLayout.entityColumn) NOT IN (\(SQL.literals(table.entities)))")
            ] : []
        return entity + table.columns.flatMap { rules(of: $0, in: name) }
    }

    private func rules(of column: Column, in table: String) -> [RowRule] {
        let name = SQL.identifier(column.name)
        let type = column.type
        var rules = [RowRule]()
        if !column.isNullable { rules.append(.init(table: table, kind: .missing(column.name), isBroken: Self.isMissing(name))) }
        rules.append(.init(table: table, kind: .wrongType(column.name, type), isBroken: "typeof(\(name)) NOT IN (\(SQL.literals(type.storageClasses)))"))
        let conditions = column.checks.isEmpty ? typeConditions(of: column) : column.checks
        if !conditions.isEmpty {
            // What has another storage class is reported as that.
            rules.append(
                .init(
                    table: table, kind: .refused(column.name, conditions),
                    isBroken: "typeof(\(name)) IN (\(SQL.literals(type.storageClasses))) AND NOT (\(conditions.joined(separator: " AND ")))"))
        }
        if let reference = column.reference { rules.append(strayKey(column.name, to: reference.table, in: table)) }
        return rules
    }

    /// SQLite takes `IS NULL` on a NOT NULL column for false without reading the row, and the row may break that rule.
    private static func isMissing(_ name: String) -> String { "typeof(\(name)) = 'null'" }

    /// What the library cannot read: values that the type of the attribute does not have.
    private func typeConditions(of column: Column) -> [String] {
        guard let stored = version.attributes[.init(column.entity, column.property)] else { return [] }
        return TypeConditions.conditions(on: column.name, of: stored.attribute.type)
    }

    private func strayKey(_ column: String, to destination: String, in table: String) -> RowRule {
        let key = "\(SQL.identifier(table)).\(SQL.identifier(column))"
        return RowRule(
            table: table, kind: .strayKey(column, destination: destination),
            isBroken: "NOT \(Self.isMissing(key)) AND NOT EXISTS (SELECT 1 FROM \(SQL.identifier(destination)) AS _destination "
                + "WHERE _destination.\(FetchLayout.keyColumn) = \(key))")
    }

    /// The unique indexes of a table.
    func uniqueRules(ofTable name: String) -> [UniqueRule] {
        let own = schema.tables.filter { $0.name == name }.flatMap(\.indexes).filter(\.isUnique).map {
            UniqueRule(name: $0.name, table: name, columns: $0.keys.map(\.column), condition: $0.condition)
        }
        let joined = schema.joinTables.filter { $0.name == name }.flatMap(\.indexes).prefix(1).map {
            UniqueRule(name: $0.name, table: name, columns: $0.keys.map(\.column), condition: $0.condition)
        }
        return own + joined
    }

    /// The tables with keys of a table's rows.
    func tables(referencing destination: String) -> [String] {
        let own = schema.tables.filter { $0.columns.contains { $0.reference?.table == destination } }.map(\.name)
        return own + schema.joinTables.filter { $0.source.table == destination || $0.target.table == destination }.map(\.name)
    }

    /// A column in the model's words: `'Customer.name'`; the names in SQL for a column of no property.
    func name(ofColumn column: String, in table: String) -> String {
        if let found = schema.tables.first(where: { $0.name == table })?.columns.first(where: { $0.name == column }) {
            return "'\(found.entity).\(found.property)'"
        }
        if let join = schema.joinTables.first(where: { $0.name == table }), let relationship = join.source.relationship {
            return "'\(join.source.entity).\(relationship)'"
        }
        return "'\(table).\(column)'"
    }

    /// A table in the model's words: its entity, or its relationship.
    func name(ofTable table: String) -> String {
        if let found = schema.tables.first(where: { $0.name == table }) { return "'\(found.entities[0])'" }
        return name(ofColumn: "", in: table)
    }
}

extension ColumnType {
    /// The storage classes of a STRICT table's column, that of NULL included (https://www.sqlite.org/stricttables.html).
    fileprivate var storageClasses: [String] { ["null", rawValue.lowercased()] }
}

extension SQL {
    /// Texts as a list of literals.
    fileprivate static func literals(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }
}
