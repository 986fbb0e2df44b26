import SQLiteAccess

/// The key of another row that leads to this one: the other end of a to-one held the key, and no two rows led to the same one.
package struct KeyQuery: Sendable, Hashable, Codable {
    /// The table of the other row.
    package var table: String
    /// Its column with the key.
    package var column: String
    /// The name of this row's table.
    package var owner: String
    /// The entities that the other row can be of; nil for all that its table has.
    package var entities: [String]?

    /// - Parameters:
    ///   - table: the table of the other row.
    ///   - column: its column with the key.
    ///   - owner: the name of this row's table.
    ///   - entities: the entities that the other row can be of; nil for all that its table has.
    package init(in table: String, _ column: String, of owner: String, entities: [String]? = nil) {
        self.table = table
        self.column = column
        self.owner = owner
        self.entities = entities
    }

    /// The query, without brackets around it.
    package var sql: String {
        let (name, key, row) = (SQL.identifier(table), SQL.identifier(column), "\(SQL.identifier(owner))._id")
        let condition = entities.map { " AND _entity IN (\(SQL.list($0)))" } ?? ""
        // In a query on the same table its name means the inner row.
        return table == owner
            ? "SELECT _other._id FROM \(name) AS _other WHERE _other.\(key) = \(row)\(condition)"
            : "SELECT _id FROM \(name) WHERE \(key) = \(row)\(condition)"
    }
}
