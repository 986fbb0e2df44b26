import GRDB
import Predicates
import SQLiteAccess

/// Compares the tables of another program's file with a model that has `layout: existing`. It only reads.
struct ExistingSchema {
    let entities: [EntityDescriptor]
    let path: String

    /// - Throws: ``StoreError/otherTable(path:table:column:reason:)`` for the first difference; errors of SQLite.
    func check(_ database: Database) throws {
        for entity in entities { try check(entity, database) }
    }

    /// Whether SQLite remembers the keys of deleted rows of any table.
    static func remembersKeys(_ database: Database) throws -> Bool {
        try Row.fetchOne(database, sql: "SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'") != nil
    }

    private func check(_ entity: EntityDescriptor, _ database: Database) throws {
        func refuse(_ column: String?, _ reason: String) -> StoreError {
            .otherTable(path: path, table: entity.table, column: column, reason: reason)
        }
        let found = try Row.fetchOne(
            database, sql: "SELECT type, wr, name FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
            arguments: [entity.table])
        guard let found else { throw refuse(nil, "there is no such table") }
        let type: String = found[0]
        if type != "table" { throw refuse(nil, "it is a \(type), and not a table") }
        if found[1] as Bool { throw refuse(nil, "it has no integer key, because it was created WITHOUT ROWID") }

        let columns = try self.columns(of: entity.table, database)
        let indexes = try self.indexes(of: entity.table, database)
        let key = entity.key ?? ""
        guard let keyColumn = columns[key.lowercased()] else { throw refuse(key, "there is no such column") }
        let isOnlyKey = keyColumn.keyPlace == 1 && columns.values.allSatisfy { $0.keyPlace <= 1 }
        if !isOnlyKey || keyColumn.type.uppercased() != "INTEGER" || indexes.contains(where: \.isOfKey) {
            throw refuse(key, "it is not the INTEGER PRIMARY KEY")
        }
        if let other = columns[FetchLayout.existingKey], other.name.lowercased() != key.lowercased() {
            throw refuse(other.name, "the name is SQLite's for the key of the row")
        }
        let least = try Int64.fetchOne(database, sql: "SELECT min(\(FetchLayout.existingKey)) FROM main.\(SQL.identifier(entity.table))")
        if let least, least < 1 { throw refuse(key, "a row has the key \(least), and keys of objects are 1 or greater") }

        func column(_ name: String, isOptional: Bool, _ property: String) throws -> ExistingColumn {
            guard let column = columns[name.lowercased()] else { throw refuse(name, "there is no such column") }
            if column.isComputed { throw refuse(name, "its values are generated, so '\(property)' cannot be written") }
            if column.isNullable, !isOptional { throw refuse(name, "it can be NULL, and '\(property)' is not optional") }
            if !column.isNullable, isOptional { throw refuse(name, "it is NOT NULL, and '\(property)' is optional") }
            return column
        }
        for attribute in entity.attributes {
            let found = try column(attribute.column, isOptional: attribute.isOptional, attribute.name)
            if !found.holds(attribute) {
                let rest = attribute.type == .text && found.isOfDocuments ? ": 'pattern: \(TextPattern.document)' would refuse those that look like numbers" : ""
                throw refuse(attribute.column, "its type is '\(found.type)', which does not keep values of '\(attribute.name)' as they are\(rest)")
            }
            if attribute.isUnique, !indexes.contains(where: { $0.isUnique(for: [attribute.column]) }) {
                throw refuse(attribute.column, "'\(attribute.name)' is unique, and the table has no unique index on the column")
            }
        }
        for unique in entity.uniqueColumns where !indexes.contains(where: { $0.isUnique(for: unique) }) {
            throw refuse(unique.joined(separator: ", "), "they are unique together, and the table has no unique index on them")
        }
        let keys = try foreignKeys(of: entity.table, database)
        for relationship in entity.toOne {
            let found = try column(relationship.column, isOptional: relationship.isOptional, relationship.name)
            if !found.holds(.object(entity: relationship.destination)) {
                throw refuse(relationship.column, "its type is '\(found.type)', and keys are integers")
            }
            try check(relationship, of: entity, keys, refuse)
            if isOneToOne(relationship), !indexes.contains(where: { $0.isUnique(for: [relationship.column]) }) {
                throw refuse(relationship.column, "'\(relationship.name)' is one-to-one, and the table has no unique index on the column")
            }
        }
    }

    // MARK: Relationships

    private func check(
        _ relationship: ToOneDescriptor, of entity: EntityDescriptor, _ keys: [ForeignKey], _ refuse: (String?, String) -> StoreError
    ) throws {
        let own = keys.filter { $0.column.lowercased() == relationship.column.lowercased() }
        let expected = expectedActions(of: relationship)
        guard !expected.isEmpty else {
            if own.isEmpty { return }
            throw refuse(relationship.column, "it has a foreign key, and the other side of '\(relationship.name)' has 'deleteRule: noAction'")
        }
        guard let destination = entities.first(where: { $0.name == relationship.destination }) else { return }
        let leads = own.filter { key in
            key.table.lowercased() == destination.table.lowercased() && !key.isComposite
                && (key.target == nil || key.target?.lowercased() == destination.key?.lowercased())
        }
        guard let key = leads.first else {
            throw refuse(relationship.column, "it has no foreign key to the key of '\(destination.table)'")
        }
        if let wrong = own.first(where: { !expected.contains($0.action) }) {
            throw refuse(
                relationship.column,
                "its foreign key has ON DELETE \(wrong.action), and the model's delete rule needs ON DELETE \(expected.joined(separator: " or "))")
        }
        if own.count > 1 { throw refuse(relationship.column, "it has several foreign keys, not only that to '\(key.table)'") }
    }

