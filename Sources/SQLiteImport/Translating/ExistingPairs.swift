/// A join table that stays as it is: a many-to-many relationship of a model with `layout: existing`.
struct ExistingPairs {
    let table: ExistingTable
    /// The keys, and the delete rule of the rows that each of them leads to.
    let ends: [(key: ExistingKey, rule: String)]

    /// - Parameter table: one without a ``reason(against:among:)``.
    init(_ table: ExistingTable) {
        self.table = table
        ends = table.foreignKeys.map { ($0, Self.rule(of: $0) ?? "") }
    }

    /// Why a table that holds nothing but pairs cannot be opened as one; nil if it can.
    /// - Parameter entities: the tables that become entities.
    static func reason(against table: ExistingTable, among entities: [ExistingTable]) -> String? {
        let columns = table.foreignKeys.flatMap(\.columns)
        if !table.isUnique(columns) { return "without a unique index on \(columns.joined(separator: " and ")) it could have a pair twice" }
        for key in table.foreignKeys {
            guard let target = entities.first(where: { $0.name.isSameName(as: key.table) }) else { return "'\(key.table)' is no entity" }
            let leadsToKey = key.targets.isEmpty || key.targets.count == 1 && target.integerKey.map(key.targets[0].isSameName) == true
            if !leadsToKey { return "\(key.columns[0]) does not lead to the key of '\(key.table)'" }
            if key.isRepeated { return "\(key.columns[0]) has several foreign keys" }
            if rule(of: key) == nil { return "a model has no rule for ON DELETE \(key.onDelete) of \(key.columns[0])" }
            guard let column = table.column(key.columns[0]) else { return "\(key.columns[0]) is no column" }
            if column.generated != nil || [.text, .real].contains(column.affinity) || column.facts.integers < column.facts.values {
                return "\(column.name) does not keep integers as they are"
            }
        }
        return nil
    }

    /// The rules of the table that only SQLite keeps.
    var remarks: [ImportRemark] {
        let indexes = table.indexes.filter(\.isUnique).compactMap { index -> ImportRemark? in
            let isExpression = index.keys.contains { $0.column == nil }
            guard isExpression || !index.condition.isEmpty else { return nil }
            let kind = isExpression ? "on an expression" : "where \(index.condition.text)"
            return ImportRemark(kind: .index, place: "\(table.name).\(index.name)", detail: "unique, \(kind); only SQLite keeps it")
        }
        return indexes + table.checks.filter { !$0.condition.isEmpty }.map {
            ImportRemark(kind: .check, place: table.name, detail: "\($0.condition.text); only SQLite keeps it")
        }
    }

    /// The relationship of the rows that a key leads to.
    func thing(_ key: ExistingKey) -> NamedThing {
        .pairs(table: SQLName(table.name), column: SQLName(key.columns[0]), of: SQLName(key.table))
    }

    /// The rule for the row that a key leads to. SQLite deletes its pairs with it, or refuses to delete it while it has any.
    private static func rule(of key: ExistingKey) -> String? {
        if !key.isDeclared { return "noAction" }
        switch key.onDelete.uppercased() {
        case "CASCADE": return "nullify"
        case "NO ACTION", "RESTRICT": return "deny"
        default: return nil
        }
    }
}
