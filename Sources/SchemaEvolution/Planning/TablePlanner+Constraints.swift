import SQLiteAccess
import SQLiteStorage
import StoreMigration

extension SQLiteVersion {
    /// The first with ALTER COLUMN … SET and DROP NOT NULL and with ADD CHECK.
    static let alteringConstraints = SQLiteVersion(3, 53)
}

/// Constraints that come and go where the table is.
extension TablePlanner {
    var altersConstraints: Bool { minimumSQLite >= .alteringConstraints }

    /// The oldest SQLite that runs the steps; nil where each does that can open a store.
    var neededSQLite: SQLiteVersion? {
        isRebuilt || (lifted + imposed).isEmpty ? nil : .alteringConstraints
    }

    /// Takes NOT NULL from columns, by their old names: their new values may be NULL.
    var lifted: [MigrationPlan.Step] {
        constrained.compactMap { former, column in
            guard column.isNullable, !former.isNullable else { return nil }
            return .init("\(alteration) ALTER COLUMN \(SQL.identifier(former.name)) DROP NOT NULL", .alter)
        }
    }

    /// Gives columns that have all their values, by their new names, NOT NULL and CHECKs. SQLite looks at the rows for each.
    var imposed: [MigrationPlan.Step] {
        constrained.flatMap { former, column in
            var steps = [MigrationPlan.Step]()
            if former.isNullable, !column.isNullable {
                steps.append(.init("\(alteration) ALTER COLUMN \(SQL.identifier(column.name)) SET NOT NULL", .alter))
            }
            if former.checks != column.checks {
                // Without a name, as a fresh table has it: both have to be the same for plans that follow.
                let addition = "\(alteration) ADD"
                steps.append(.init(addition + column.check(after: addition), .alter))
            }
            return steps
        }
    }

    private var alteration: String { "ALTER TABLE \(SQL.identifier(table.name))" }

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
    /// Whether the text is one call of `coalesce` that begins with a column: what is there stays.
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
