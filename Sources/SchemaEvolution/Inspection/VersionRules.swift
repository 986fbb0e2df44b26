import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// A rule that rows of a table can break, as SQL that is true for those that do.
struct RowRule: Hashable {
    var table: String
    var kind: Kind
    /// SQL on a row of the table.
    var isBroken: String
    /// Whether the database refuses rows that break it. Otherwise only the library does.
    var isEnforced = true

    enum Kind: Hashable {
        /// A required value is missing; with the entities whose rows require it, if the table has rows of others.
        case missing(String, entities: [String] = [])
        /// A value of another storage class than the column's.
        case wrongType(String, ColumnType)
        /// A value that does not meet the conditions of its attribute.
        case refused(String, [String])
        /// A value that is none of its attribute's type, though its column takes it.
        case unreadable(String, AttributeType)
        /// A row of an entity that has no objects in the table.
        case unknownEntity
        /// A key that leads to no row.
        case strayKey(String, destination: String)
        /// A key that leads to a row of another entity than that of its relationship.
        case wrongDestination(String, entity: String)
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

    func table(ofEntity name: String) -> String? { schema.table(forEntity: name)?.name }

    /// The rules of single rows.
    func rules(ofTable name: String) -> [RowRule] {
        if let join = schema.joinTables.first(where: { $0.name == name }) {
            return [join.source, join.target].flatMap { end in
                [RowRule(table: name, kind: .missing(end.column), isBroken: Self.isMissing(SQL.identifier(end.column)))]
                    + (end.onDelete == .nothing ? [] : [strayKey(end.column, to: end.table, in: name)])
                    + wrongDestination(end.column, of: end.entity, in: name)
            }
        }
        guard let table = schema.tables.first(where: { $0.name == name }) else { return [] }
        let objects = table.entities.filter { version.model.entity(named: $0)?.isAbstract == false }
        let entity = table.hasEntityColumn
            ? [
                RowRule(
                    table: name, kind: .unknownEntity,
                    isBroken: "\(Self.isMissing(FetchLayout.entityColumn)) OR \(FetchLayout.entityColumn) NOT IN (\(SQL.literals(objects)))",
                    isEnforced: false)
            ] : []
        return entity + table.columns.flatMap { rules(of: $0, in: table) }
    }

    private func rules(of column: Column, in table: Table) -> [RowRule] {
        let name = SQL.identifier(column.name)
        func rule(_ kind: RowRule.Kind, _ isBroken: String, isEnforced: Bool = true) -> RowRule {
            RowRule(table: table.name, kind: kind, isBroken: isBroken, isEnforced: isEnforced)
        }
        var rules = [rule(.wrongType(column.name, column.type), "typeof(\(name)) NOT IN (\(SQL.literals(column.type.storageClasses)))")]
        if !column.isNullable {
            rules.append(rule(.missing(column.name), Self.isMissing(name)))
        } else if let kinds = kinds(requiring: column) {
            // The column of a child is nullable for the rows of other entities.
            let isOfKind = "\(FetchLayout.entityColumn) IN (\(SQL.literals(kinds)))"
            rules.append(rule(.missing(column.name, entities: kinds), "\(isOfKind) AND \(Self.isMissing(name))", isEnforced: false))
        }
        // Another storage class is reported as a wrong type.
        let isOfType = "typeof(\(name)) IN (\(SQL.literals(column.type.storageClasses)))"
        if !column.checks.isEmpty {
            rules.append(rule(.refused(column.name, column.checks), "\(isOfType) AND NOT (\(column.checks.joined(separator: " AND ")))"))
        }
        if let stored = version.attributes[.init(column.entity, column.property)], !stored.isPresence {
            let type = stored.attribute.type
            let forms = TypeConditions.conditions(on: column.name, of: type)
            let isChecked = Set(forms).isSubset(of: column.checks)
            if let condition = ReadableTexts.condition(on: name, of: type) {
                rules.append(rule(.unreadable(column.name, type), "\(isOfType) AND NOT \(condition)", isEnforced: false))
            } else if !isChecked, !stored.attribute.isChecked {
                rules.append(rule(.refused(column.name, forms), "\(isOfType) AND NOT (\(forms.joined(separator: " AND ")))", isEnforced: false))
            }
        }
        if let reference = column.reference { rules.append(strayKey(column.name, to: reference.table, in: table.name)) }
        if let relationship = version.relationship(.init(column.entity, column.property)) {
            rules += wrongDestination(column.name, of: relationship.destination.text, in: table.name)
        }
        return rules
    }

    /// The entities whose objects must have a value in a nullable column of a child; nil if none does.
    private func kinds(requiring column: Column) -> [String]? {
        let place = MigrationDecisions.Place(column.entity, column.property)
        guard let entity = version.model.entity(named: column.entity), entity.parent != nil else { return nil }
        let isRequired = version.attributes[place].map { !$0.isNullable } ?? version.relationship(place).map { !$0.isOptional } ?? false
        return isRequired ? version.model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text) : nil
    }

    /// SQLite takes `IS NULL` on a NOT NULL column for false without reading the row, and the row may break that rule.
    private static func isMissing(_ name: String) -> String { "typeof(\(name)) = 'null'" }

    private func strayKey(_ column: String, to destination: String, in table: String) -> RowRule {
        let key = "\(SQL.identifier(table)).\(SQL.identifier(column))"
        return RowRule(
            table: table, kind: .strayKey(column, destination: destination),
            isBroken: "NOT \(Self.isMissing(key)) AND NOT EXISTS (SELECT 1 FROM \(SQL.identifier(destination)) AS _destination "
                + "WHERE _destination.\(FetchLayout.keyColumn) = \(key))")
    }

    /// The table of a hierarchy has rows of several entities, and a foreign key accepts all of them.
    private func wrongDestination(_ column: String, of entity: String, in table: String) -> [RowRule] {
        guard let destination = schema.table(forEntity: entity), let declared = version.model.entity(named: entity) else { return [] }
        let kinds = Set(version.model.subtree(of: declared).map(\.name.text))
        // Rows of an unknown entity are reported themselves.
        let others = destination.entities.filter { !kinds.contains($0) }
        if others.isEmpty { return [] }
        return [
            RowRule(
                table: table, kind: .wrongDestination(column, entity: entity),
                isBroken: "EXISTS (SELECT 1 FROM \(SQL.identifier(destination.name)) AS _destination "
                    + "WHERE _destination.\(FetchLayout.keyColumn) = \(SQL.identifier(table)).\(SQL.identifier(column)) "
                    + "AND _destination.\(FetchLayout.entityColumn) IN (\(SQL.literals(others))))",
                isEnforced: false)
        ]
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
