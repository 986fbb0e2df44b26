import SQLiteAccess

/// Runs the texts of scripts, one version after the other, on an empty database: their statements are written in another form than those that
/// the proof has run.
struct ScriptTrial {
    /// nil once a script is missing or was refused: the next ones need what it makes.
    private var connection: SQLiteConnection?

    /// No runner's script switches foreign keys off.
    init() {
        connection = try? SQLiteConnection.inMemory()
        try? connection?.execute("PRAGMA foreign_keys = ON")
    }

    mutating func stop() {
        connection = nil
    }

    /// Why SQLite refuses the statements of a script; nil if it takes them.
    mutating func refusal(of statements: [String]) -> String? {
        guard let connection else { return nil }
        do {
            for statement in statements { try connection.execute(statement) }
            return nil
        } catch {
            stop()
            return "\(error)"
        }
    }
}
