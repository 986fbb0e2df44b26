public import Diagnostics
import Predicates
import SQLiteStorage
import SchemaModel
public import StoreMigration

/// Plans how a store of one version becomes one of another.
public struct MigrationPlanner {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let match: ModelMatch
    private var findings: PlanFindings
    private var connections: KeptConnections

    /// The plan, or the findings that say what is to be decided first.
    public static func plan(
        from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions = .init()
    ) -> (plan: MigrationPlan?, findings: [Finding]) {
        var planner = MigrationPlanner(old, new, decisions)
        let (steps, tables) = planner.checkedSteps()
        let findings = planner.findings.findings
        guard !findings.containsError else {
            let asked = AssumedRenames.findings(findings, decisions) { assumed in
                var planner = MigrationPlanner(old, new, assumed)
                _ = planner.checkedSteps()
                return planner.findings.findings
            }
            return (nil, asked)
        }
        let (from, to) = (old.schema.identity, new.schema.identity)
        let plan = MigrationPlan(
            fromVersion: from.version, toVersion: to.version, isDraft: to.isDraft, fromHash: from.hash, toHash: to.hash,
            minimumSQLite: steps.compactMap(\.operation.minimumSQLite).max(), tables: tables, objects: old.schema.statements.compactMap { $0.created?.name },
            steps: steps)
        return (plan, findings)
    }

    /// The steps, with the findings of all rules and decisions.
    private mutating func checkedSteps() -> ([MigrationPlan.Step], [TableOutcome]) {
        let steps = steps()
        findings.report(TightenedRule.all(from: old, to: new, match))
        findings.checkDecisions(old, new, remaining: match.remainingKinds)
        return steps
    }

    private init(_ old: StoredVersion, _ new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        match = ModelMatch(old, new, decisions)
        findings = PlanFindings(decisions, ModelDifference(match))
        connections = KeptConnections(old: old)
    }

