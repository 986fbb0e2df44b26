import SQLiteStorage

// What no model with `layout: existing` can have.

extension ExistingLayoutTranslation {
    /// Why no entity can have the rows of a table; nil if one can.
    static func misfit(_ table: ExistingTable, in database: ExistingDatabase) -> String? {
        if !table.hasRowKeys { return "the key is \(table.primaryKey.joined(separator: ", ")), and not an integer" }
        guard let key = table.integerKey else { return "it has no INTEGER PRIMARY KEY" }
        if let least = table.leastKey, least < 1 { return "the least key is \(least), and identities begin with 1" }
        if table.name.hasPrefix("_") { return "its name begins with '_'" }
        if !isUsable(table.name) || !isUsable(key) { return "a model cannot have its name, or the name of its key" }
        if hasLookalike(table.name, database.tables.map(\.name)) { return "its name is another table's too, but for its form of Unicode or the case of a letter" }
        if let column = table.column("_rowid_"), !column.name.isSameName(as: key) { return "its column '_rowid_' hides the key" }
        return nil
    }

    /// Why a model cannot name a join table and its keys; nil if it can.
    static func unusableName(of table: ExistingTable, in database: ExistingDatabase) -> String? {
        let columns = table.foreignKeys.flatMap(\.columns)
        if table.name.hasPrefix("_") { return "its name begins with '_'" }
        if !isUsable(table.name) || !columns.allSatisfy(isUsable) { return "a model cannot have its name, or that of a key" }
        let isLookalike = hasLookalike(table.name, database.tables.map(\.name)) || columns.contains { hasLookalike($0, table.columns.map(\.name)) }
        return isLookalike ? "a name is another one's too, but for its form of Unicode or the case of a letter" : nil
    }

    /// What keeps objects of a table from being written because of foreign keys; nil if nothing does.
    static func brokenKey(of table: ExistingTable, in database: ExistingDatabase) -> String? {
        // Parts of rows of another table, as Django keeps those of a class that inherits: a new object would take any row's key.
        let shared = table.foreignKeys.first { key in
            key.isDeclared && key.columns.contains { $0.isSameName(as: table.integerKey ?? "") }
        }
        if let shared { return "its key leads to '\(shared.table)' too, so each row belongs to a row there" }
        if let lost = table.lostKey { return "SQLite refuses to write its rows: \(lost)" }
        for other in database.tables {
            for key in other.foreignKeys where key.isDeclared {
                guard let target = database.table(key.table), !target.isUnique(key.targets) else { continue }
                if target.rowKey.map({ key.targets.count == 1 && $0.isSameName(as: key.targets[0]) }) == true { continue }
                if other.name.isSameName(as: table.name) || target.name.isSameName(as: table.name) {
                    return "SQLite refuses to write its rows: '\(key.targets.joined(separator: ", "))' of '\(key.table)', where a foreign key leads, is not unique"
                }
            }
        }
        return nil
    }

    /// Whether two names are one for Swift, and two for SQLite.
    static func hasLookalike(_ name: String, _ names: [String]) -> Bool { names.count { $0.lowercased() == name.lowercased() } > 1 }

    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128 && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\"" }
    }
}
