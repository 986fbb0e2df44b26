import StoreMigration

/// The statements that change a table, and the other tables that the user's values read.
struct TableReading {
    /// What the table is called by then.
    var table: String
    /// The values that a person has given for its columns.
    var values: [Value]
    /// The columns that it has not any more, by the names that they had.
    var lost: [String]
    var steps: [MigrationPlan.Step]
    /// Whether rows go from the table, or come to it.
    var changesRows = false
    /// Other tables that the plan itself reads keys from.
    var tables: [String] = []
    /// The same in two parts, of which the second one reads no other table; nil if the values cannot be computed before.
    var parts: (computing: [MigrationPlan.Step], rest: [MigrationPlan.Step])?

    /// A value that a person has given, by its words.
    struct Value {
        let words: Set<String>
        /// Whether it is the key of another row, which has to be there afterwards.
        let isKey: Bool

        init(_ sql: String, isKey: Bool) {
            words = Self.words(of: sql)
            self.isKey = isKey
        }

        /// The words of SQL, in small letters.
        static func words(of sql: String) -> Set<String> {
            Set(sql.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        }

        func names(_ name: String) -> Bool { words.contains(name.lowercased()) }
    }

    /// The tables in their order, but each that is read before the one that takes away what is read, and after the one whose
    /// rows the read keys lead to. Of tables that read from each other in a circle the values are computed before any of them changes.
    /// - Returns: the steps of all tables.
    static func readersFirst(_ tables: [TableReading]) -> [MigrationPlan.Step] {
        var (rest, steps) = (tables, [MigrationPlan.Step]())
        while !rest.isEmpty {
            let next = rest.indices.first { index in
                !rest.indices.contains { $0 != index && rest[$0].comesBefore(rest[index]) }
            }
            if next == nil, let index = rest.indices.first(where: { rest[$0].parts != nil && rest[$0].isInCircle(of: rest) }) {
                steps += rest[index].computeFirst()
            } else {
                steps += rest.remove(at: next ?? 0).steps
            }
        }
        return steps
    }

    /// Whether it reads from one of some tables that change, and another one reads from it.
    private func isInCircle(of tables: [TableReading]) -> Bool {
        let others = tables.filter { $0.table != table }
        return others.contains(where: reads) && others.contains { $0.reads(from: self) }
    }

    /// Leaves the steps that read no other table.
    /// - Returns: the steps that compute what is read.
    private mutating func computeFirst() -> [MigrationPlan.Step] {
        guard let parts else { return [] }
        (steps, values, tables, self.parts) = (parts.rest, [], [], nil)
        return parts.computing
    }

    private func comesBefore(_ other: TableReading) -> Bool {
        reads(from: other) || other.readsKeys(of: self) && !other.reads(from: self)
    }

    /// Whether a value speaks of another table, and of a column that goes there; or counts on rows as they were.
    private func reads(from other: TableReading) -> Bool {
        tables.contains(other.table) || values.contains { value in
            guard value.names(other.table) else { return false }
            return other.lost.contains(where: value.names) || !value.isKey && other.changesRows && value.names("select")
        }
    }

    /// Whether a value is the key of a row of another table whose rows change: of those that it has in the end.
    private func readsKeys(of other: TableReading) -> Bool {
        other.changesRows && values.contains { $0.isKey && $0.names(other.table) }
    }
}

extension TableOutcome {
    /// The columns that are gone, or are called otherwise.
    var lostNames: [String] { columns.filter { $0.newName != $0.oldName }.map(\.oldName) }
}