    private mutating func steps() -> ([MigrationPlan.Step], [TableOutcome]) {
        let (pairs, departures, arrivals) = tablePairs()
        let dissolved = Set((departures + arrivals).map(\.old.name)).subtracting(pairs.map(\.old.name))
        let tableNames = Dictionary(pairs.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first })
        let joins = JoinPlanner(old: old, new: new, match: match, tableNames: tableNames)
        let names = pairs.map { (old: $0.old.name, new: $0.new.name) } + joins.namePairs
        let goneNames = Losses.tables(of: old, keeping: pairs.map(\.old.name) + dissolved, joins.namePairs.map(\.old))
        // Dropped tables stay until the end, because values may come from them. A table whose name is reused is renamed.
        let taken = Set((new.schema.tables.map(\.name) + new.schema.joinTables.map(\.name)).map { $0.lowercased() })
        let aside = goneNames.filter { taken.contains($0.lowercased()) }
        var readNames = tableNames.merging(joins.names) { first, _ in first }
        for name in goneNames { readNames[name] = aside.contains(name) ? asideName(name) : name }
        for name in dissolved { readNames[name] = asideName(name) }
        let dropped = goneNames.map { name in
            MigrationPlan.Step(.dropTable(readNames[name] ?? name), "\(name) is dropped")
        }
        var (readings, copied) = ([TableReading](), [MigrationPlan.Step]())
        var rebuilt: [String: String] = [:]
        var (thinned, steady) = (Set<String>(), Set<String>())
        var outcomes = [TableOutcome]()
        let shown = ShownColumns(old: old, match: match, values: findings.decisions.values)
        for (table, oldTable) in pairs {
            let planner = tablePlanner(table, oldTable, tableNames, readNames)
            let gone = goneEntities(of: table, from: oldTable)
            if planner.isRebuilt { rebuilt[oldTable.name] = table.name }
            let arriving = arrivals.filter { $0.new.name == table.name }
            if !gone.isEmpty || planner.isUpdated || !arriving.isEmpty { thinned.insert(table.name) }
            if oldTable.name == table.name, !planner.reusesNames { steady.insert(table.name) }
            let added = shown.columns(of: table, from: oldTable)
            let removal = planner.isRebuilt ? [] : added.map { Operation.dropColumn($0.name, table: table.name) }
            let after = removal.steps("Columns for values alone") + renamedEntities(of: table, from: oldTable)
            var reading = TableReading(
                table: table.name, values: values(of: table), lost: planner.outcome.lostNames, steps: gone + planner.steps + after)
            if let parts = planner.computingFirst, arriving.isEmpty { reading.parts = (parts.steps, gone + parts.planner.steps + after) }
            reading.tables = planner.sources.flatMap(\.readTables)
            reading.changesRows = !gone.isEmpty || !arriving.isEmpty
            for arriving in arriving {
                let steps = arrival(arriving.new, from: arriving.old, tableNames, readNames)
                copied.append(steps.copy)
                reading.steps += steps.rest
            }
            readings.append(reading)
            outcomes.append(planner.outcome)
        }
        for arrival in arrivals where !pairs.contains(where: { $0.new.name == arrival.new.name }) {
            let steps = self.arrival(arrival.new, from: arrival.old, tableNames, readNames)
            copied.append(steps.copy)
            readings.append(.init(table: arrival.new.name, values: [], lost: [], steps: steps.rest, changesRows: true))
        }
        let joinSteps = joins.steps(&findings, reading: readNames)
        // Rows that join another table while others stay are copied aside.
        let parts = arrivals.map(\.old.name).filter { !dissolved.contains($0) }
        let copies = KeyRaise.all(from: old, to: new, match).filter { parts.contains($0.table.name) }.map { copyAside($0, readNames) }
        let oldNames = tableNames.merging(dissolved.map { ($0, asideName($0)) }) { first, _ in first }
        let lost = LostDestinations(
            old: old, new: new, match: match, tableNames: readNames
        ).steps(&findings)
        let moved = departures.flatMap { departure($0.new, from: $0.old, called: oldNames[$0.old.name] ?? "", tableNames, readNames) }
        for kept in joinSteps.kept {
            connections.keep(kept.former, owner: kept.owner, destination: kept.destination, orders: kept.orders)
        }
        let losses = Losses(
            old: old, new: new, match: match, connections: connections, tableNames: readNames)
        losses.report(&findings)
        ChangedPartners(old: old, new: new, match: match).report(&findings)
        let history = HistoryRenames(old: old, new: new, match: match)
        let raises = KeyRaise.all(from: old, to: new, match).flatMap { $0.steps(old) }
        let shownSteps: [MigrationPlan.Step] =
            pairs.flatMap { shown.steps(of: $0.new, from: $0.old, called: $0.new.name) }
            + arrivals.flatMap { shown.entity(of: $0.new, from: $0.old, called: readNames[$0.old.name] ?? $0.old.name) }
        let changes =
            raises + (aside + dissolved.sorted()).map { rename($0, to: asideName($0)) } + renames(names) + created(pairs) + history.created
            + shownSteps + lost.steps
            + copies.map(\.step) + copied + moved + joinSteps.created + TableReading.readersFirst(readings) + joinSteps.changes
            + dropped + (dissolved.sorted() + copies.map(\.table)).map { .init(.dropTable(asideName($0))) } + history.renames
            + history.dropped
        let schemaParts = SchemaParts(
            old: old.schema, new: new.schema, rebuilt: rebuilt.merging(joinSteps.rebuilt) { first, _ in first },
            thinned: thinned.union(lost.changed), steady: steady.union(joins.namePairs.filter { $0.old == $0.new }.map(\.new)),
            isUntouched: changes.isEmpty)
        // Keys of rows that go are emptied.
        for index in outcomes.indices where lost.changed.contains(outcomes[index].newName ?? "") {
            let keys = old.schema.tables.first { $0.name == outcomes[index].oldName }?.columns.filter {
                old.relationship(Place($0.entity, $0.property)) != nil
            }
            for column in outcomes[index].columns.indices
            where keys?.contains(where: { $0.name == outcomes[index].columns[column].oldName }) == true {
                outcomes[index].columns[column].values = .changed
            }
        }
        outcomes += joinSteps.outcomes
        for index in outcomes.indices {
            guard let table = outcomes[index].newName else { continue }
            let rows = Operation.rowOutcome(of: table, after: changes.map(\.operation))
            (outcomes[index].mayLoseRows, outcomes[index].mayGainRows, outcomes[index].isRewritten) = (rows.mayLose, rows.mayGain, rows.isRewritten)
        }
        outcomes += (goneNames + dissolved.sorted()).map { TableOutcome($0, nil) } + history.outcomes
        let swift = SwiftStepPlanner(old: old, new: new, match: match, decided: findings.decisions.steps).steps(&findings)
        let planned = schemaParts.removal + changes + schemaParts.creation + identity
        let steps = own(findings.decisions.before) + swift.copies + planned + swift.calls + own(findings.decisions.after)
        return (steps, outcomes)
    }

    /// Statements of a person. They run in the migration's transaction, which they cannot end.
    private mutating func own(_ decisions: [MigrationDecisions.Decision]) -> [MigrationPlan.Step] {
        decisions.compactMap { decision in
            let word = OwnStatement.firstWord(of: decision.text)
            if OwnStatement.forbidden.contains(word) {
                findings.report(.badStatement, "\(word) cannot stand in a migration, which is one transaction", at: decision.span)
            }
            guard let step = OwnStatement.step(decision) else {
                findings.report(
                    .badStatement, "the statement does not end: a comment, a text or a trigger in it is open", at: decision.span)
                return nil
            }
            return step
        }
    }

    /// What a person has given for columns of a table.
    private func values(of table: Table) -> [TableReading.Value] {
        findings.decisions.values.filter { table.entities.contains($0.key.entity) }
            .map { TableReading.Value($0.value.text, isKey: new.relationship($0.key) != nil) }
    }

    private mutating func tablePlanner(_ table: Table, _ oldTable: Table, _ tableNames: [String: String], _ readNames: [String: String])
        -> TablePlanner
    {
        let sources = ColumnSources(old: old, new: new, match: match, tableNames: readNames).sources(
            of: table, from: oldTable, &findings)
        for source in sources {
            guard let column = source.column, let key = new.relationship(.init(column.entity, column.property)) else { continue }
            let (owner, destination) = (column.entity, key.destination.text)
            let orders = orders(of: column, table, oldTable, sources)
            for held in source.connections {
                connections.keep(
                    held.former, owner: held.isTurned ? destination : owner, destination: held.isTurned ? owner : destination,
                    decided: held.isDecided ? (held.isTurned ? .destination : .owner) : nil, orders: orders)
            }
        }
        return TablePlanner(
            table: table, oldTable: oldTable, sources: sources, tableNames: tableNames,
            entity: table.entities.first { match.former($0) == oldTable.entities.first } ?? "",
            recomputed: Set(new.schema.derivedColumns.filter { $0.table == table.name && $0.recomputation != nil }.map(\.name)),
            minimumSQLite: findings.decisions.minimumSQLite ?? .oldestSupported)
    }

    /// The ordered end of the old version whose places the rows of a key's table keep.
    private func orders(of key: Column, _ table: Table, _ oldTable: Table, _ sources: [ColumnSource]) -> Set<Place> {
        let position = table.positions.first { $0.entity == key.entity && $0.relationship == key.property }
        let source = sources.first { $0.column == nil && $0.name == position?.name }
        let former = oldTable.positions.first { $0.name == source?.former?.name ?? source?.copied }
        let end = former.flatMap { old.inverse(of: Place($0.entity, $0.relationship)) }
        return end.map { [$0] } ?? []
    }

    // MARK: Tables

    private typealias Pair = (new: Table, old: Table)

    /// The tables that were there, with what they become; those whose rows come from the table of a hierarchy that they leave; and
    /// the others whose rows come to a table.
    private mutating func tablePairs() -> (pairs: [Pair], departures: [Pair], arrivals: [Pair]) {
        var arrivals = [Pair]()
        let claims = new.schema.tables.compactMap { table -> Pair? in
            let parts = KeyRaise.parts(of: table, old, match)
            arrivals += parts.dropFirst().map { (table, $0.table) }
            if let first = parts.first { return (table, first.table) }
            // A table without objects.
            return table.entities.lazy.compactMap(match.former).compactMap(old.schema.table).first.map { (table, $0) }
        }
        for (index, arrival) in arrivals.enumerated() where arrivals[..<index].contains(where: { $0.old.name == arrival.old.name }) {
            let entity = arrival.old.entities[0]
            findings.report(
                .notInferable, "the objects of '\(entity)' join two other hierarchies in one step",
                at: new.model.entity(named: arrival.new.entities[0])?.name.span ?? new.model.name.span,
                help: "freeze a version in which one of them joins, and then the next one")
        }
        var (pairs, departures) = ([Pair](), [Pair]())
        for claim in claims {
            let others = claims.filter { $0.old.name == claim.old.name }
            let root = match.later(claim.old.entities[0])
            let isRest = root.map { claim.new.entities.contains($0) } ?? (others.count == 1)
            if isRest { pairs.append(claim) } else { departures.append(claim) }
        }
        return (pairs, departures, arrivals)
    }

    /// Adds the rows of another table to one of a hierarchy that they join. They have their new keys by then.
    private mutating func arrival(
        _ table: Table, from oldTable: Table, _ tableNames: [String: String], _ readNames: [String: String]
    ) -> (copy: MigrationPlan.Step, rest: [MigrationPlan.Step]) {
        let planner = tablePlanner(table, oldTable, tableNames, readNames)
        let parts = KeyRaise.parts(of: table, old, match)
        let kinds = parts.first { $0.table.name == oldTable.name }?.kinds ?? []
        let renames = kinds.compactMap { kind in match.later(kind).map { (old: kind, new: $0) } }
        // A value is for the rows of all tables, and may name a column of another one.
        let isDecided = findings.decisions.values.contains { table.entities.contains($0.key.entity) }
        let missing = isDecided ? ShownColumns.missing(in: oldTable, parts.map(\.table)).map(\.name) : []
        return planner.arrival(
            from: asideName(oldTable.name), through: "_trellis_rows_\(oldTable.name)", renames, missing: missing)
    }

    private func copyAside(_ raise: KeyRaise, _ readNames: [String: String]) -> (table: String, step: MigrationPlan.Step) {
        let name = raise.table.name
        let from = readNames[name] ?? name
        return (
            name,
            .init(
                .copyAside(asideName(name), rows: RowSet(from, ofEntities: raise.kinds)),
                "The rows of \(raise.kinds.joined(separator: ", ")) leave \(name)")
        )
    }

    /// Fills the new table of an entity that leaves its hierarchy: rows keep their keys, for no others are there.
    private mutating func departure(
        _ table: Table, from oldTable: Table, called name: String, _ tableNames: [String: String],
        _ readNames: [String: String]
    ) -> [MigrationPlan.Step] {
        let planner = tablePlanner(table, oldTable, tableNames, readNames)
        let kinds = table.entities.compactMap(match.former).filter {
            old.model.entity(named: $0)?.isAbstract == false && match.laterOfObjects($0) != nil
                && oldTable.entities.contains($0)
        }
        return [planner.departure(from: name, kinds)] + renamedEntities(of: table, from: oldTable)
    }

    private func asideName(_ table: String) -> String { "_trellis_old_\(table)" }

    private func rename(_ table: String, to name: String) -> MigrationPlan.Step {
        .init(.renameTable(table, to: name), "\(table) makes room for another table")
    }

    /// Renames all tables at once, those of connections too: a name may be another's until then.
    private func renames(_ names: [(old: String, new: String)]) -> [MigrationPlan.Step] {
        let taken = Set(names.map { $0.old.lowercased() })
        var (first, second) = ([MigrationPlan.Step](), [MigrationPlan.Step]())
        for (old, new) in names where old != new {
            // Also where the case alone changes, for which SQLite takes two steps.
            let between = taken.contains(new.lowercased()) ? "_trellis_\(new)" : nil
            first.append(.init(.renameTable(old, to: between ?? new), "\(old) is renamed to \(new)"))
            if let between { second.append(.init(.renameTable(between, to: new))) }
        }
        return first + second
    }

    private func created(_ pairs: [(new: Table, old: Table)]) -> [MigrationPlan.Step] {
        let known = Set(pairs.map(\.new.name))
        return new.schema.tables.filter { !known.contains($0.name) }.map {
            .init(.createTable($0.definition), "\($0.name) is new")
        }
    }

    /// Removes rows of entities that are gone or abstract now, or have a table of their own by now.
    private func goneEntities(of table: Table, from oldTable: Table) -> [MigrationPlan.Step] {
        oldTable.entities.compactMap { entity in
            guard old.model.entity(named: entity)?.isAbstract == false else { return nil }
            let later = match.laterOfObjects(entity)
            if let later, table.entities.contains(later) { return nil }
            let goes = match.later(entity) == nil ? "is gone, with its rows" : "is abstract, and its own rows go"
            let purpose = later == nil ? "\(entity) \(goes)" : "The rows of \(entity) have another table"
            return .init(.deleteRows(ofEntity: oldTable.hasEntityColumn ? entity : nil, table: table.name), purpose)
        }
    }

    /// Says what rows are whose entity is called otherwise: all at once, for names may be exchanged.
    private func renamedEntities(of table: Table, from oldTable: Table) -> [MigrationPlan.Step] {
        guard oldTable.hasEntityColumn, table.hasEntityColumn else { return [] }
        let renamed = table.entities.compactMap { name in
            match.former(name).flatMap {
                $0 == name || old.model.entity(named: $0)?.isAbstract == true || match.laterOfObjects($0) == nil
                    ? nil : NameChange($0, name)
            }
        }
        if renamed.isEmpty { return [] }
        let purpose = renamed.map { "\($0.old) is called \($0.new)" }.joined(separator: ", ")
        return [.init(.renameTexts(renamed, column: FetchLayout.entityColumn, table: table.name), purpose)]
    }

    /// The store says what it is.
    private var identity: [MigrationPlan.Step] {
        let identity = new.schema.identity
        let meaning = RecordedVersion.Meaning(hash: identity.hash, definition: identity.definition, model: identity.model)
        return [.init(.recordVersion(RecordedVersion(identity.version, isDraft: identity.isDraft, meaning)), "The version that the store has now")]
    }
}
