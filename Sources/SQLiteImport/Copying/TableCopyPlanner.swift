import Predicates
import SQLiteAccess
import SQLiteStorage
import StoreImport

/// Plans which value of the database becomes which of the new store.
struct TableCopyPlanner {
    let translation: DatabaseTranslation
    let schema: StorageSchema

    /// The number of an entity, in the name of its table of new keys.
    private func numbering(_ entity: PlannedEntity) -> String {
        "temp.trellis_keys_\(translation.entities.firstIndex { $0.name == entity.name } ?? 0)"
    }

    private func entity(ofTable name: String) -> PlannedEntity? { translation.entities.first { $0.table.name.isSameName(as: name) } }

    /// What tells the rows of a table apart: the number of a row, or the columns of its key.
    private static func identity(_ table: ExistingTable) -> [(name: String, definition: String)] {
        if let key = table.rowKey { return [(SQL.identifier(key), "INTEGER")] }
        return table.primaryKey.map { name in
            let collation = table.indexes.lazy.flatMap(\.keys).first { $0.column?.isSameName(as: name) == true }?.collation
            let known = ["NOCASE", "RTRIM"].contains(collation ?? "") ? " COLLATE \(collation ?? "")" : ""
            return (SQL.identifier(name), "\((table.column(name)?.affinity ?? .blob).rawValue)\(known)")
        }
    }

    private func join(_ entity: PlannedEntity, to row: String) -> String {
        if entity.table.keepsKeys { return "" }
        let conditions = Self.identity(entity.table).enumerated().map { "numbering.k\($0) = \(row).\($1.name)" }
        return " JOIN \(numbering(entity)) AS numbering ON \(conditions.joined(separator: " AND "))"
    }

    private func key(_ entity: PlannedEntity, of row: String) -> String {
        entity.table.keepsKeys ? "\(row).\(SQL.identifier(entity.table.rowKey ?? "rowid"))" : "numbering.id"
    }

    /// The key of the row that a key of `origin` leads to; NULL if it leads to none.
    private func lookup(_ key: ExistingKey) -> String? {
        guard let destination = entity(ofTable: key.table) else { return nil }
        let selection = KeyLookup(key, to: destination.table).selection(self.key(destination, of: "destination"), joining: join(destination, to: "destination"))
        return "(\(selection))"
    }

