import SQLiteAccess

/// The key of another row that leads to this one, or to which this one leads: the other end of a to-one held the key, and no two
/// rows led to the same one; or another to-one of this row had it. It is NULL where there is no such row.
package struct KeyQuery: Sendable, Hashable, Codable {
    /// The table of the other row.
    package var table: String
    /// Its column that has this row's key, or the value of the column of this row.
    package var column: String
    /// The name of this row's table.
    package var owner: String
    /// The entities that the other row can be of; nil for all that its table has.
    package var entities: [String]?
    /// The column of this row whose value the other one has; nil for its own key.
    package var ownColumn: String?

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

    /// The key that another column of the row has, if its row exists.
    /// - Parameters:
    ///   - column: the column of this row.
    ///   - owner: the name of this row's table.
    ///   - table: the table to whose rows the column leads.
    ///   - entities: the entities that the other row can be of; nil for all that its table has.
    package init(copying column: String, of owner: String, to table: String, entities: [String]? = nil) {
        self.init(in: table, "_id", of: owner, entities: entities)
        ownColumn = column
    }

    /// The query, without brackets around it.
    package var sql: String {
        let (name, key, row) = (SQL.identifier(table), SQL.identifier(column), "\(SQL.identifier(owner)).\(SQL.identifier(ownColumn ?? "_id"))")
        let condition = entities.map { " AND _entity IN (\(SQL.list($0)))" } ?? ""
        // In a query on the same table its name means the inner row.
        return table == owner
            ? "SELECT _other._id FROM \(name) AS _other WHERE _other.\(key) = \(row)\(condition)"
            : "SELECT _id FROM \(name) WHERE \(key) = \(row)\(condition)"
    }
}
