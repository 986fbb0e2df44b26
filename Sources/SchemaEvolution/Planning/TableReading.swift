import StoreMigration

/// The statements that change a table, and the other tables that the user's values read.
struct TableReading {
    /// What the table is called by then.
    var table: String
    /// The values that a person has given for its columns, as SQL.
    var values: [String]
    /// The columns that it has not any more, by the names that they had.
    var lost: [String]
    var steps: [MigrationPlan.Step]
    /// Other tables that the plan itself reads keys from.
    var tables: [String] = []

    /// The tables in their order, but each that is read before the one that takes away what is read. Where tables read from each
    /// other in a circle the proof tells what is missing.
    static func readersFirst(_ tables: [TableReading]) -> [TableReading] {
        var (rest, ordered) = (tables, [TableReading]())
        while !rest.isEmpty {
            let next = rest.indices.first { index in
                !rest.indices.contains { $0 != index && rest[$0].reads(from: rest[index]) }
            }
            ordered.append(rest.remove(at: next ?? 0))
        }
        return ordered
    }

    /// Whether a value speaks of another table, and of a column that goes there.
    private func reads(from other: TableReading) -> Bool {
        tables.contains(other.table) || values.contains { value in
            let words = Set(value.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            return words.contains(other.table.lowercased()) && other.lost.contains { words.contains($0.lowercased()) }
        }
    }
}

extension TableOutcome {
    /// The columns that are gone, or are called otherwise.
    var lostNames: [String] { columns.filter { $0.newName != $0.oldName }.map(\.oldName) }
}
