import CSQLite
import SQLiteAccess

/// Notes the statements that change a database, with their values, so that they can run on another one.
///
/// What a savepoint takes back is not among them, and neither are statements within statements: of triggers, and of tables for search.
final class StatementRecorder {
    private let connection: SQLiteConnection
    private(set) var statements: [String] = []
    /// How many statements there were when each open savepoint began.
    private var savepoints: [Int] = []
    /// The statement that runs now and was noted.
    private var running: OpaquePointer?

    init(_ connection: SQLiteConnection) {
        self.connection = connection
        let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE)
        // It cannot fail.
        _ = sqlite3_trace_v2(
            connection.pointer, events,
            { event, context, statement, text in
                guard let context, let statement else { return 0 }
                let recorder = Unmanaged<StatementRecorder>.fromOpaque(context).takeUnretainedValue()
                if event == UInt32(SQLITE_TRACE_STMT) {
                    recorder.begins(OpaquePointer(statement), text?.assumingMemoryBound(to: CChar.self))
                } else {
                    recorder.ends(OpaquePointer(statement))
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Notes no more.
    func stop() {
        _ = sqlite3_trace_v2(connection.pointer, 0, nil, nil)
    }

    private func begins(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>?) {
        guard running == nil, let sql = sqlite3_sql(statement).map({ String(cString: $0) }) else { return }
        // The text of a statement in a trigger is that of the trigger's name.
        guard let text, String(cString: text) == sql else { return }
        switch SavepointStatement(sql) {
        case .begins: savepoints.append(statements.count)
        case .takesBack: statements.removeSubrange((savepoints.last ?? statements.count)...)
        case .ends: _ = savepoints.popLast()
        case .ofTransaction: break
        case nil:
            guard sqlite3_stmt_readonly(statement) == 0, let expanded = sqlite3_expanded_sql(statement) else { return }
            statements.append(String(cString: expanded))
            sqlite3_free(expanded)
            running = statement
        }
    }

    private func ends(_ statement: OpaquePointer) {
        if running == statement { running = nil }
    }
}

/// What a statement does with transactions and settings; nil for any other statement.
private enum SavepointStatement {
    case begins, takesBack, ends
    /// Of the transaction, or of the connection: the other database has its own.
    case ofTransaction

    init?(_ sql: String) {
        let words = sql.split(maxSplits: 3, whereSeparator: \.isWhitespace).map { $0.uppercased() }
        switch words.first {
        case "SAVEPOINT": self = .begins
        case "RELEASE": self = .ends
        case "ROLLBACK": self = words.dropFirst().contains("TO") ? .takesBack : .ofTransaction
        case "BEGIN", "COMMIT", "END", "PRAGMA": self = .ofTransaction
        default: return nil
        }
    }
}
