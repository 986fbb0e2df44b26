import SQLiteStorage
import StoreMigration

/// What holds no rows of its own, or can be made again from rows: indexes, triggers, searches.
struct SchemaParts {
    private let old: StorageSchema
    private let new: StorageSchema
    /// The statements whose objects stay, in the old version and in the new one alike.
    private let kept: Set<String>
    /// The columns that may not be right any more: new ones, and those of tables whose rows change while no trigger looks on.
    private let staleColumns: [DerivedColumn]
    /// The tables, by their old names, that lose their indexes by themselves.
    private let lost: Set<String>

    /// - Parameters:
    ///   - rebuilt: the new names of the tables that are rebuilt, by their old ones.
    ///   - thinned: the tables whose rows are deleted or changed where they are, by their new names.
    ///   - steady: the tables whose names, and those of their columns, mean what they did.
    ///   - isUntouched: whether no table changes at all.
    init(
        old: StorageSchema, new: StorageSchema, rebuilt: [String: String], thinned: Set<String>, steady: Set<String>,
        isUntouched: Bool
    ) {
        self.old = old
        self.new = new
        let rewritten = Set(rebuilt.values)
        lost = Set(rebuilt.keys)
        var staleNames = Set<DerivedColumn.ColumnName>()
        // A column comes after those that it is computed from.
        let stale = new.derivedColumns.filter { column in
            let isStale = !old.derivedColumns.contains(column) || !column.sources.isDisjoint(with: staleNames)
                || column.tables.contains { rewritten.contains($0) || thinned.contains($0) || !steady.contains($0) }
            if isStale { staleNames.insert(column.columnName) }
            return isStale && column.recomputation != nil
        }
        staleColumns = stale
        let former = Set(old.statements.map(\.sql))
        // A search of a table whose rows stay has them still, whatever columns come and go beside those that it searches.
        let searches = Set(
            new.tables.filter { !rewritten.contains($0.name) && !thinned.contains($0.name) && steady.contains($0.name) }
                .flatMap { $0.searches.map(\.name) })
        kept = Set(
            new.statements.filter { statement in
                guard former.contains(statement.sql), let created = statement.created else { return false }
                return switch created.kind {
                case .table: false
                // SQLite refuses to rename or drop what triggers and views name, or rewrites them. A recomputation is no change that the
                // history records.
                case .trigger, .view: isUntouched && (stale.isEmpty || new.history == nil)
                case .search: searches.contains(created.name)
                // A table that is rebuilt loses its indexes, and drops them itself.
                case .index: created.table.map { !rewritten.contains($0) && steady.contains($0) } ?? false
                }
            }.map(\.sql))
    }

    /// What goes before tables change.
    var removal: [MigrationPlan.Step] {
        let indexes = parts(of: old, .index).filter { part in part.created?.table.map { !lost.contains($0) } ?? true }
        let parts = parts(of: old, .trigger) + parts(of: old, .search) + parts(of: old, .view) + indexes
        return parts.compactMap { part -> Operation? in
            guard let object = part.created else { return nil }
            return switch object.kind {
            case .table: .dropTable(object.name)
            case .index: .dropIndex(object.name)
            case .trigger: .dropTrigger(object.name)
            case .view: .dropView(object.name)
            case .search: .dropSearch(object.name)
            }
        }.steps("Indexes, triggers and searches that change, dropped first")
    }

    /// What comes when all tables are there.
    var creation: [MigrationPlan.Step] {
        let indexes = new.tables.flatMap { table in table.indexes.map { $0.definition(on: table.name) } } + new.joinTables.flatMap(\.indexes)
        let created = Set(parts(of: new, .index).compactMap { $0.created?.name })
        var operations = indexes.filter { created.contains($0.name) }.map(Operation.createIndex)
        operations += staleColumns.compactMap { column in
            column.recomputation.map { .recompute(column: column.name, table: column.table, sql: $0) }
        }
        operations += named(.view).map { .createView($0, sql: $1) }
        operations += named(.search).flatMap { [.createSearch($0, sql: $1), .fillSearch($0)] }
        operations += named(.trigger).map { .createTrigger($0, sql: $1) }
        return operations.steps("Indexes, counts and sums, searches and triggers")
    }

    /// The objects of a kind that come, with what creates them.
    private func named(_ kind: SchemaObject.Kind) -> [(name: String, sql: String)] {
        parts(of: new, kind).compactMap { part in part.created.map { ($0.name, part.sql) } }
    }

    /// The statements that make objects of a kind and do not stay, in the schema's order.
    private func parts(of schema: StorageSchema, _ kind: SchemaObject.Kind) -> [DDLStatement] {
        schema.statements.filter { $0.created?.kind == kind && !kept.contains($0.sql) }
    }
}
