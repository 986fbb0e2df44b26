import SQLiteAccess

/// Rows for which SQLite refuses a statement of a plan of the first format.
extension RefusedRowSearch {
    func row(ofFrozen statement: String, _ error: SQLiteError) -> RefusedRow? {
        let trial = TrialRows(of: statement, connection)
        if let columns = Self.uniqueColumns(error.message) {
            return duplicate(columns.table, columns.names, trial)
        }
        for table in tables(of: error.message) {
            guard let refused = trial.refused(by: table) else { continue }
            let name = plan.tables.compactMap(\.newName).first { Rebuild.rebuiltName(of: $0) == table } ?? table
            guard let column = column(of: refused.reason, in: table, refused.values) else { continue }
            let former = oldColumn(column, of: table, called: name)
            let old = former.flatMap { value("SELECT \(SQL.shown($0)) FROM \(SQL.identifier(name)) WHERE _id = \(refused.row)") }
            return self.refused(
                Place(source: SQL.identifier(name), table: name, id: refused.row), [column], [old ?? refused.values[column] ?? "NULL"])
        }
        return nil
    }

    /// The columns of a unique key, as SQLite names them.
    private static func uniqueColumns(_ message: String) -> (table: String, names: [String])? {
        guard let list = message.firstMatch(of: /UNIQUE constraint failed: (.+)$/)?.output.1 else { return nil }
        let columns = list.split(separator: ", ").compactMap { $0.firstMatch(of: /^(.+)\.([^.]+)$/)?.output }
        return columns.first.map { (String($0.1), columns.map { String($0.2) }) }
    }

    private func duplicate(_ table: String, _ columns: [String], _ trial: TrialRows) -> RefusedRow? {
        guard let row = duplicate(columns, of: table), let other = row.otherRow, trial.isRefused(by: [row.row, other], in: table)
        else { return nil }
        return row
    }

    /// The tables that may have the rule. For a CHECK SQLite gives its conditions alone.
    private func tables(of message: String) -> [String] {
        if let table = message.firstMatch(of: /NOT NULL constraint failed: (.+)\..+$/)?.output.1 { return [String(table)] }
        if let table = message.firstMatch(of: /cannot store \w+ value in \w+ column (.+)\..+$/)?.output.1 { return [String(table)] }
        guard let text = message.firstMatch(of: /(?s)CHECK constraint failed: (.+)$/)?.output.1 else { return [] }
        let query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND instr(sql, \(SQL.literal(String(text)))) > 0"
        return ((try? connection.rows(query)) ?? []).compactMap { $0[0] }
    }

    /// The column that a rule is about: of a CHECK, the first that its conditions name.
    private func column(of message: String, in table: String, _ values: [String: String]) -> String? {
        if let name = message.firstMatch(of: /(?:NOT NULL constraint failed:|cannot store \w+ value in \w+ column) .+\.(.+)$/)?.output.1 {
            return String(name)
        }
        guard let text = message.firstMatch(of: /(?s)CHECK constraint failed: (.+)$/)?.output.1 else { return nil }
        return Self.words(String(text)).first { values[$0] != nil }
    }

    /// What a column was called where its rows still are; nil if it was none.
    private func oldColumn(_ column: String, of table: String, called name: String) -> String? {
        if table == name { return column }
        return plan.tables.first { $0.newName == name }?.columns.first { $0.newName == column }?.oldName
    }
}
