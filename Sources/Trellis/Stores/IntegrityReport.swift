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
        /// A row leads to another one by a relationship that is its own inverse, and the other one does not lead back. A to-many
        /// relationship has its keys in a join table; the row is that of the join table.
        case oneSidedKey(table: String, row: Int64, column: String)
        /// A full-text search finds other texts than the rows have.
        case outdatedSearch(table: String)

        var isDamage: Bool {
            if case .damage = self { return true }
            return false
        }

        public var description: String {
            switch self {
            case .damage(let words): "the file is damaged: \(words)"
            case .brokenKey(let table, let row, let destination):
                "\(table)\(row.map { " row \($0)" } ?? ""): a key leads to no row of '\(destination)'"
            case .missingObject(let name): "'\(name)' of the model is missing"
            case .unknownEntity(let table, let row, let entity): "\(table) row \(row): there are no objects of an entity '\(entity)'"
            case .oneSidedKey(let table, let row, let column):
                "\(table) row \(row): '\(column)' leads to a row that does not lead back"
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
    /// Gives each row of a query to a closure, its values as text. An error comes after the rows before it.
    let forEachRow: (String, ([String?]) -> Void) throws -> Void
    private static let most = 100

    private func rows(_ query: String) throws -> [[String?]] {
        var rows: [[String?]] = []
        try forEachRow(query) { rows.append($0) }
        return rows
    }

    /// What SQLite checks, for any database.
    func ofFile() throws -> IntegrityReport {
        var report = IntegrityReport()
        report.problems = try damage().map { .damage($0) }
        // A walk over damaged tables would end with the first error.
        guard report.isSound else { return report }
        for row in try rows("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(Self.most)") {
            let key = row[1].flatMap { Int64($0) }
            report.problems.append(.brokenKey(table: row[0] ?? "", row: key, destination: row[2] ?? ""))
        }
        return report
    }

    /// SQLite's lines about damage. Some damage ends the check with an error, after lines that say where it is.
    private func damage() throws -> [String] {
        var lines: [String] = []
        do {
            try forEachRow("PRAGMA integrity_check(\(Self.most))") { row in
                // One row has several lines. The first names the database, and there is one only.
                let text = (row.first ?? nil) ?? ""
                lines += text.split(separator: "\n").map(String.init).filter { $0 != "ok" && !$0.hasPrefix("*** in database") }
            }
        } catch {
            guard case .damaged(let message) = StoreError(error) else { throw error }
            lines.append(message)
        }
        return lines
    }

    /// What the model demands beyond that. It stops at damage, because nothing else can be read then.
    /// - Parameter canWrite: whether searches are checked, which SQLite does with a statement that writes.
    func of(_ model: ModelRuntime, canWrite: Bool) throws -> IntegrityReport {
        var report = try ofFile()
        // The schema of an existing file is another program's, and was compared when the file was opened.
        if model.descriptor.isExisting || report.problems.contains(where: \.isDamage) { return report }
        let schema = try SQLiteConnection.inMemory()
        try schema.execute(model.descriptor.ddl)
        let names = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        let present = Set(try rows(names).compactMap { $0[0]?.lowercased() })
        let wanted = try schema.rows(names).compactMap { $0[0] }
        report.problems += wanted.filter { !present.contains($0.lowercased()) }.sorted().map { .missingObject($0) }
        for root in model.entities where root.index == root.root && present.contains(root.descriptor.table.lowercased()) {
            if root.hierarchy != nil { report.problems += try unknownEntities(of: root, in: model) }
        }
        report.problems += try oneSidedKeys(in: model, present)
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
            "SELECT \(root.key), \(column) FROM \(SQL.identifier(root.descriptor.table)) WHERE \(column) NOT IN "
            + "(\(known.joined(separator: ", "))) LIMIT \(Self.most)"
        return try rows(query).map { row in
            .unknownEntity(table: root.descriptor.table, row: row[0].flatMap { Int64($0) } ?? 0, entity: row[1] ?? "")
        }
    }

    /// The keys of relationships that are their own inverse, without their counterparts.
    private func oneSidedKeys(in model: ModelRuntime, _ present: Set<String>) throws -> [IntegrityReport.Problem] {
        var problems: [IntegrityReport.Problem] = []
        var seen: Set<[String]> = []
        for entity in model.entities {
            // Entities that inherit share the table.
            let keys = entity.toOne.filter(\.isOwnInverse).map {
                OwnInverse(entity.descriptor.table, from: FetchLayout.keyColumn, to: entity.columns[$0.column].name)
            }
            let joins = entity.inverseSides.numbered.compactMap { number, side in
                side.join.flatMap { $0.inverse == number && side.destination == entity.index ? OwnInverse($0.table, from: $0.owner, to: $0.member) : nil }
            }
            for relationship in keys + joins
            where present.contains(relationship.table.lowercased()) && seen.insert([relationship.table, relationship.to]).inserted {
                problems += try rows(relationship.selectOneSided(atMost: Self.most)).map {
                    .oneSidedKey(table: relationship.table, row: $0[0].flatMap { Int64($0) } ?? 0, column: relationship.to)
                }
            }
        }
        return problems
    }

    /// The two columns of a table that hold a relationship that is its own inverse.
    private struct OwnInverse {
        let table: String
        let from: String
        let to: String

        init(_ table: String, from: String, to: String) { (self.table, self.from, self.to) = (table, from, to) }

        func selectOneSided(atMost most: Int) -> String {
            let (name, from, to) = (SQL.identifier(table), SQL.identifier(from), SQL.identifier(to))
            return "SELECT one.\(FetchLayout.keyColumn) FROM \(name) AS one WHERE one.\(to) IS NOT NULL AND NOT EXISTS"
                + " (SELECT 1 FROM \(name) AS other WHERE other.\(from) = one.\(to) AND other.\(to) = one.\(from))"
                + " ORDER BY 1 LIMIT \(most)"
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
