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

    /// The steps of the whole plan. Changes of tables stand between what holds no rows of its own.
    private mutating func steps() -> ([MigrationPlan.Step], [TableOutcome]) {
        let moves = TableMoves(from: old, to: new, match, &findings)
        let joins = JoinPlanner(old: old, new: new, match: match, tableNames: moves.names)
        let names = TableNames(old: old, new: new, moves, joins: joins.namePairs)
        let shown = ShownColumns(old: old, match: match, values: findings.decisions.values)
        let history = HistoryRenames(old: old, new: new, match: match)
        let raises = KeyRaise.all(from: old, to: new, match)

        var tables = TableChanges()
        for pair in moves.pairs { change(pair, moves, names, shown, &tables) }
        for arrival in moves.filled {
            let steps = rows(arriving: arrival, names)
            tables.copied.append(steps.copy)
            tables.readings.append(.init(table: arrival.new.name, values: [], lost: [], steps: steps.rest, changesRows: true))
        }
        let joined = joins.steps(&findings, reading: names.read)
        // Rows that join another table while others stay are copied aside.
        let parts = raises.filter { raise in
            moves.arrivals.contains { $0.old.name == raise.table.name } && !moves.dissolved.contains(raise.table.name)
        }
        let lost = LostDestinations(old: old, new: new, match: match, tableNames: names.read).steps(&findings)
        let departed = moves.departures.flatMap { rows(departing: $0, names) }
        reportLosses(joined, names)

        let parting = parts.map { MovedRows(old: old, match: match).copyAside($0, names) } + tables.copied + departed
        let emptied = moves.dissolved.sorted() + parts.map(\.table.name)
        let changes: [[MigrationPlan.Step]] = [
            // Keys change while each row and each reference is where it was.
            raises.flatMap { $0.steps(old) },
            names.makingRoom, names.renames, created(moves.pairs), history.created, shownColumns(shown, moves, names),
            // Rows go where they belong while all old columns are there.
            lost.steps, parting,
            joined.created, TableReading.readersFirst(tables.readings), joined.changes,
            names.drops, emptied.map { .init(.dropTable(TableNames.aside($0))) },
            history.renames, history.dropped,
        ]
        tables.noteEmptiedKeys(in: lost.changed, old)
        tables.note(joins, joined)
        return finish(changes.flatMap(\.self), tables, gone: names.dropped + moves.dissolved.sorted(), history)
    }

    /// Puts the changes of tables between the removal and the creation of indexes, triggers and searches, and all of these between the
    /// statements of a person.
    private mutating func finish(
        _ changes: [MigrationPlan.Step], _ tables: TableChanges, gone: [String], _ history: HistoryRenames
    ) -> ([MigrationPlan.Step], [TableOutcome]) {
        var tables = tables
        tables.noteRows(after: changes)
        let outcomes = tables.outcomes + gone.map { TableOutcome($0, nil) } + history.outcomes
        let parts = SchemaParts(
            old: old.schema, new: new.schema, rebuilt: tables.rebuilt, thinned: tables.thinned, steady: tables.steady,
            isUntouched: changes.isEmpty)
        let swift = SwiftStepPlanner(old: old, new: new, match: match, decided: findings.decisions.steps).steps(&findings)
        let planned = parts.removal + changes + parts.creation + identity
        let steps = own(findings.decisions.before) + swift.copies + planned + swift.calls + own(findings.decisions.after)
        return (steps, outcomes)
    }

    /// Reports what the plan does not carry over.
    private mutating func reportLosses(_ joined: JoinPlanner.Steps, _ names: TableNames) {
        for kept in joined.kept {
            connections.keep(kept.former, owner: kept.owner, destination: kept.destination, orders: kept.orders)
        }
        Losses(old: old, new: new, match: match, connections: connections, tableNames: names.read).report(&findings)
        ChangedPartners(old: old, new: new, match: match).report(&findings)
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

    /// Plans a table, and notes the connections that its keys carry over.
    private mutating func tablePlanner(_ table: Table, _ oldTable: Table, _ names: TableNames) -> TablePlanner {
        let sources = ColumnSources(old: old, new: new, match: match, tableNames: names.read).sources(
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
            table: table, oldTable: oldTable, sources: sources, tableNames: names.kept,
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

    /// Plans a table that was there.
    private mutating func change(
        _ pair: TableMoves.Pair, _ moves: TableMoves, _ names: TableNames, _ shown: ShownColumns, _ tables: inout TableChanges
    ) {
        let (table, oldTable) = pair
        let rows = MovedRows(old: old, match: match)
        let planner = tablePlanner(table, oldTable, names)
        let gone = rows.removal(from: table, before: oldTable)
        let arriving = moves.arrivals.filter { $0.new.name == table.name }
        let changesRows = !gone.isEmpty || !arriving.isEmpty
        tables.note(planner, changesRows: changesRows)
        // A table that is rebuilt does not get columns for values alone.
        let removed = planner.isRebuilt ? [] : shown.columns(of: table, from: oldTable).map { Operation.dropColumn($0.name, table: table.name) }
        let after = removed.steps("Columns for values alone") + rows.renames(in: table, before: oldTable)
        var reading = TableReading(
            table: table.name, values: values(of: table), lost: planner.outcome.lostNames, steps: gone + planner.steps + after,
            changesRows: changesRows, tables: planner.sources.flatMap(\.readTables))
        if let parts = planner.computingFirst, arriving.isEmpty { reading.parts = (parts.steps, gone + parts.planner.steps + after) }
        for arriving in arriving {
            let steps = self.rows(arriving: arriving, names)
            tables.copied.append(steps.copy)
            reading.steps += steps.rest
        }
        tables.readings.append(reading)
    }

    private mutating func rows(arriving move: TableMoves.Pair, _ names: TableNames) -> (copy: MigrationPlan.Step, rest: [MigrationPlan.Step]) {
        let planner = tablePlanner(move.new, move.old, names)
        // A value is for the rows of all tables, and may name a column of another one.
        let isDecided = findings.decisions.values.contains { move.new.entities.contains($0.key.entity) }
        return MovedRows(old: old, match: match).arrival(move, planner, showsAll: isDecided)
    }

    private mutating func rows(departing move: TableMoves.Pair, _ names: TableNames) -> [MigrationPlan.Step] {
        let planner = tablePlanner(move.new, move.old, names)
        let name = names.read[move.old.name] ?? ""
        return MovedRows(old: old, match: match).departure(move, planner, from: name)
    }

    /// Adds the columns that a user's values may name.
    private func shownColumns(_ shown: ShownColumns, _ moves: TableMoves, _ names: TableNames) -> [MigrationPlan.Step] {
        moves.pairs.flatMap { shown.steps(of: $0.new, from: $0.old, called: $0.new.name) }
            + moves.arrivals.flatMap { shown.entity(of: $0.new, from: $0.old, called: names.read[$0.old.name] ?? $0.old.name) }
    }

    private func created(_ pairs: [TableMoves.Pair]) -> [MigrationPlan.Step] {
        let known = Set(pairs.map(\.new.name))
        return new.schema.tables.filter { !known.contains($0.name) }.map {
            .init(.createTable($0.definition), "\($0.name) is new")
        }
    }

    /// The store says what it is.
    private var identity: [MigrationPlan.Step] {
        let identity = new.schema.identity
        let meaning = RecordedVersion.Meaning(hash: identity.hash, definition: identity.definition, model: identity.model)
        return [.init(.recordVersion(RecordedVersion(identity.version, isDraft: identity.isDraft, meaning)), "The version that the store has now")]
    }
}