    /// - Throws: ``StoreImportError``
    func rows() throws(StoreImportError) -> [TableCopy] {
        try translation.entities.map { entity throws(StoreImportError) in
            guard let target = schema.table(forEntity: entity.name) else { throw StoreImportError("the model has no entity '\(entity.name)'") }
            var values = [(column: FetchLayout.keyColumn, expression: key(entity, of: "origin"))]
            var counts = [(place: String, column: String, expected: String)]()
            for attribute in entity.attributes {
                guard let column = target.column(for: attribute.name, of: entity.name) else { throw StoreImportError("'\(entity.name).\(attribute.name)' has no column") }
                let x = "origin.\(SQL.identifier(attribute.guess.column.name))"
                values.append((column.name, attribute.guess.expression(x)))
                counts.append(("\(entity.name).\(attribute.name)", column.name, attribute.guess.count(x)))
            }
            for link in entity.links {
                guard let column = target.column(for: link.name, of: entity.name), let lookup = lookup(link.key) else {
                    throw StoreImportError("'\(entity.name).\(link.name)' has no column")
                }
                values.append((column.name, lookup))
                let isSet = link.key.columns.map { "origin.\(SQL.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
                counts.append(("\(entity.name).\(link.name)", column.name, "ifnull(sum(\(isSet)), 0) - \(link.key.strays)"))
            }
            let source = SourceDatabase.sql(entity.table.name)
            var copy = TableCopy(
                place: entity.name, source: source, target: target.name, from: "\(source) AS origin\(join(entity, to: "origin"))", values: values, counts: counts,
                greatestKey: entity.table.keepsKeys ? entity.table.greatestKey : nil, rowCount: entity.table.rowCount)
            copy.oldKey = Self.keyText(entity.table)
            copy.respelled = entity.links.compactMap { link in
                respelled(link.key, of: entity.table, oldKey: copy.oldKey).map { ("\(entity.name).\(link.name)", link.destination, $0) }
            }
            if !entity.table.keepsKeys { copy.numbering = numberingStatements(entity) }
            return copy
        }
    }

    /// The declared key as text; the parts of a composite key with tabs between them.
    private static func keyText(_ table: ExistingTable) -> String {
        let columns = table.primaryKey.isEmpty ? [table.rowKey ?? "rowid"] : table.primaryKey
        return columns.map { text("origin.\(SQL.identifier($0))") }.joined(separator: ", ")
    }

    /// The old key of each row whose key is written otherwise than there, that key as it is written, and the new key of its row.
    private func respelled(_ key: ExistingKey, of table: ExistingTable, oldKey: String) -> String? {
        guard key.respelled > 0, let destination = entity(ofTable: key.table), let lookup = lookup(key),
            let condition = KeyLookup(key, to: destination.table).respelled(isOfTexts: table.column(key.columns[0])?.affinity == .text)
        else { return nil }
        return "SELECT \(oldKey), \(Self.text("origin.\(SQL.identifier(key.columns[0]))")), \(lookup) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(condition) ORDER BY 1"
    }

    /// Bytes are a literal of SQL: they need not be a text.
    private static func text(_ x: String) -> String { "CASE typeof(\(x)) WHEN 'blob' THEN quote(\(x)) ELSE \(ImportFunctions.number)(\(x)) END" }

    private func numberingStatements(_ entity: PlannedEntity) -> [String] {
        let (table, identity) = (numbering(entity), Self.identity(entity.table))
        let columns = identity.enumerated().map { "k\($0) \($1.definition)" }
        let names = identity.indices.map { "k\($0)" }.joined(separator: ", ")
        let keys = identity.map(\.name).joined(separator: ", ")
        return [
            "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")), UNIQUE (\(names)))",
            "INSERT INTO \(table) (\(names)) SELECT \(keys) FROM \(SourceDatabase.sql(entity.table.name)) ORDER BY \(keys)",
        ]
    }

    /// Pairs have no key of their own: the columns of both keys are it.
    private func respelledPairs(_ join: PlannedJoin) -> [(place: String, entity: String, selection: String)] {
        let oldKey = [join.left, join.right].map { Self.text("origin.\(SQL.identifier($0.columns[0]))") }.joined(separator: ", ")
        return [(join.left, "\(join.rightEntity).\(join.rightName)", join.leftEntity), (join.right, "\(join.leftEntity).\(join.leftName)", join.rightEntity)].compactMap { key, place, entity in
            respelled(key, of: join.table, oldKey: oldKey).map { (place, entity, $0) }
        }
    }

    /// - Throws: ``StoreImportError``
    func pairs() throws(StoreImportError) -> [TableCopy] {
        try translation.joins.map { join throws(StoreImportError) in
            let place = "\(join.leftEntity).\(join.leftName)"
            guard let target = schema.joinTable(of: join.leftName, ofEntity: join.leftEntity), let left = lookup(join.left), let right = lookup(join.right) else {
                throw StoreImportError("'\(place)' has no table")
            }
            let isLeft = target.source.entity == join.leftEntity && target.source.relationship == join.leftName
            let ends = isLeft ? (target.source, target.target) : (target.target, target.source)
            let source = SourceDatabase.sql(join.table.name)
            let columns = (SQL.identifier(join.left.columns[0]), SQL.identifier(join.right.columns[0]))
            return TableCopy(
                place: place, source: source, target: target.name, from: "\(source) AS origin", values: [(ends.0.column, left), (ends.1.column, right)],
                counts: [(place, ends.0.column, "count(origin.\(columns.0))"), (place, ends.1.column, "count(origin.\(columns.1))")],
                respelled: respelledPairs(join), greatestKey: nil, rowCount: join.table.rowCount)
        }
    }
}
