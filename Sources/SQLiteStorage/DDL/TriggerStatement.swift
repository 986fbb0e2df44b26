import Predicates
import SQLiteAccess

/// A CREATE TRIGGER statement in its parts.
struct TriggerStatement {
    var name: String
    /// The time and the change that start it, for example `AFTER INSERT`.
    var event: String
    var table: String
    /// The condition on the row; nil for every row.
    var condition: String?
    var statements: [String]

    var sql: String {
        "CREATE TRIGGER \(SQL.identifier(name)) \(event) ON \(SQL.identifier(table))\n"
            + (condition.map { "WHEN \($0)\n" } ?? "") + "BEGIN\n" + statements.map { "  \($0);\n" }.joined() + "END"
    }
}

extension Trigger {
    public func createStatement(on table: String) -> String {
        let key = "OLD.\(SQL.identifier(column))"
        let destination = SQL.identifier(self.destination)
        let (condition, statement) =
            switch action {
            case .cascade:
                ("\(key) IS NOT NULL", "DELETE FROM \(destination) WHERE \(FetchLayout.keyColumn) = \(key)")
            case .deny:
                // The same transaction must delete the destination before this row: then the key leads nowhere.
                (
                    "EXISTS (SELECT 1 FROM \(destination) WHERE \(FetchLayout.keyColumn) = \(key))",
                    "SELECT RAISE(ABORT, \(SQL.literal("\(table).\(column) denies the delete")))"
                )
            }
        return TriggerStatement(
            name: name, event: "AFTER DELETE", table: table, condition: condition, statements: [statement]
        ).sql
    }
}
