import SQLiteAccess

extension Operation {
    /// The statements that do it, in their order, each without the semicolon at its end.
    package var statements: [String] {
        switch self {
        case .createTable(let table): [table.sql]
        case .dropTable(let name), .dropSearch(let name): ["DROP TABLE \(SQL.identifier(name))"]
        case .renameTable(let old, let new): ["\(Self.alter(old)) RENAME TO \(SQL.identifier(new))"]
        case .rebuildTable(let rebuild): rebuild.statements
        case .addColumn(let column, let table): ["\(Self.alter(table)) ADD COLUMN \(column.sql)"]
        case .dropColumn(let column, let table): ["\(Self.alter(table)) DROP COLUMN \(SQL.identifier(column))"]
        case .renameColumn(let old, let new, let table):
            ["\(Self.alter(table)) RENAME COLUMN \(SQL.identifier(old)) TO \(SQL.identifier(new))"]
        case .dropNotNull(let column, let table): ["\(Self.alter(table)) ALTER COLUMN \(SQL.identifier(column)) DROP NOT NULL"]
        case .setNotNull(let column, let table): ["\(Self.alter(table)) ALTER COLUMN \(SQL.identifier(column)) SET NOT NULL"]
        case .addCheck(let check, let table):
            ["\(Self.alter(table)) ADD" + ColumnDefinition.check(check.conditions, after: "\(Self.alter(table)) ADD")]
        case .updateRows(let update): [update.sql]
        case .refuseValues(let column, let fits, let table, let type):
            [
                "UPDATE \(SQL.identifier(table)) SET \(SQL.identifier(column)) = \(type.refusedValue.expression ?? "NULL") "
                    + "WHERE NOT (\(fits.sql(on: column)))"
            ]
        case .deleteRows(let entity, let table):
            ["DELETE FROM \(SQL.identifier(table))\(entity.map { " WHERE _entity = \(SQL.literal($0))" } ?? "")"]
        case .moveRows(let move): move.statements
        case .computeRows(let rows): [rows.sql]
        case .addRows(let draft, let table, let columns):
            ["INSERT INTO \(SQL.identifier(table)) (\(SQL.names(columns)))\nSELECT \(SQL.names(columns)) FROM \(SQL.identifier(draft))"]
        case .copyAside(let name, let rows):
            ["CREATE TABLE \(SQL.identifier(name)) AS SELECT * FROM \(SQL.identifier(rows.table))\(rows.filter)"]
        case .raiseKeys(let raising): [raising.sql]
        case .raiseSequence(let raising): raising.statements
        case .raiseRecordedKeys(let raising): [raising.sql]
        case .raiseRecordedIDs(let table, let entities, let offset):
            ["UPDATE \(SQL.identifier(table)) SET id = id + \(offset.sql) WHERE entity IN (\(SQL.list(entities)))"]
        case .copyPlaces(let copy): [copy.sql]
        case .renameTexts(let changes, let column, let table):
            [
                "UPDATE \(SQL.identifier(table)) SET \(column) = "
                    + "\(SQL.cases(column, changes.map { (.text($0.old), .text($0.new)) })) "
                    + "WHERE \(column) IN (\(SQL.list(changes.map(\.old))))"
            ]
        case .emptyKeys(let column, let table, let rows):
            [
                "UPDATE \(SQL.identifier(table)) SET \(SQL.identifier(column)) = NULL "
                    + "WHERE \(SQL.identifier(column)) IN (\(rows.query))"
            ]
        case .deleteConnections(let column, let table, let rows):
            ["DELETE FROM \(SQL.identifier(table)) WHERE \(SQL.identifier(column)) IN (\(rows.query))"]
        case .copyConnections(let copy): [copy.sql]
        case .renameRecordedProperties(let names, let entity, let table): [Self.renaming(names, entity, table)]
        case .createIndex(let index): [index.sql]
        case .dropIndex(let name): ["DROP INDEX \(SQL.identifier(name))"]
        case .dropTrigger(let name): ["DROP TRIGGER \(SQL.identifier(name))"]
        case .dropView(let name): ["DROP VIEW \(SQL.identifier(name))"]
        case .fillSearch(let name): ["INSERT INTO \(SQL.identifier(name)) (\(SQL.identifier(name))) VALUES ('rebuild')"]
        case .createTrigger(_, let sql), .createView(_, let sql), .createSearch(_, let sql), .recompute(_, _, let sql), .user(let sql):
            [sql]
        case .recordVersion(let version): version.statements
        case .runSwift(let step): [step.statement]
        case .frozen(let statement): [statement.sql]
        }
    }

    private static func alter(_ table: String) -> String { "ALTER TABLE \(SQL.identifier(table))" }

