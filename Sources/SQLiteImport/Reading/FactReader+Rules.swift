import Foundation
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
            if broken > 0 {
                let example = try self.example(of: "NOT (\(condition.sql))", in: table)
                remark(.broken, table.name, "\(broken) of \(table.rowCount) rows, such as that with \(example): \(condition.text)")
            }
        }
    }

    /// The key of the first row that meets a condition, in words.
    private func example(of condition: String, in table: ExistingTable) throws -> String {
        let columns = table.rowKey.map { [$0] } ?? table.primaryKey
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        let values = columns.map { "quote(\(SQL.identifier($0)))" }.joined(separator: ", ")
        let row = try connection.rows("SELECT \(values) FROM \(SourceDatabase.sql(table.name)) WHERE \(condition) ORDER BY \(names) LIMIT 1").first ?? []
        return zip(columns, row).map { "\($0) \($1 ?? "")" }.joined(separator: ", ")
    }

    /// Values that checks list, and how many values of a column are none of them.
    func readLists(_ table: inout ExistingTable) throws {
        for check in table.checks {
            for (column, found) in ListedValues.all(in: check.condition, of: table) {
                guard let place = table.columns.firstIndex(where: { $0.name.isSameName(as: column) }), table.columns[place].facts.listed == nil else { continue }
                var list = found
                let others = try numbers("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(list.isOther(SQL.identifier(table.columns[place].name)))")
                list.others = (others.first ?? 0) ?? 0
                guard try !hasLookalikes(list, SQL.identifier(table.columns[place].name), in: table) else {
                    table.columns[place].facts.note = "and no enum: values differ only in their form of Unicode, and Swift takes them as one case"
                    continue
                }
                table.columns[place].facts.listed = list
            }
        }
    }

    /// Whether Swift would take another value for one of the list, as it does with two ways to write é.
    private func hasLookalikes(_ list: ListedValues, _ x: String, in table: ExistingTable) throws -> Bool {
        guard !list.isInteger else { return false }
        if Set(list.values).count < list.values.count { return true }
        guard list.others > 0 else { return false }
        let composed = list.values.map { SQL.literal($0.precomposedStringWithCanonicalMapping) }.joined(separator: ", ")
        let found = try numbers(
            "SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(list.isOther(x)) AND (\(ImportFunctions.composed)(\(x)) COLLATE BINARY) IN (\(composed))")
        return found.first != 0
    }

    /// Compares generated columns with what derived attributes would have.
    func tryDerivations(_ table: inout ExistingTable) throws {
        for place in table.columns.indices {
            guard let derivation = DerivationGuess(table.columns[place], in: table) else { continue }
            let name = SQL.identifier(table.columns[place].name)
            let differing = try numbers("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(name) COLLATE BINARY IS NOT \(derivation.sql)")
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
            let values = zip(guesses, columns).map { $0.expression("origin.\(SQL.identifier($1.name))") }
            table.mergedKeys[group.map(SQLName.init).sorted()] = try mergedValues(columns.map(\.name), as: values, of: table)
        }
    }

    /// A foreign key leads from `1` and `'1'` to one row of a table with texts as keys, so two values are one relationship.
    func findMergedRows(of table: inout ExistingTable) throws {
        let own = [table.primaryKey] + table.indexes.filter { $0.isUnique && $0.keys.allSatisfy { $0.column != nil } }.map { $0.keys.compactMap(\.column) }
        for group in own where !group.isEmpty && table.merged(group) == nil {
            let columns = group.compactMap { table.column($0) }
            let keys = columns.map { column in table.foreignKeys.first { $0.columns.count == 1 && $0.columns[0].isSameName(as: column.name) } }
            guard columns.count == group.count, keys.contains(where: { $0 != nil }) else { continue }
            let values = zip(columns, keys).map { column, key in
                key.flatMap(foundRow) ?? AttributeGuess(column, at: "").expression("origin.\(SQL.identifier(column.name))")
            }
            table.mergedKeys[group.map(SQLName.init).sorted()] = try mergedValues(columns.map(\.name), as: values, of: table)
        }
    }

    /// Whether two rows have the same values in all columns that are keys of other tables, or lead to the same rows.
    func countPairs(of table: inout ExistingTable) throws {
        guard table.foreignKeys.count == 2, table.foreignKeys.allSatisfy({ $0.columns.count == 1 }) else { return }
        let rows = table.foreignKeys.compactMap(foundRow)
        let names = table.foreignKeys.map(\.columns[0])
        table.repeatsPairs = try mergedValues(names, as: rows, of: table) != nil
    }

    /// The key of the row that a key leads to.
    private func foundRow(_ key: ExistingKey) -> String? {
        database.table(key.table).map { "(\(KeyLookup(key, to: $0).selection("destination.\(SQL.identifier(key.targets[0]))")))" }
    }

    /// Two rows for which all expressions give the same values, by their columns.
    private func mergedValues(_ columns: [String], as values: [String], of table: ExistingTable) throws -> String? {
        let isSet = values.map { "(\($0)) IS NOT NULL" }.joined(separator: " AND ")
        let shown = columns.map { "quote(origin.\(SQL.identifier($0)))" }.joined(separator: " || ', ' || ")
        let rows = try connection.rows(
            """
            SELECT min(\(shown)), max(\(shown)) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(isSet)
            GROUP BY \(values.map { "(\($0)) COLLATE BINARY" }.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 1
            """)
        return rows.first.map { "\($0[0] ?? "") and \($0[1] ?? "")" }
    }
}
