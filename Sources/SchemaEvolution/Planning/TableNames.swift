import SQLiteStorage
import StoreMigration

/// What the tables of the old version are called while a plan runs.
struct TableNames {
    typealias Change = (old: String, new: String)

    /// What the tables that stay become, those of connections aside, by their old names.
    let kept: [String: String]
    /// What all tables are called while values are read from them, by their old names.
    let read: [String: String]
    /// The tables of the old version whose rows go with them.
    let dropped: [String]
    /// The tables that make room until the end, because another one gets their name or takes their rows.
    private let aside: [String]
    /// The tables that stay, those of connections too.
    private let changes: [Change]

    /// - Parameter joins: the tables of connections that stay.
    init(old: StoredVersion, new: StoredVersion, _ moves: TableMoves, joins: [Change]) {
        let dissolved = moves.dissolved
        kept = moves.names
        changes = moves.pairs.map { ($0.old.name, $0.new.name) } + joins
        dropped = Losses.tables(of: old, keeping: moves.pairs.map(\.old.name) + dissolved, joins.map(\.old))
        // Dropped tables stay until the end, because values may come from them. A table whose name is reused is renamed.
        let taken = Set((new.schema.tables.map(\.name) + new.schema.joinTables.map(\.name)).map { $0.lowercased() })
        let reused = dropped.filter { taken.contains($0.lowercased()) }
        aside = reused + dissolved.sorted()
        var read = kept.merging(joins.map { ($0.old, $0.new) }) { first, _ in first }
        for name in dropped { read[name] = name }
        for name in aside { read[name] = Self.aside(name) }
        self.read = read
    }

    /// What a table is called that makes room for another one.
    static func aside(_ table: String) -> String { "_trellis_old_\(table)" }

    /// Renames the tables that make room.
    var makingRoom: [MigrationPlan.Step] {
        aside.map { .init(.renameTable($0, to: Self.aside($0)), "\($0) makes room for another table") }
    }

    /// Renames all tables that stay at once: a name may be another's until then.
    var renames: [MigrationPlan.Step] {
        let taken = Set(changes.map { $0.old.lowercased() })
        var (first, second) = ([MigrationPlan.Step](), [MigrationPlan.Step]())
        for (old, new) in changes where old != new {
            // Also where the case alone changes, for which SQLite takes two steps.
            let between = taken.contains(new.lowercased()) ? "_trellis_\(new)" : nil
            first.append(.init(.renameTable(old, to: between ?? new), "\(old) is renamed to \(new)"))
            if let between { second.append(.init(.renameTable(between, to: new))) }
        }
        return first + second
    }

    /// Drops the tables whose rows go with them.
    var drops: [MigrationPlan.Step] { dropped.map { .init(.dropTable(read[$0] ?? $0), "\($0) is dropped") } }
}
