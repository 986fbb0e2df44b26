import SQLiteAccess
import StoreMigration

/// A user-defined statement in a migration.
enum OwnStatement {
    /// Statements that would end the transaction, or that do nothing within one.
    static let forbidden: Set = [
        "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM", "PRAGMA"
    ]

    /// The word that a statement begins with, in capitals, after white space and comments.
    static func firstWord(of sql: String) -> String {
        var rest = sql[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
                rest = rest[end.upperBound...]
            } else {
                return rest.prefix(while: \.isLetter).uppercased()
            }
        }
    }

    /// The statement as a step of a plan; nil where a comment, a string or a trigger in it is left open, which would take in what
    /// comes after it in a script.
    static func step(_ decision: MigrationDecisions.Decision) -> MigrationPlan.Step? {
        let text = decision.text.drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace && $0 != ";" } ?? text.startIndex
        let sql = String(text.prefix(through: end))
        // A comment at the end goes as far as its line.
        let ended = [sql, sql + "\n"].first { SQLiteConnection.endsStatement($0 + ";") }
        return ended.map { .init(.user(sql: $0), "Your SQL") }
    }
}
