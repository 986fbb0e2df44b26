import Predicates
import SQLiteAccess

/// What rules of a table mean for its rows.
extension FactReader {
    /// A row breaks a check that was added later, or was written while checks were off.
    mutating func countBrokenChecks(_ table: inout ExistingTable) throws {
        for place in table.checks.indices {
            let condition = table.checks[place].condition
            guard !condition.isEmpty else { continue }
            do {
                let count = try numbers("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE NOT (\(condition.sql))").first ?? 0
                table.checks[place].broken = count ?? 0
            } catch let error as SQLiteError where error.primaryCode == 1 {
                // A function that only the other program has.
                remark(.unchecked, table.name, "the check \(condition.text): \(error.message)")
                continue
            }
            let broken = table.checks[place].broken
            if broken > 0 { remark(.broken, table.name, "\(broken) of \(table.rowCount) rows: \(condition.text)") }
        }
    }

    /// Values that checks list, and how many values of a column are none of them.
    func readLists(_ table: inout ExistingTable) throws {
        for check in table.checks {
            for (column, found) in ListedValues.all(in: check.condition, of: table) {
                guard let place = table.columns.firstIndex(where: { $0.name.isSameName(as: column) }), table.columns[place].facts.listed == nil else { continue }
                var list = found
                let others = try numbers("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(list.isOther(SQL.identifier(table.columns[place].name)))")
                list.others = (others.first ?? 0) ?? 0
                table.columns[place].facts.listed = list
            }
        }
    }

    /// Compares generated columns with what derived attributes would have.
    func tryDerivations(_ table: inout ExistingTable) throws {
        for place in table.columns.indices {
            guard let derivation = DerivationGuess(table.columns[place], in: table) else { continue }
            let name = SQL.identifier(table.columns[place].name)
            let differing = try numbers("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(name) IS NOT \(derivation.sql)")
            table.columns[place].facts.isDerivable = differing.first == 0
        }
    }

    /// `5` and `'5'` are two values of a unique column, and one text.
    func findMergedKeys(of table: inout ExistingTable) throws {
        let groups = [table.primaryKey] + table.indexes.filter { $0.isUnique && $0.keys.allSatisfy { $0.column != nil } }.map { $0.keys.compactMap(\.column) }
        for group in groups where !group.isEmpty {
            let columns = group.compactMap { table.column($0) }
            let guesses = columns.map { AttributeGuess($0, at: "") }
            guard columns.count == group.count, guesses.contains(where: \.changes) else { continue }
            let names = columns.map { SQL.identifier($0.name) }
            let values = zip(guesses, names).map { $0.expression("origin.\($1)") }
            let isSet = values.map { "(\($0)) IS NOT NULL" }.joined(separator: " AND ")
            let shown = names.map { "quote(origin.\($0))" }.joined(separator: " || ', ' || ")
            let rows = try connection.rows(
                """
                SELECT min(\(shown)), max(\(shown)), count(*) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(isSet)
                GROUP BY \(values.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 1
                """)
            guard let row = rows.first else { continue }
            table.mergedKeys[group.map { $0.lowercased() }.sorted()] = "\(row[0] ?? "") and \(row[1] ?? "")"
        }
    }

    /// A foreign key leads from `1` and `'1'` to one row of a table with texts as keys.
    func mergedValues(of key: ExistingKey, in table: ExistingTable, to target: ExistingTable) throws -> String? {
        guard key.columns.count == 1, table.isUnique(key.columns) else { return nil }
        let found = "(\(KeyLookup(key, to: target).selection("destination.\(SQL.identifier(key.targets[0]))")))"
        let value = "quote(origin.\(SQL.identifier(key.columns[0])))"
        let rows = try connection.rows(
            "SELECT min(\(value)), max(\(value)) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(found) IS NOT NULL GROUP BY \(found) HAVING count(*) > 1 LIMIT 1")
        return rows.first.map { "\($0[0] ?? "") and \($0[1] ?? "")" }
    }
}
