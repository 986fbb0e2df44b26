import GRDB
import SQLiteAccess

/// Statements for many rows, whose keys are one parameter: a JSON array. So one prepared statement serves any number of keys.
enum KeyStatements {
    /// The keys of a parameter.
    static let given = "(SELECT value FROM json_each(?))"

    /// The keys of the parameter with a number.
    static func parameter(_ number: Int) -> String { "(SELECT value FROM json_each(?\(number)))" }

    /// The parameter.
    static func json(_ keys: some Sequence<Int64>) -> String {
        var text = "["
        for key in keys {
            if text.utf8.count > 1 { text += "," }
            text += String(key)
        }
        return text + "]"
    }
}

extension EntityRuntime {
    private var table: String { SQL.identifier(descriptor.table) }

    /// The columns that a query of keys selects from the table called `name`: the key, and the entity if several share the table.
    fileprivate func selectedKey(_ name: String) -> String {
        "\(name).\(key)" + (hierarchy == nil ? "" : ", \(name).\(FetchLayout.entityColumn)")
    }

    /// The given keys that rows have.
    var selectKeys: String { "SELECT \(selectedKey("t0")) FROM \(table) AS t0 WHERE t0.\(key) IN \(KeyStatements.given)" }

    /// The rows that hold one of the given keys in a column.
    func selectHolders(_ column: ColumnIndex) -> String {
        selectRows + " WHERE t0.\(SQL.identifier(columns[column].name)) IN \(KeyStatements.given) ORDER BY t0.\(key)"
    }

    /// The keys of the rows that hold one of the given keys in a column.
    func selectHolderKeys(_ column: ColumnIndex) -> String {
        "SELECT \(selectedKey("t0")) FROM \(table) AS t0"
            + " WHERE t0.\(SQL.identifier(columns[column].name)) IN \(KeyStatements.given)"
    }

    /// The keys that the given rows hold in a column and that are those of rows of `destination`.
    func selectDestinationKeys(_ column: ColumnIndex, _ destination: EntityRuntime) -> String {
        "SELECT DISTINCT \(destination.selectedKey("d")) FROM \(table) AS t0 JOIN \(destination.table) AS d"
            + " ON d.\(destination.key) = t0.\(SQL.identifier(columns[column].name)) WHERE t0.\(key) IN \(KeyStatements.given)"
    }

    /// The keys that the given rows hold in a column, each after its row's key.
    func selectHeldKeys(_ column: ColumnIndex) -> String {
        let name = SQL.identifier(columns[column].name)
        return "SELECT \(key), \(name) FROM \(table) WHERE \(key) IN \(KeyStatements.given) AND \(name) IS NOT NULL"
    }

    /// The keys of the rows of this entity that a join table connects with the given ones.
    func selectMemberKeys(_ join: JoinRuntime) -> String {
        let name = SQL.identifier(join.table)
        return "SELECT DISTINCT \(selectedKey("t0")) FROM \(name) AS j JOIN \(table) AS t0"
            + " ON t0.\(key) = j.\(SQL.identifier(join.member)) WHERE j.\(SQL.identifier(join.owner)) IN \(KeyStatements.given)"
    }

    // MARK: Writing

    /// Clears a key if it is among those of parameter 1, except in the rows of parameter 2. It raises the version of a row, unless
    /// parameter 3 has the row, and returns the rows' keys.
    func clear(_ column: ColumnIndex) -> String {
        let name = SQL.identifier(columns[column].name)
        let entity = hierarchy == nil ? "" : ", \(FetchLayout.entityColumn)"
        return setKey(column, to: "NULL")
            + " WHERE \(name) IN \(KeyStatements.parameter(1)) AND \(key) NOT IN \(KeyStatements.parameter(2)) RETURNING \(key)\(entity)"
    }

    /// Clears a key that refers to one of the rows of parameter 2, except in the rows of parameter 1. It raises the version of a row,
    /// unless parameter 3 has the row, and returns the rows' keys.
    func clearFormerPartners(_ column: ColumnIndex) -> String {
        setKey(column, to: "NULL")
            + " WHERE \(SQL.identifier(columns[column].name)) IN \(KeyStatements.parameter(2))"
            + " AND \(key) NOT IN \(KeyStatements.parameter(1))\(returningKey)"
    }

