import SchemaModel

/// Gives the indexes of another program's tables different names, in memory and in the proof: the file itself keeps its own.
///
/// In a store no table's name has two underscores in a row, so that the names of two tables' indexes differ. Another program's table may
/// be called `item__owner`, as an index on the column `owner` of `item` would be.
struct ExistingIndexNames {
    /// Names of tables and indexes, which SQLite takes together. It ignores the case of ASCII letters; this ignores that of all.
    private var taken: Set<String>

    static func make(distinct tables: [Table], besides joinTables: [JoinTable]) -> [Table] {
        let others = joinTables.flatMap { [$0.name] + $0.indexes.map(\.name) }
        var names = ExistingIndexNames(taken: Set((tables.map(\.name) + others).map { $0.lowercased() }))
        return tables.map { table in
            var table = table
            for place in table.indexes.indices { table.indexes[place].name = names.take(table.indexes[place].name) }
            return table
        }
    }

    private mutating func take(_ name: String) -> String {
        var (choice, number) = (name, 2)
        while !taken.insert(choice.lowercased()).inserted {
            choice = "\(name)__\(number)"
            number += 1
        }
        return choice
    }
}
