import Testing

/// A database that another program could have written, and what an import has to make of it.
struct DatabaseCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// What writes it.
    let sql: String
    /// Texts of the model that the import writes.
    var model: [String] = []
    /// Texts of its report.
    var report: [String] = []
    /// Queries of the database and of the new store that have to give the same rows.
    var rows: [(old: String, new: String)] = []

    var testDescription: String { name }
}
