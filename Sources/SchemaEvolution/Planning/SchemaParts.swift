import SQLiteAccess
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
        let stale = new.derivedColumns.filter { column in
            let tables = [column.table, column.leadingTable, column.summed?.table].compactMap(\.self)
            return !old.derivedColumns.contains(column)
                || tables.contains { rewritten.contains($0) || thinned.contains($0) || !steady.contains($0) }
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
        return explained(
            "What names tables and columns is made again at the end",
            parts.compactMap { part in
                part.created.map {
                    .init("DROP \($0.dropKeyword) \(SQL.identifier($0.name))", $0.kind == .index ? .alter : .schema)
                }
            })
    }

    /// What comes when all tables are there.
    var creation: [MigrationPlan.Step] {
        var steps = parts(of: new, .index).map { MigrationPlan.Step($0.sql, .index) }
        steps += staleColumns.map { .init($0.recomputation, .update) }
        steps += parts(of: new, .view).map { .init($0.sql, .schema) }
        for part in parts(of: new, .search) {
            let name = SQL.identifier(part.created?.name ?? "")
            steps += [.init(part.sql, .schema), .init("INSERT INTO \(name) (\(name)) VALUES ('rebuild')", .index)]
        }
        steps += parts(of: new, .trigger).map { .init($0.sql, .schema) }
        return explained("Indexes, counts and sums, searches and triggers", steps)
    }

    private func explained(_ purpose: String, _ steps: [MigrationPlan.Step]) -> [MigrationPlan.Step] {
        var steps = steps
        if !steps.isEmpty { steps[0].purpose = purpose }
        return steps
    }

    /// The statements that make objects of a kind and do not stay, in the schema's order.
    private func parts(of schema: StorageSchema, _ kind: SchemaObject.Kind) -> [DDLStatement] {
        schema.statements.filter { $0.created?.kind == kind && !kept.contains($0.sql) }
    }
}
