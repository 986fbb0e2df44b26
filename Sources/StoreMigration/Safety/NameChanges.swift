import SQLiteAccess

/// Renames of tables and columns as statements, in whatever circle names change.
struct NameChanges {
    /// Every name is given up before the first new one is given. What goes keeps the name that stands in its place.
    let statements: [String]
    /// What goes, with what is called so instead of it afterwards.
    let gone: [(name: String, placeholder: String)]

    init(_ tables: [TableOutcome]) {
        var (columns, firstHops, lastHops) = ([String](), [String](), [String]())
        var gone: [(name: String, placeholder: String)] = []
        for (number, table) in tables.enumerated() {
            var last = [String]()
            for (place, column) in table.columns.enumerated() where column.newName != column.oldName {
                let between = "_trellis_column_\(number)_\(place)_"
                columns.append(Self.rename(column.oldName, to: between, in: table.oldName))
                if let newName = column.newName {
                    last.append(Self.rename(between, to: newName, in: table.oldName))
                } else {
                    gone.append(("\(table.oldName).\(column.oldName)", between))
                }
            }
            columns += last
            guard table.newName != table.oldName else { continue }
            let between = "_trellis_table_\(number)_"
            firstHops.append("ALTER TABLE \(SQL.identifier(table.oldName)) RENAME TO \(between)")
            if let newName = table.newName {
                lastHops.append("ALTER TABLE \(between) RENAME TO \(SQL.identifier(newName))")
            } else {
                gone.append((table.oldName, between))
            }
        }
        statements = columns + firstHops + lastHops
        self.gone = gone
    }

    private static func rename(_ old: String, to new: String, in table: String) -> String {
        "ALTER TABLE \(SQL.identifier(table)) RENAME COLUMN \(SQL.identifier(old)) TO \(SQL.identifier(new))"
    }
}
