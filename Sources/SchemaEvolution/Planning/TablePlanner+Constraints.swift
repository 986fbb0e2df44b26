import SQLiteStorage
import StoreMigration

/// Constraints that come and go where the table is.
extension TablePlanner {
    var altersConstraints: Bool { minimumSQLite >= .alteringConstraints }

    /// Takes NOT NULL from columns, by their old names: their new values may be NULL.
    var lifted: [Operation] {
        constrained.filter { $0.column.isNullable && !$0.former.isNullable }
            .map { .dropNotNull(column: $0.former.name, table: table.name) }
    }

    /// Gives columns that have all their values, by their new names, NOT NULL and CHECKs. SQLite looks at the rows for each.
    var imposed: [Operation] {
        constrained.flatMap { former, column in
            (former.isNullable && !column.isNullable ? [Operation.setNotNull(column: column.name, table: table.name)] : [])
                + (former.checks != column.checks ? [.addCheck(ColumnCheck(column.name, column.checks), table: table.name)] : [])
        }
    }

    /// The columns that stay, as they were and as they are; none where SQLite can be older.
    private var constrained: [(former: Column, column: Column)] {
        guard altersConstraints else { return [] }
        return sources.compactMap { source in
            guard let former = source.former?.column, let column = source.column else { return nil }
            return (former, column)
        }
    }
}

extension String {
    /// Whether SQL of a person is one call of `coalesce` that begins with a column: what is there stays.
    func isCoalesce(of column: String) -> Bool {
        let call = "coalesce(\(column),"
        // A comment could hide anything.
        guard lowercased().hasPrefix(call.lowercased()), !contains("--"), !contains("/*") else { return false }
        var depth = 0
        var quote: Character?
        for (place, character) in zip(indices, self) {
            if let open = quote {
                if character == open { quote = nil }
                continue
            }
            switch character {
            case "'", "\"": quote = character
            case "(": depth += 1
            case ")":
                depth -= 1
                if depth == 0 { return index(after: place) == endIndex }
            default: break
            }
        }
        return false
    }
}
