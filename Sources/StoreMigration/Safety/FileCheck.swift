import SQLiteAccess

/// How thoroughly a migration checks a store's file before it changes anything.
public enum FileCheck: String, Sendable, Hashable, CaseIterable {
    /// SQLite's `quick_check`, if a plan writes rows: it reads every table, without comparing indexes with it.
    case quick
    /// SQLite's `integrity_check`, whatever the plans do: it compares every index with its table, too.
    case full
}

extension FileCheck {
    /// Checks the file, if the plans ask for it.
    /// - Parameter look: is called now and then while SQLite reads. What it throws stops the check and is thrown.
    /// - Throws: ``MigrationError/damaged(reason:)``, or what `look` throws.
    func check(_ connection: SQLiteConnection, before path: [MigrationPlan], _ look: () throws -> Void) throws {
        guard self == .full || path.contains(where: \.writesRows) else { return }
        let pragma = self == .full ? "integrity_check" : "quick_check"
        do {
            try run("PRAGMA \(pragma)(1)", connection, look)
        } catch let error as SQLiteError where error.primaryCode == 1 {
            // An index or a CHECK of the user's own may call a function that this program does not have: its table is left out.
            for table in Set(path.flatMap(\.tables).map(\.oldName)).sorted() {
                try run("PRAGMA \(pragma)(\(SQL.literal(table)))", connection, look)
            }
        }
    }

    private func run(_ pragma: String, _ connection: SQLiteConnection, _ look: () throws -> Void) throws {
        try look()
        let line = try connection.firstText(pragma, every: PlanApplication.instructions) { _ in try look() }
        if let line, line != "ok" { throw MigrationError.damaged(reason: line) }
    }
}