    private static func renaming(_ names: [RecordedName], _ entity: String, _ table: String) -> String {
        // Names may be exchanged, so each has a mark in between that no name has.
        var (list, keys, object) = ("' ' || properties", "' ' || former_keys", "preserved")
        for (number, name) in names.enumerated() {
            let (old, mark) = (SQL.literal(" \(name.old) "), "' :\(number) '")
            list = "replace(\(list), \(old), \(name.new == nil ? "' '" : mark))"
            keys = "replace(\(keys), \(old), \(mark))"
            object = "replace(\(object), \(SQL.literal("\"\(name.old)\":")), '\":\(number)\":')"
        }
        for (number, name) in names.enumerated() {
            // A value or a key of a property that is gone keeps its mark.
            guard let new = name.new else { continue }
            let renamed = SQL.literal(" \(new) ")
            list = "replace(\(list), ' :\(number) ', \(renamed))"
            keys = "replace(\(keys), ' :\(number) ', \(renamed))"
            object = "replace(\(object), '\":\(number)\":', \(SQL.literal("\"\(new)\":")))"
        }
        return "UPDATE \(SQL.identifier(table)) SET properties = substr(\(list), 2), former_keys = substr(\(keys), 2),\n"
            + "  preserved = \(object)\nWHERE entity = \(SQL.literal(entity)) AND operation <> 'insert'"
    }
}

extension Rebuild {
    fileprivate var statements: [String] {
        let draft = Self.rebuiltName(of: table.name)
        let (name, rebuiltName) = (SQL.identifier(table.name), SQL.identifier(draft))
        return [table.sql(called: draft), values.insertion(into: draft, from: table.name)]
            + (keepsSequence ? SQL.continuing(draft, from: table.name) : [])
            + ["DROP TABLE \(name)", "ALTER TABLE \(rebuiltName) RENAME TO \(name)"]
    }
}

extension RowMove {
    fileprivate var statements: [String] {
        [values.insertion(into: table, from: source) + (namesTable == true ? " AS \(SQL.identifier(table))" : "") + "\nWHERE _entity IN (\(SQL.list(entities)))"] + SQL.continuing(table, from: source)
    }
}

extension [ColumnValue] {
    /// Inserts the values of all rows of a table into another one.
    fileprivate func insertion(into table: String, from source: String) -> String {
        "INSERT INTO \(SQL.identifier(table)) (\(SQL.names(map(\.column))))\nSELECT \(map(\.value.sql).joined(separator: ", "))\n"
            + "FROM \(SQL.identifier(source))"
    }
}

extension SQL {
    /// Has a table count its keys on from where another one is: SQLite would begin after the greatest that is there.
    fileprivate static func continuing(_ table: String, from source: String) -> [String] {
        let name = literal(table)
        return [
            "DELETE FROM sqlite_sequence WHERE name = \(name)",
            "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(name), seq FROM sqlite_sequence WHERE name = \(literal(source))",
        ]
    }
}

extension RowUpdate {
    /// Which rows change, as SQL; nil if all do.
    var condition: String? {
        fillsGaps ? values.map { "\(SQL.identifier($0.column)) IS NULL" }.joined(separator: " OR ") : nil
    }

    fileprivate var sql: String {
        let assignments = values.map { "\(SQL.identifier($0.column)) = \($0.value.sql)" }.joined(separator: ", ")
        return "UPDATE \(SQL.identifier(table)) SET \(assignments)\(condition.map { " WHERE \($0)" } ?? "")"
    }
}

extension RowSet {
    /// The keys of the rows.
    var query: String { "SELECT _id FROM \(SQL.identifier(table))\(filter)" }

    /// Which rows of the table they are, as SQL.
    fileprivate var filter: String { entities.map { " WHERE _entity IN (\(SQL.list($0)))" } ?? "" }
}

extension ConnectionCopy {
    fileprivate var sql: String {
        "INSERT INTO \(SQL.identifier(table)) (\(SQL.names(columns.map(\.column))))\nSELECT \(SQL.names(columns.map(\.from))) "
            + "FROM \(SQL.identifier(source))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.map { $0.sql(in: self) }.joined(separator: " AND "))")
    }
}

extension ConnectionCopy.Condition {
    fileprivate func sql(in copy: ConnectionCopy) -> String {
        switch self {
        case .leads(let key, let table): "\(SQL.identifier(key)) IN (\(RowSet(table).query))"
        case .avoids(let key, let rows): "\(SQL.identifier(key)) NOT IN (\(rows.query))"
        case .isOfNone(let entities): "_entity NOT IN (\(SQL.list(entities)))"
        case .isNew(let owner, let member):
            "NOT EXISTS (SELECT 1 FROM \(SQL.identifier(copy.table)) AS _known WHERE "
                + [owner, member].map { "_known.\(SQL.identifier($0.column)) = \(SQL.identifier(copy.source)).\(SQL.identifier($0.from))" }
                .joined(separator: " AND ") + ")"
        case .never: "0"
        }
    }
}

extension RecordedVersion {
    fileprivate var statements: [String] {
        let texts = [("version", String(version)), ("draft", isDraft ? "1" : "0")]
            + (meaning.map { [("hash", $0.hash), ("definition", $0.definition), ("model", $0.model)] } ?? [])
            + (hash.map { [("hash", $0)] } ?? [])
        let updates = texts.map { "UPDATE \(StoreRecord.table) SET value = \(SQL.literal($1)) WHERE key = \(SQL.literal($0))" }
        guard let compatible, let own = meaning?.hash ?? hash else { return updates }
        let list = StoreRecord.compatibleText(compatible, ofStoreWith: own)
        return updates + [
            "INSERT OR REPLACE INTO \(StoreRecord.table) (key, value) VALUES "
                + "(\(SQL.literal(StoreRecord.compatibleKey)), \(SQL.literal(list)))"
        ]
    }
}
