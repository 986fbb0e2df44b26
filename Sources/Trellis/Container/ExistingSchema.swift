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
        let table: ExistingTable
        do { table = try ExistingTable(entity.table, database) } catch let missing as ExistingTable.Missing { throw refuse(nil, missing.reason) }
        if table.isWithoutRowID { throw refuse(nil, "it has no integer key, because it was created WITHOUT ROWID") }
        let key = entity.key ?? ""
        guard let keyColumn = table.column(key) else { throw refuse(key, "there is no such column") }
        let isOnlyKey = keyColumn.keyPlace == 1 && table.columns.values.allSatisfy { $0.keyPlace <= 1 }
        if !isOnlyKey || keyColumn.type.uppercased() != "INTEGER" || table.indexes.contains(where: \.isOfKey) {
            throw refuse(key, "it is not the INTEGER PRIMARY KEY")
        }
        if let other = table.column(FetchLayout.existingKey), other.name.lowercased() != key.lowercased() {
            throw refuse(other.name, "the name is SQLite's for the key of the row")
        }
        let least = try Int64.fetchOne(database, sql: "SELECT min(\(FetchLayout.existingKey)) FROM main.\(SQL.identifier(entity.table))")
        if let least, least < 1 { throw refuse(key, "a row has the key \(least), and keys of objects are 1 or greater") }

        func column(_ name: String, isOptional: Bool, _ property: String) throws -> ExistingColumn {
            guard let column = table.column(name) else { throw refuse(name, "there is no such column") }
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
            if attribute.isUnique, !table.isUnique([attribute.column]) {
                throw refuse(attribute.column, "'\(attribute.name)' is unique, and the table has no unique index on the column")
            }
        }
        for unique in entity.uniqueColumns where !table.isUnique(unique) {
            throw refuse(unique.joined(separator: ", "), "they are unique together, and the table has no unique index on them")
        }
        for relationship in entity.toOne {
            let found = try column(relationship.column, isOptional: relationship.isOptional, relationship.name)
            if !found.holds(.object(entity: relationship.destination)) {
                throw refuse(relationship.column, "its type is '\(found.type)', and keys are integers")
            }
            try check(relationship, of: entity, table.keys(of: relationship.column), refuse)
            if isOneToOne(relationship), !table.isUnique([relationship.column]) {
                throw refuse(relationship.column, "'\(relationship.name)' is one-to-one, and the table has no unique index on the column")
            }
        }
        for relationship in entity.toMany { if let pairs = relationship.joinTable { try check(relationship, of: entity, pairs, database) } }
    }

    // MARK: Relationships

    private func check(
        _ relationship: ToOneDescriptor, of entity: EntityDescriptor, _ own: [ExistingKey], _ refuse: (String?, String) -> StoreError
    ) throws {
        let expected = expectedActions(of: relationship)
        guard !expected.isEmpty else {
            if own.isEmpty { return }
            throw refuse(relationship.column, "it has a foreign key, and the other side of '\(relationship.name)' has 'deleteRule: noAction'")
        }
        guard let destination = entities.first(where: { $0.name == relationship.destination }) else { return }
        try Self.check(own, of: relationship.column, to: destination, expected, refuse)
    }

    /// Whether the keys of a column are one, which leads to an entity and has one of the actions.
    private static func check(
        _ own: [ExistingKey], of column: String, to destination: EntityDescriptor, _ expected: [String], _ refuse: (String?, String) -> StoreError
    ) throws {
        let leads = own.filter { key in
            key.table.lowercased() == destination.table.lowercased() && !key.isComposite
                && (key.target == nil || key.target?.lowercased() == destination.key?.lowercased())
        }
        guard let key = leads.first else {
            throw refuse(column, "it has no foreign key to the key of '\(destination.table)'")
        }
        if let wrong = own.first(where: { !expected.contains($0.action) }) {
            throw refuse(
                column, "its foreign key has ON DELETE \(wrong.action), and the model's delete rule needs ON DELETE \(expected.joined(separator: " or "))")
        }
        if own.count > 1 { throw refuse(column, "it has several foreign keys, not only that to '\(key.table)'") }
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

    // MARK: Pairs

    /// Compares the table of a many-to-many relationship, for the key of the entity that has the relationship.
    private func check(_ relationship: ToManyDescriptor, of entity: EntityDescriptor, _ pairs: JoinTableDescriptor, _ database: Database) throws {
        func refuse(_ column: String?, _ reason: String) -> StoreError {
            .otherTable(path: path, table: pairs.name, column: column, reason: reason)
        }
        let table: ExistingTable
        do { table = try ExistingTable(pairs.name, database) } catch let missing as ExistingTable.Missing { throw refuse(nil, missing.reason) }
        guard let column = table.column(pairs.column) else { throw refuse(pairs.column, "there is no such column") }
        if column.isComputed { throw refuse(pairs.column, "its values are generated, so '\(relationship.name)' cannot be written") }
        if !column.holds(.object(entity: entity.name)) { throw refuse(pairs.column, "its type is '\(column.type)', and keys are integers") }
        if !table.isUnique([pairs.column, pairs.member]) {
            throw refuse("\(pairs.column), \(pairs.member)", "the table has no unique index on them, so it could have a pair twice")
        }
        let own = SQL.identifier(pairs.column)
        if try Row.fetchOne(database, sql: "SELECT 1 FROM main.\(SQL.identifier(pairs.name)) WHERE \(own) IS NULL") != nil {
            throw refuse(pairs.column, "a row has NULL, and a pair has two keys")
        }
        let keys = table.keys(of: pairs.column)
        switch relationship.deleteRule {
        case .nullify: try Self.check(keys, of: pairs.column, to: entity, ["CASCADE"], refuse)
        case .deny: try Self.check(keys, of: pairs.column, to: entity, ["NO ACTION", "RESTRICT"], refuse)
        case .noAction, .cascade:
            if !keys.isEmpty { throw refuse(pairs.column, "it has a foreign key, and '\(relationship.name)' has 'deleteRule: noAction'") }
        }
    }
}
