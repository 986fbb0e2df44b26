import SQLiteAccess
import SchemaEvolution

/// Rows that the program of an imported store accepted, and that the model's rules refuse: they are in the new store.
enum StoreWarnings {
    private static let shown = 20

    /// - Parameter version: that of the store. The model's own file may have later edits.
    static func print(of store: String, as version: StoredVersion, _ files: ImportedFiles, _ console: Console) {
        // The store is complete. A check that cannot run changes nothing about it.
        guard let connection = try? SQLiteConnection(opening: store, readOnly: true),
            var inspection = try? DatabaseInspection(connection, file: store), let findings = try? inspection.findingsInNewRows(of: version)
        else { return }
        let messages = findings.filter { $0.severity == .error }.map(\.message)
        guard !messages.isEmpty else { return }
        let lines = messages.prefix(shown).map { "  \($0)" }
        let rest = messages.count - lines.count
        console.printLines(["rows that break rules of the model, copied as they are:"] + lines + (rest > 0 ? ["  and \(rest) more"] : []))
        console.hint("'trellis check \(files.file) --database \(store)' shows them")
    }
}
