package import SQLiteAccess

/// Applies what a target refuses to a connection, and says what it refused.
package final class TargetRules {
    private let target: StorageTarget
    /// What was refused last, in words; nil if nothing was.
    package private(set) var refused: String?

    package init(_ target: StorageTarget) {
        self.target = target
    }

    /// Whether the target takes what a statement is about to do.
    package func allows(_ action: StatementAction) -> Bool {
        let words: String? =
            switch action {
            case .pragma(let name): target.pragmas.contains(name) ? nil : "PRAGMA \(name)"
            case .function(let name): target.hasLibraryFunctions || !name.hasPrefix("trellis_") ? nil : "the function \(name)"
            case .attach: target.allowsAttach ? nil : "ATTACH"
            case .transaction: target.allowsTransactionsInScripts ? nil : "BEGIN and COMMIT"
            case .temporary: target.allowsTemporaryTables ? nil : "temporary tables"
            }
        if let words { refused = words }
        return words == nil
    }

    /// Runs a closure on a connection that refuses what the target refuses.
    /// - Throws: what the closure throws, or a ``TargetRefusal`` where the target is the reason.
    package func apply<Result>(to connection: SQLiteConnection, _ body: () throws -> Result) throws -> Result {
        refused = nil
        try connection.authorize(allows)
        do {
            let result = try body()
            try connection.authorize(nil)
            return result
        } catch {
            try connection.authorize(nil)
            // A refused function is an ordinary error to SQLite, and all else SQLITE_AUTH.
            guard let refused, error is SQLiteError else { throw error }
            throw TargetRefusal(words: refused)
        }
    }

    /// What is too long or too wide for the target, in words; nil if nothing is.
    package func excess(of sql: String) -> String? {
        guard let most = target.maximumStatementBytes, sql.utf8.count > most else { return nil }
        return "a statement of \(sql.utf8.count) bytes, and its limit is \(most)"
    }
}

/// A target refuses a statement.
package struct TargetRefusal: Error {
    /// What it refuses, in words.
    package var words: String
}
