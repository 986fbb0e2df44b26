import Predicates
import SQLiteAccess

/// What is wrong with a store's file.
public struct IntegrityReport: Sendable, Hashable, CustomStringConvertible {
    /// The problems, no more than 100 of each kind.
    public internal(set) var problems: [Problem] = []

    /// Whether no problem was found.
    public var isSound: Bool { problems.isEmpty }

    /// A line for each problem, or one that says that none was found.
    public var description: String {
        isSound ? "no problem found" : problems.map(\.description).joined(separator: "\n")
    }

    /// Something that is wrong.
    public enum Problem: Sendable, Hashable, CustomStringConvertible {
        /// Pages, rows or indexes contradict each other, in SQLite's words.
        case damage(String)
        /// A key leads to no row.
        case brokenKey(table: String, row: Int64?, destination: String)
        /// A table, an index or a trigger of the model is missing.
        case missingObject(String)
        /// The row names no entity that can have objects.
        case unknownEntity(table: String, row: Int64, entity: String)
        /// A full-text search finds other texts than the rows have.
        case outdatedSearch(table: String)

        public var description: String {
            switch self {
            case .damage(let words): "the file is damaged: \(words)"
            case .brokenKey(let table, let row, let destination):
                "\(table)\(row.map { " row \($0)" } ?? ""): a key leads to no row of '\(destination)'"
            case .missingObject(let name): "'\(name)' of the model is missing"
            case .unknownEntity(let table, let row, let entity): "\(table) row \(row): there are no objects of an entity '\(entity)'"
            case .outdatedSearch(let table): "\(table): the search does not match the texts: write \(Self.rebuilding(table)) to rebuild it"
            }
        }

        private static func rebuilding(_ table: String) -> String {
            "\"INSERT INTO \(SQL.identifier(table)) (\(SQL.identifier(table))) VALUES ('rebuild')\""
        }
    }
}

/// Checks a database.
struct IntegrityCheck {
    /// Gives the rows of a query, each value as text.
    let rows: (String) throws -> [[String?]]
    private static let most = 100

    /// What SQLite checks, for any database.
    func ofFile() throws -> IntegrityReport {
        var report = IntegrityReport()
        let lines = try rows("PRAGMA integrity_check(\(Self.most))").compactMap { $0.first ?? nil }
        report.problems = lines.filter { $0 != "ok" }.map { .damage($0) }
        // A walk over damaged tables would end with the first error.
        guard report.isSound else { return report }
        for row in try rows("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(Self.most)") {
            let key = row[1].flatMap { Int64($0) }
            report.problems.append(.brokenKey(table: row[0] ?? "", row: key, destination: row[2] ?? ""))
        }
        return report
    }

    /// What the model demands beyond that.
    /// - Parameter canWrite: whether searches are checked, which SQLite does with a statement that writes.
    func of(_ model: ModelRuntime, canWrite: Bool) throws -> IntegrityReport {
        var report = try ofFile()
        let schema = try SQLiteConnection.inMemory()
        try schema.execute(model.descriptor.ddl)
        let names = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        let present = Set(try rows(names).compactMap { $0[0]?.lowercased() })
        let wanted = try schema.rows(names).compactMap { $0[0] }
        report.problems += wanted.filter { !present.contains($0.lowercased()) }.sorted().map { .missingObject($0) }
        for root in model.entities where root.index == root.root && present.contains(root.descriptor.table.lowercased()) {
            if root.hierarchy != nil { report.problems += try unknownEntities(of: root, in: model) }
        }
        guard canWrite else { return report }
        for search in Set(model.entities.compactMap(\.search?.table)).sorted() where present.contains(search.lowercased()) {
            if try !isCurrent(search) { report.problems.append(.outdatedSearch(table: search)) }
        }
        return report
    }

    private func unknownEntities(of root: EntityRuntime, in model: ModelRuntime) throws -> [IntegrityReport.Problem] {
        let known = model.entities.filter { $0.root == root.index && !$0.descriptor.isAbstract }.map { SQL.literal($0.descriptor.name) }
        let column = FetchLayout.entityColumn
        let query =
            "SELECT _id, \(column) FROM \(SQL.identifier(root.descriptor.table)) WHERE \(column) NOT IN "
            + "(\(known.joined(separator: ", "))) LIMIT \(Self.most)"
        return try rows(query).map { row in
            .unknownEntity(table: root.descriptor.table, row: row[0].flatMap { Int64($0) } ?? 0, entity: row[1] ?? "")
        }
    }

    private func isCurrent(_ search: String) throws -> Bool {
        let table = SQL.identifier(search)
        do {
            _ = try rows("INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            return true
        } catch {
            if case .damaged = StoreError(error) { return false }
            throw error
        }
    }
}
