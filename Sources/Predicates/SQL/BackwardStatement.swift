import SQLiteAccess

extension ResolvedPath.Step {
    /// The keys of the rows from which the step leads to some rows of its destination, as SQL with one placeholder: the keys of
    /// these, as a JSON array. Rows of other entities in the table may be among them, and keys without a row.
    /// - Parameter table: the table that the step starts from.
    public func selectSources(in table: String, leadingTo keys: String) -> SelectStatement {
        SelectStatement(sql: sources(in: table, leadingTo: SelectStatement.listedKeys), bindings: [.value(.text(keys))])
    }

    /// - Parameter keys: SQL that selects keys of the destination.
    fileprivate func sources(in table: String, leadingTo keys: String) -> String {
        if let joinTable {
            let (owner, member) = (SQL.identifier(joinTable.owner), SQL.identifier(joinTable.member))
            return "SELECT DISTINCT \(owner) FROM \(SQL.identifier(joinTable.name)) WHERE \(member) IN (\(keys))"
        }
        if FetchLayout.isKey(destinationColumn) {
            return "SELECT \(SQL.identifier(destinationColumn)) FROM \(SQL.identifier(table)) WHERE \(SQL.identifier(column)) IN (\(keys))"
        }
        // The step begins at the key of its own row.
        let (key, column) = (SQL.identifier(column), SQL.identifier(destinationColumn))
        return "SELECT DISTINCT \(column) FROM \(SQL.identifier(destinationTable))"
            + " WHERE \(key) IN (\(keys)) AND \(column) IS NOT NULL"
    }
}

extension FollowedRoute {
    /// The keys of the fetched rows from which the route leads to some rows at its end, in the present state of the store: as SQL
    /// with one placeholder, the keys of these as a JSON array.
    public func selectSources(leadingTo keys: String) -> SelectStatement {
        var sql = SelectStatement.listedKeys
        for (place, step) in steps.enumerated().reversed() { sql = step.sources(in: source(ofStep: place), leadingTo: sql) }
        return SelectStatement(sql: sql, bindings: [.value(.text(keys))])
    }
}

extension SelectStatement {
    fileprivate static let listedKeys = "SELECT value FROM json_each(?)"
}
