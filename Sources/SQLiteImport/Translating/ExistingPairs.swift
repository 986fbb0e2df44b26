/// A join table that stays as it is: a many-to-many relationship of a model with `layout: existing`.
struct ExistingPairs {
    let table: ExistingTable
    /// The keys, and the delete rule of the rows that each of them leads to.
    let ends: [(key: ExistingKey, rule: String)]

    /// - Parameter entities: the tables that become entities.
    /// - Returns: nil if the table can be none; ``reason(against:among:)`` says why.
    init?(_ table: ExistingTable, among entities: [ExistingTable]) {
        guard Self.reason(against: table, among: entities) == nil else { return nil }
        self.table = table
        ends = table.foreignKeys.map { ($0, Self.rule(of: $0) ?? "") }
    }

    /// Why a table that holds nothing but pairs cannot be opened as one; nil if it can.
    static func reason(against table: ExistingTable, among entities: [ExistingTable]) -> String? {
        let columns = table.foreignKeys.flatMap(\.columns)
        if !table.isUnique(columns) { return "without a unique index on \(columns.joined(separator: " and ")) it could have a pair twice" }
        for key in table.foreignKeys {
            guard let target = entities.first(where: { $0.name.isSameName(as: key.table) }) else { return "'\(key.table)' is no entity" }
            let leadsToKey = key.targets.isEmpty || key.targets.count == 1 && target.integerKey.map(key.targets[0].isSameName) == true
            if !leadsToKey { return "\(key.columns[0]) does not lead to the key of '\(key.table)'" }
            if rule(of: key) == nil { return "a model has no rule for ON DELETE \(key.onDelete) of \(key.columns[0])" }
            guard let column = table.column(key.columns[0]) else { return "\(key.columns[0]) is no column" }
            if column.generated != nil || [.text, .real].contains(column.affinity) || column.facts.integers < column.facts.values {
                return "\(column.name) does not keep integers as they are"
            }
        }
        return nil
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