    private func isOneToOne(_ relationship: ToOneDescriptor) -> Bool {
        inverse(of: relationship)?.isToOne == true
    }

    private func inverse(of relationship: ToOneDescriptor) -> ToManyDescriptor? {
        entities.first { $0.name == relationship.destination }?.toMany.first { $0.name == relationship.inverse }
    }

    /// The actions that keep the delete rule of the other side for other programs too; empty for a rule without a foreign key.
    private func expectedActions(of relationship: ToOneDescriptor) -> [String] {
        switch inverse(of: relationship)?.deleteRule ?? .nullify {
        case .cascade: ["CASCADE"]
        case .nullify where relationship.isOptional: ["SET NULL"]
        case .nullify, .deny: ["NO ACTION", "RESTRICT"]
        case .noAction: []
        }
    }

    // MARK: What the file has

    private struct ForeignKey {
        let column: String
        let table: String
        /// The other column; nil for the key of the table.
        let target: String?
        let action: String
        let isComposite: Bool
    }

    private func foreignKeys(of table: String, _ database: Database) throws -> [ForeignKey] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list(?, 'main')", arguments: [table])
        let sizes = Dictionary(grouping: rows, by: { $0[0] as Int64 }).mapValues(\.count)
        return rows.map { row in
            ForeignKey(column: row[1], table: row[2], target: row[3], action: row[4], isComposite: sizes[row[0]] != 1)
        }
    }

    private func columns(of table: String, _ database: Database) throws -> [String: ExistingColumn] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?, 'main')", arguments: [table])
        let columns = rows.map { row in
            ExistingColumn(name: row[0], type: row[1], isNullable: !(row[2] as Bool), keyPlace: row[3], isComputed: row[4] as Int != 0)
        }
        return Dictionary(columns.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func indexes(of table: String, _ database: Database) throws -> [ExistingIndex] {
        try Row.fetchAll(database, sql: "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?, 'main')", arguments: [table])
            .map { row in
                let columns = try String?.fetchAll(database, sql: "SELECT name FROM pragma_index_info(?, 'main')", arguments: [row[0] as String])
                return ExistingIndex(columns: columns, isWholeAndUnique: row[1] as Bool && !(row[3] as Bool), isOfKey: row[2] as String == "pk")
            }
    }
}

/// A column of another program's table.
private struct ExistingColumn {
    let name: String
    /// As the table declares it: SQLite takes any text.
    let type: String
    let isNullable: Bool
    /// Its place in the primary key, from 1; 0 for other columns.
    let keyPlace: Int
    let isComputed: Bool

    /// Whether the column is declared for JSON, which has the affinity of numbers in SQLite.
    var isOfDocuments: Bool { ColumnAffinity.isOfDocuments(declared: type) }

    /// Whether the column keeps values of an attribute as they are written.
    func holds(_ attribute: AttributeDescriptor) -> Bool {
        // A save refuses texts that look like numbers, which SQLite would make numbers of.
        let isOfDocuments = isOfDocuments && attribute.type == .text && attribute.rules.contains(.pattern(TextPattern.document))
        return isOfDocuments || holds(attribute.type)
    }

    /// Whether the column keeps values of an attribute's type as they are written.
    func holds(_ type: ValueType) -> Bool {
        let affinity = ColumnAffinity(declared: self.type)
        switch type {
        case .bool, .integer, .decimal, .duration, .object, .enumeration(_, isInteger: true, _), .composite:
            return affinity != .text && affinity != .real
        case .real, .date, .unixDate: return affinity != .text
        // These texts never look like numbers.
        case .day, .iso8601Date, .textUUID: return affinity == .text || affinity == .blob || affinity == .numeric
        case .text, .foldedText, .exactDecimal, .enumeration, .json:
            let isTime = ["DATE", "TIME"].contains { self.type.uppercased().contains($0) }
            return affinity == .text || affinity == .blob || affinity == .numeric && isTime && type == .text
        case .data, .uuid: return true
        }
    }
}

/// An index of another program's table.
private struct ExistingIndex {
    /// The names of the columns; nil for an expression.
    let columns: [String?]
    let isWholeAndUnique: Bool
    /// Whether it belongs to the primary key, which is not the key of the rows then.
    let isOfKey: Bool

    /// Whether no two rows have the same values in some columns.
    func isUnique(for names: [String]) -> Bool {
        isWholeAndUnique && columns.allSatisfy { $0 != nil } && Set(columns.compactMap { $0?.lowercased() }) == Set(names.map { $0.lowercased() })
    }
}
