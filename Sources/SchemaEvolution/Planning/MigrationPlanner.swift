public import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
public import StoreMigration

/// Plans how a store of one version becomes one of another.
public struct MigrationPlanner {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let correspondence: Correspondence
    private var findings: PlanFindings

    /// The plan, or the findings that say what is to be decided first.
    public static func plan(
        from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions = .init()
    ) -> (plan: MigrationPlan?, findings: [Finding]) {
        var planner = MigrationPlanner(old, new, decisions)
        let (steps, tables) = planner.steps()
        planner.findings.checkDecisions(old, new)
        let findings = planner.findings.findings
        guard !findings.containsError else { return (nil, findings) }
        let (from, to) = (old.schema.identity, new.schema.identity)
        let plan = MigrationPlan(
            fromVersion: from.version, toVersion: to.version, isDraft: to.isDraft, fromHash: from.hash, toHash: to.hash,
            tables: tables, objects: old.schema.statements.compactMap { $0.created?.name }, steps: steps)
        return (plan, findings)
    }

    private init(_ old: StoredVersion, _ new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        correspondence = Correspondence(old, new, decisions)
        findings = PlanFindings(decisions, ModelDifference(from: old.model, to: new.model))
    }

    private mutating func steps() -> ([MigrationPlan.Step], [TableOutcome]) {
        let pairs = tablePairs()
        let tableNames = Dictionary(pairs.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first })
        var tables = [MigrationPlan.Step]()
        var rebuilt: [String: String] = [:]
        var thinned = Set<String>()
        var outcomes = [TableOutcome]()
        for (table, oldTable) in pairs {
            let sources = ColumnSources(old: old, new: new, correspondence: correspondence).sources(of: table, from: oldTable, &findings)
            let changes = entityChanges(of: table, from: oldTable)
            let planner = TablePlanner(
                table: table, oldTable: oldTable, sources: sources, tableNames: tableNames,
                entity: table.entities.first { correspondence.former($0) == oldTable.entities.first } ?? "")
            if planner.isRebuilt { rebuilt[oldTable.name] = table.name }
            if !changes.isEmpty { thinned.insert(table.name) }
            tables += changes + planner.steps
            var outcome = planner.outcome
            outcome.mayLoseRows = oldTable.entities.contains { correspondence.later($0) == nil && old.model.entity(named: $0)?.isAbstract == false }
            outcomes.append(outcome)
        }
        let joins = JoinPlanner(old: old, new: new, correspondence: correspondence, tableNames: tableNames)
        var joinSteps = joins.steps(&findings)
        let gone = Losses(old: old, new: new, correspondence: correspondence)
        let goneNames = gone.tables(keeping: pairs.map(\.old.name), joins.keptNames)
        let dropped = goneNames.map { MigrationPlan.Step("DROP TABLE \(SQL.identifier($0))", .schema, "\($0) is gone") }
        outcomes += joinSteps.outcomes + goneNames.map { TableOutcome($0, nil) }
        gone.report(&findings)
        joinSteps.renames.insert(contentsOf: renames(pairs), at: 0)
        let changes = dropped + joinSteps.renames + created(pairs) + joinSteps.created + tables + joinSteps.changes
        let parts = SchemaParts(
            old: old.schema, new: new.schema, rebuilt: rebuilt.merging(joinSteps.rebuilt) { first, _ in first }, thinned: thinned,
            isUntouched: changes.isEmpty)
        return (parts.removal + changes + parts.creation + identity, outcomes)
    }

    // MARK: Tables

    /// The tables that were there, with what they become.
    private mutating func tablePairs() -> [(new: Table, old: Table)] {
        new.schema.tables.compactMap { table in
            let formers = table.entities.compactMap { name in correspondence.former(name).map { (name: name, former: $0) } }
            let oldTables = Set(formers.compactMap { old.schema.table(forEntity: $0.former)?.name })
            guard let first = formers.first, let oldTable = old.schema.table(forEntity: first.former) else { return nil }
            let root = new.model.entity(named: table.entities[0])
            let isSplit = correspondence.later(oldTable.entities[0]).map { !table.entities.contains($0) } ?? false
            if oldTables.count > 1 || isSplit {
                findings.report(
                    .notInferable,
                    isSplit
                        ? "'\(first.name)' leaves the table of '\(oldTable.entities[0])', where its rows are"
                        : "the rows of \(formers.map { "'\($0.former)'" }.joined(separator: ", ")) come together in one table: no row can keep its key",
                    at: (new.model.entity(named: first.name) ?? root)?.name.span ?? new.model.name.span)
                return nil
            }
            return (table, oldTable)
        }
    }

    /// Renames all tables at once: a name may be another's until then.
    private func renames(_ pairs: [(new: Table, old: Table)]) -> [MigrationPlan.Step] {
        let renamed = pairs.filter { $0.new.name != $0.old.name }
        let taken = Set(pairs.map { $0.old.name.lowercased() })
        var (first, second) = ([MigrationPlan.Step](), [MigrationPlan.Step]())
        for (table, oldTable) in renamed {
            let (from, to) = (SQL.identifier(oldTable.name), SQL.identifier(table.name))
            if taken.contains(table.name.lowercased()) {
                // Also where the case alone changes, for which SQLite takes two steps.
                let between = SQL.identifier("_trellis_\(table.name)")
                first.append(.init("ALTER TABLE \(from) RENAME TO \(between)", .alter, "\(oldTable.name) is called \(table.name)"))
                second.append(.init("ALTER TABLE \(between) RENAME TO \(to)", .alter))
            } else {
                first.append(.init("ALTER TABLE \(from) RENAME TO \(to)", .alter, "\(oldTable.name) is called \(table.name)"))
            }
        }
        return first + second
    }

    private func created(_ pairs: [(new: Table, old: Table)]) -> [MigrationPlan.Step] {
        let known = Set(pairs.map(\.new.name))
        return new.schema.tables.filter { !known.contains($0.name) }.map {
            .init($0.createStatement, .schema, "\($0.name) is new")
        }
    }

    /// Rows of entities that are gone, or are called otherwise.
    private func entityChanges(of table: Table, from oldTable: Table) -> [MigrationPlan.Step] {
        guard oldTable.hasEntityColumn else { return [] }
        let name = SQL.identifier(table.name)
        var steps = [MigrationPlan.Step]()
        for entity in oldTable.entities {
            let isAbstract = old.model.entity(named: entity)?.isAbstract == true
            guard !isAbstract else { continue }
            switch correspondence.later(entity) {
            case nil:
                steps.append(
                    .init("DELETE FROM \(name) WHERE _entity = \(SQL.literal(entity))", .update, "\(entity) is gone, with its rows"))
            case let later? where later != entity:
                steps.append(
                    .init(
                        "UPDATE \(name) SET _entity = \(SQL.literal(later)) WHERE _entity = \(SQL.literal(entity))", .update,
                        "\(entity) is called \(later)"))
            default: break
            }
        }
        return steps
    }

    /// The store says what it is.
    private var identity: [MigrationPlan.Step] {
        let identity = new.schema.identity
        let values = [
            ("version", String(identity.version)), ("draft", identity.isDraft ? "1" : "0"), ("hash", identity.hash),
            ("definition", identity.definition), ("model", identity.model),
        ]
        return values.enumerated().map { index, pair in
            .init(
                "UPDATE \(StoreIdentity.table) SET value = \(SQL.literal(pair.1)) WHERE key = \(SQL.literal(pair.0))", .update,
                index == 0 ? "What the store is" : nil)
        }
    }
}
