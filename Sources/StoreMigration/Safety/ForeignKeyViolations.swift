public import SQLiteAccess

/// The keys of a database that lead nowhere, as SQLite's `foreign_key_check` finds them.
public struct ForeignKeyViolations: Sendable, Hashable {
    /// The keys of one row that lead to no row of one table.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        public var table: String
        /// The row; nil in a table without rowids.
        public var row: Int64?
        /// The table that the key leads to.
        public var parent: String

        public init(table: String, row: Int64?, parent: String) {
            self.table = table
            self.row = row
            self.parent = parent
        }

        public var description: String { "'\(table)'\(row.map { " row \($0)" } ?? "") to '\(parent)'" }
    }

    /// How many there are of each: a row may have several keys into one table, and some tables have no rowids.
    private var counts: [Violation: Int] = [:]

    public var isEmpty: Bool { counts.isEmpty }

    /// Looks for them, in the whole database.
    /// - Throws: `SQLiteError`, also where a key leads to what is no key of a table.
    public init(_ connection: SQLiteConnection) throws {
        let statement = try connection.prepare("PRAGMA foreign_key_check")
        while try statement.raw.step() {
            let row = statement.raw.value(at: 1)
            let violation = Violation(
                table: try statement.raw.text(at: 0), row: row.isNull ? nil : row.integer, parent: try statement.raw.text(at: 2))
            counts[violation, default: 0] += 1
        }
    }

    /// Whether SQLite can look for them at all, without doing so.
    /// - Throws: `SQLiteError` where a key leads to what is no key of a table.
    static func areCheckable(_ connection: SQLiteConnection) throws {
        // SQLite finds it out while it prepares the statement.
        _ = try connection.prepare("PRAGMA foreign_key_check")
    }

    /// Those that there were not before, whose tables may have other names now.
    public func added(since earlier: ForeignKeyViolations, _ tables: [TableOutcome]) -> [Violation] {
        let names = Dictionary(tables.map { ($0.oldName.lowercased(), $0.newName) }, uniquingKeysWith: { first, _ in first })
        // A name may be written in other letters where it is used.
        func later(_ name: String) -> String { ((names[name.lowercased()] ?? nil) ?? name).lowercased() }
        var known: [Violation: Int] = [:]
        for (violation, count) in earlier.counts {
            known[Violation(table: later(violation.table), row: violation.row, parent: later(violation.parent)), default: 0] +=
                count
        }
        func isNew(_ violation: Violation, _ count: Int) -> Bool {
            count
                > known[
                    Violation(table: violation.table.lowercased(), row: violation.row, parent: violation.parent.lowercased()),
                    default: 0]
        }
        return counts.filter { isNew($0.key, $0.value) }.map(\.key).sorted {
            ($0.table, $0.row ?? 0, $0.parent) < ($1.table, $1.row ?? 0, $1.parent)
        }
    }
}
