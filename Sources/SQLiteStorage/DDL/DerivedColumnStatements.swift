import Predicates
import SQLiteAccess

extension DerivedColumn {
    /// The triggers that keep the column right: on the rows that decide on it, and on its own row, which may come after them.
    public var statements: [DDLStatement] {
        let (triggers, comment) =
            switch source {
            case .members(let source):
                (MemberTriggers(column: self, source: source).triggers, MemberTriggers(column: self, source: source).comment)
            case .row(let expression):
                (RowTriggers(column: self, expression: expression).triggers, "it is computed from its own row and those that its keys lead to")
            case .now(let form, let columns): (nowTriggers(form, columns), "the time at which its row changed")
            }
        return [DDLStatement(comment: "Keeps \(table).\(name) right: \(comment).", sql: triggers[0].sql)]
            + triggers.dropFirst().map { DDLStatement(sql: $0.sql) }
    }

    /// What makes the column right in all rows at once; nil if it does not depend on what rows hold.
    public var recomputation: String? {
        let value: String
        switch source {
        case .members(let source): value = MemberTriggers(column: self, source: source).wholeOfEachRow
        case .row(let expression): value = expression.sql(updating: table)
        case .now: return nil
        }
        return "UPDATE \(SQL.identifier(table)) SET \(SQL.identifier(name)) = \(value)"
            + (kinds.map { " WHERE \(FetchLayout.condition(ofKinds: $0))" } ?? "")
    }

    // MARK: Parts of triggers

    func triggerName(_ kind: String) -> String { "\(table)__\(name)__\(kind)" }

    /// - Parameter isWhole: whether the value would be one for rows of other entities too, which have none.
    func update(to value: String, where key: String, isWhole: Bool = true) -> String {
        // A query and a guarded calculation take lines of their own.
        let isLong = value.hasPrefix("(") || value.hasPrefix("CASE ")
        let text = "UPDATE \(SQL.identifier(table)) SET \(SQL.identifier(name)) = \(value)\(isLong ? "\n  " : " ")WHERE \(key)"
        return text + (isWhole ? kinds.map { "\n    AND \(FetchLayout.condition(ofKinds: $0))" } ?? "" : "")
    }

    // MARK: The time

    private func nowTriggers(_ form: DateStorageForm, _ columns: [String]) -> [TriggerStatement] {
        // Milliseconds, as precise as SQLite's clock.
        let now =
            switch form {
            case .reference: "round((julianday('now') - 2451910.5) * 86400, 3)"
            case .unix: "round((julianday('now') - 2440587.5) * 86400, 3)"
            case .iso8601: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
            }
        let change = update(to: now, where: "\(FetchLayout.keyColumn) = NEW.\(FetchLayout.keyColumn)", isWhole: false)
        let condition = kinds.map { FetchLayout.condition(ofKinds: $0, row: "NEW") }
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        return [
            TriggerStatement(
                name: triggerName("insert"), event: "AFTER INSERT", table: table, condition: condition, statements: [change]),
            TriggerStatement(
                name: triggerName("update"), event: names.isEmpty ? "AFTER UPDATE OF \(FetchLayout.versionColumn)" : "AFTER UPDATE OF \(names)",
                table: table, condition: condition, statements: [change]),
        ]
    }
}