    /// Makes the row of parameter 2 refer to that of parameter 1. Parameter 3 is as for ``clearFormerPartners(_:)``.
    func setPartner(_ column: ColumnIndex) -> String {
        setKey(column, to: "CAST(?1 AS INTEGER)") + " WHERE \(key) = CAST(?2 AS INTEGER)\(returningKey)"
    }

    private func setKey(_ column: ColumnIndex, to value: String) -> String {
        // A statement has the same parameters with and without versions.
        let raised = raisedVersion(by: "(\(key) NOT IN \(KeyStatements.parameter(3)))")
        let name = SQL.identifier(columns[column].name)
        let value = hasVersion ? value : "iif(?3 IS NULL, \(name), \(value))"
        return "UPDATE \(table) SET " + (["\(name) = \(value)"] + raised).joined(separator: ", ")
    }

    private var returningKey: String { " RETURNING \(key)" + (hierarchy == nil ? "" : ", \(FetchLayout.entityColumn)") }

    /// The given keys that no row has.
    var selectMissing: String {
        "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT \(key) FROM \(table))"
    }

    /// Whether the delete of a row deletes the row that its key refers to.
    func isFollowed(_ column: ColumnIndex) -> Bool { toOne(at: column).descriptor.deleteRule == .cascade }

    /// Cuts keys of the given rows, as ``cut(_:)`` does.
    func cutAll(_ columns: [ColumnIndex]) -> String {
        let assignments = columns.map { "\(SQL.identifier(self.columns[$0].name)) = -\(key)" }
        return "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(key) IN \(KeyStatements.given)"
    }

    /// Deletes the given rows.
    var deleteAll: String { "DELETE FROM \(table) WHERE \(key) IN \(KeyStatements.given)" }
}

extension EntityRuntime.InverseSideRuntime {
    /// The keys of one owner's members.
    func selectMemberKeys(_ destination: EntityRuntime) -> String {
        switch source {
        case .key(let column):
            let name = SQL.identifier(destination.columns[column].name)
            return "SELECT \(destination.key) FROM \(SQL.identifier(destination.descriptor.table)) WHERE \(name) = ?"
        case .join(let join):
            // With the rule `noAction`, connections may refer to rows that do not exist.
            return "SELECT j.\(SQL.identifier(join.member)) FROM \(SQL.identifier(join.table)) AS j"
                + " JOIN \(SQL.identifier(destination.descriptor.table)) AS t0 ON t0.\(destination.key) = j.\(SQL.identifier(join.member))"
                + " WHERE j.\(SQL.identifier(join.owner)) = ?"
        }
    }
}

extension EntityRuntime.JoinRuntime {
    /// The keys of the members of the given rows, each after its owner's key.
    var selectConnectedKeys: String {
        "SELECT \(SQL.identifier(owner)), \(SQL.identifier(member)) FROM \(SQL.identifier(table))"
            + " WHERE \(SQL.identifier(owner)) IN \(KeyStatements.given)"
    }

    /// Removes all connections of the given rows.
    var disconnectGiven: String {
        "DELETE FROM \(SQL.identifier(table)) WHERE \(SQL.identifier(owner)) IN \(KeyStatements.given)"
    }
}

/// Keys of rows of one entity.
struct FoundKeys {
    var entity: Int
    var keys: [Int64]
}

extension RawStatement {
    /// The keys that a bound query of keys returns, by entity.
    /// - Parameter destination: the entity that the rows must be of.
    /// - Throws: ``StoreError`` for a row of another entity, which other programs can write.
    func foundKeys(of destination: EntityRuntime, among entities: [EntityRuntime]) throws -> [FoundKeys] {
        guard let hierarchy = destination.hierarchy else {
            var keys = [Int64]()
            while try step() { keys.append(integer(at: 0)) }
            return keys.isEmpty ? [] : [FoundKeys(entity: destination.index, keys: keys)]
        }
        var found = [FoundKeys]()
        while try step() {
            guard let entity = try hierarchy.entity(of: self, at: 1), entities[entity].isKind(of: destination) else {
                throw destination.unreadable(1, named: FetchLayout.entityColumn, of: self)
            }
            if let place = found.firstIndex(where: { $0.entity == entity }) {
                found[place].keys.append(integer(at: 0))
            } else {
                found.append(FoundKeys(entity: entity, keys: [integer(at: 0)]))
            }
        }
        return found
    }
}
