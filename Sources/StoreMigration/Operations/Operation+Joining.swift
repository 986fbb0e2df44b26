import SQLiteAccess

// What rows need that come to the rows of another table: keys that none of these has, and everything that leads to them.

/// Rows that come to a table that has others, with the values that they get there. They are computed while all tables are as they were.
package struct ComputedRows: Sendable, Hashable, Codable {
    /// The table that keeps them until they are added.
    package var draft: String
    package var rows: RowSet
    /// The table that the rows come to: values may name their table so.
    package var name: String
    /// Columns that values may name, and the table does not have: they are NULL.
    package var missing: [String]
    package var values: [ColumnValue]

    /// - Parameters:
    ///   - draft: the table that keeps the rows until they are added.
    ///   - rows: the rows where they are.
    ///   - name: the table that they come to.
    ///   - missing: columns that values may name, and the table of the rows does not have.
    ///   - values: the values of the columns.
    package init(in draft: String, from rows: RowSet, called name: String, missing: [String], _ values: [ColumnValue]) {
        self.draft = draft
        self.rows = rows
        self.name = name
        self.missing = missing
        self.values = values
    }

    /// The rows as FROM names them: with the missing columns, under the name that values may have for their table.
    var source: String {
        let table = SQL.identifier(rows.table)
        let source =
            missing.isEmpty ? table : "(SELECT *, \(missing.map { "NULL AS \(SQL.identifier($0))" }.joined(separator: ", ")) FROM \(table))"
        return "\(source) AS \(SQL.identifier(name))"
    }

    var sql: String {
        let list = values.map { value in
            let (column, sql) = (SQL.identifier(value.column), value.value.sql)
            return sql == column ? column : "\(sql) AS \(column)"
        }
        return "CREATE TABLE \(SQL.identifier(draft)) AS SELECT \(list.joined(separator: ", "))\nFROM \(source)"
            + (rows.entities.map { "\nWHERE _entity IN (\(SQL.list($0)))" } ?? "")
    }
}

/// What is added to a key: as much as some tables have ever given, so that the sum is a key that none of them has.
package struct KeyOffset: Sendable, Hashable, Codable {
    /// The last one is the table whose keys it is added to.
    package var tables: [String]
    /// Those of the tables whose own keys were raised before, and are up to twice as great.
    package var raised: [String]

    /// - Parameters:
    ///   - tables: the tables whose greatest keys are added up, with the one whose keys are raised at the end.
    ///   - raised: those of them whose keys were raised before.
    package init(above tables: [String], twice raised: [String]) {
        self.tables = tables
        self.raised = raised
    }

    /// The table whose keys are raised.
    var raisedTable: String? { tables.last }

    /// The number as SQL.
    package var sql: String {
        let sum = raised.isEmpty ? "seq" : "CASE WHEN name IN (\(SQL.list(raised))) THEN 2 * seq ELSE seq END"
        return "(SELECT coalesce(sum(\(sum)), 0) FROM sqlite_sequence WHERE name IN (\(SQL.list(tables))))"
    }
}

/// New keys of rows: in their own column, or in one that leads to them.
package struct KeyRaising: Sendable, Hashable, Codable {
    package var column: String
    package var table: String
    /// The rows that get new keys; nil for all rows that a key leads to.
    package var rows: RowSet?
    package var offset: KeyOffset

    /// - Parameters:
    ///   - column: the column with the keys.
    ///   - table: its table.
    ///   - rows: the rows that get new keys; nil for all.
    ///   - offset: what is added.
    package init(column: String, table: String, of rows: RowSet?, by offset: KeyOffset) {
        self.column = column
        self.table = table
        self.rows = rows
        self.offset = offset
    }

    var sql: String {
        let key = SQL.identifier(column)
        return "UPDATE \(SQL.identifier(table)) SET \(key) = \(key) + \(offset.sql) WHERE "
            + (rows.map { "\(key) IN (\($0.query))" } ?? "\(key) IS NOT NULL")
    }
}

/// The greatest key that a table has given, above all keys that came to it from another table: also above those of rows that were deleted
/// there, because keys may still lead to them.
package struct SequenceRaising: Sendable, Hashable, Codable {
    package var table: String
    /// The table whose keys were raised.
    package var source: String
    /// What was added to them.
    package var offset: KeyOffset

    /// - Parameters:
    ///   - table: the table that goes on from there.
    ///   - source: the table whose keys were raised.
    ///   - offset: what was added to them.
    package init(of table: String, past source: String, by offset: KeyOffset) {
        (self.table, self.source, self.offset) = (table, source, offset)
    }

    var statements: [String] {
        let (name, last) = (SQL.literal(table), "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = \(SQL.literal(source)))")
        return [
            "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(name), 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(name))",
            "UPDATE sqlite_sequence SET seq = \(offset.sql) + \(last) WHERE name = \(name)",
        ]
    }
}

/// New keys in the former keys of recorded changes.
package struct RecordedKeyRaising: Sendable, Hashable, Codable {
    package var table: String
    package var relationship: String
    /// The entities whose changes are recorded.
    package var owners: [String]
    package var rows: RowSet?
    package var offset: KeyOffset

    /// - Parameters:
    ///   - table: the table of the recorded changes.
    ///   - relationship: the name of the relationship.
    ///   - owners: the entities that have it.
    ///   - rows: the rows that get new keys; nil for all.
    ///   - offset: what is added.
    package init(table: String, relationship: String, owners: [String], of rows: RowSet?, by offset: KeyOffset) {
        self.table = table
        self.relationship = relationship
        self.owners = owners
        self.rows = rows
        self.offset = offset
    }

    var sql: String {
        let mark = " \(relationship) "
        let keys = "' ' || former_keys"
        let key = "CAST(substr(\(keys), instr(\(keys), \(SQL.literal(mark))) + \(mark.utf8.count)) AS INTEGER)"
        let raised = rows.map { " AND \(key) IN (\($0.query))" } ?? ""
        return "UPDATE \(SQL.identifier(table)) SET former_keys = substr(replace(\(keys), \(SQL.literal(mark)) || \(key) || ' ', "
            + "\(SQL.literal(mark)) || (\(key) + \(offset.sql)) || ' '), 2) WHERE entity IN (\(SQL.list(owners))) "
            + "AND instr(\(keys), \(SQL.literal(mark))) > 0\(raised)"
    }
}

/// Places of ordered members, from other rows with the same connections.
package struct PlaceCopy: Sendable, Hashable, Codable {
    package var table: String
    package var source: String
    package var place: ConnectionCopy.Copied
    /// The columns with the keys of both ends.
    package var keys: [ConnectionCopy.Copied]

    /// - Parameters:
    ///   - table: the table of connections.
    ///   - source: the table with the places.
    ///   - place: the column with the place.
    ///   - keys: the columns with the keys of both ends.
    package init(into table: String, from source: String, _ place: ConnectionCopy.Copied, matching keys: [ConnectionCopy.Copied]) {
        self.table = table
        self.source = source
        self.place = place
        self.keys = keys
    }

    var sql: String {
        let (name, column) = (SQL.identifier(table), SQL.identifier(place.column))
        let same = keys.map { "_other.\(SQL.identifier($0.from)) = \(name).\(SQL.identifier($0.column))" }
        return "UPDATE \(name) SET \(column) = (SELECT _other.\(SQL.identifier(place.from)) FROM \(SQL.identifier(source)) AS _other "
            + "WHERE \(same.joined(separator: " AND "))) WHERE \(column) IS NULL"
    }
}
