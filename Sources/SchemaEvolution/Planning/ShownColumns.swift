import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Columns that a user's value may name, and the old table does not have: `_entity` of a table that had rows of one entity, and
/// the columns of tables whose rows come together in one. The table gets them while values are computed.
struct ShownColumns {
    private let old: StoredVersion
    private let match: ModelMatch
    /// The words of all values.
    private let words: Set<String>
    /// The entities with values.
    private let entities: Set<String>

    init(old: StoredVersion, match: ModelMatch, values: [MigrationDecisions.Place: MigrationDecisions.Decision]) {
        self.old = old
        self.match = match
        words = values.values.reduce(into: []) { $0.formUnion(TableReading.Value.words(of: $1.text)) }
        entities = Set(values.keys.map(\.entity))
    }

    /// The columns that other tables had whose rows come to a table.
    func columns(of table: Table, from oldTable: Table) -> [Column] {
        guard !entities.isDisjoint(with: table.entities) else { return [] }
        return Self.missing(in: oldTable, KeyRaise.parts(of: table, old, match).map(\.table)).filter { words.contains($0.name.lowercased()) }
    }

    /// Adds the columns to a table, all rows of which have NULL there.
    func steps(of table: Table, from oldTable: Table, called name: String) -> [MigrationPlan.Step] {
        entity(of: table, from: oldTable, called: name)
            + columns(of: table, from: oldTable).map { Operation.addColumn(ColumnDefinition($0.name, $0.type.rawValue), table: name) }
            .steps("Rows of \(oldTable.name) have no values that only other rows of \(table.name) have")
    }

    /// Adds the column with the entity to a table whose rows were of one.
    func entity(of table: Table, from oldTable: Table, called name: String) -> [MigrationPlan.Step] {
        guard words.contains(FetchLayout.entityColumn), table.hasEntityColumn, !oldTable.hasEntityColumn, let entity = oldTable.entities.first
        else { return [] }
        let column = ColumnDefinition(FetchLayout.entityColumn, "TEXT", isNullable: false, defaultValue: .text(entity))
        return [.init(.addColumn(column, table: name), "Values name the entity of a row")]
    }

    /// The columns of some tables that one of them does not have, each name once.
    static func missing(in table: Table, _ parts: [Table]) -> [Column] {
        var known = Set(table.columns.map { $0.name.lowercased() })
        return parts.flatMap(\.columns).filter { known.insert($0.name.lowercased()).inserted }
    }
}
