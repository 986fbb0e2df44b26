import SQLiteAccess

/// Makes one list of operations of those of several plans, so that each table is rebuilt as rarely as can be.
///
/// What creates or drops an object is taken at once, or waits until nothing can undo it any more. A rebuild waits for the next one of its
/// table. Whatever else writes rows finds its tables up to date.
struct JumpComposer {
    typealias Step = MigrationPlan.Step

    private var tables: StoredTables
    /// All steps of all plans, with what each is for and the version that its plan leads to.
    private let planned: [(step: Step, version: Int)]
    private var done = [Step]()
    /// The tables that wait, in the order in which their first rebuild came.
    private var rebuilds = [(table: String, pending: PendingRebuild)]()
    /// Columns that go with the next rebuild of their table: SQLite rewrites all rows for each that goes alone.
    private var drops = [(table: String, column: String, step: Step)]()
    private var indexes = [(index: IndexDefinition, step: Step)]()
    private var recomputations = [Step]()
    /// Triggers, views and searches, in their order. One may have several steps.
    private var objects = [(name: String, step: Step)]()
    private var record: (RecordedVersion, Step)?

    init(_ tables: StoredTables, _ plans: [MigrationPlan]) {
        self.tables = tables
        planned = plans.flatMap { plan in
            var purpose: String?
            return plan.steps.map { step in
                purpose = step.purpose ?? purpose
                return (Step(step.operation, purpose, because: step.rule), plan.toVersion)
            }
        }
    }

    /// The steps of all plans together.
    mutating func steps() -> [Step] {
        for place in planned.indices { take(planned[place].step, planned[place].version, at: place) }
        settleAll()
        if let (version, step) = record { done.append(Step(.recordVersion(version), step.purpose)) }
        var purpose: String?
        for index in done.indices {
            if done[index].purpose == purpose { done[index].purpose = nil } else { purpose = done[index].purpose }
        }
        return done
    }

    private mutating func take(_ step: Step, _ version: Int, at place: Int) {
        switch step.operation {
        case .createTable(let definition):
            tables[definition.name] = .init(definition)
            done.append(step)
        case .dropTable(let name): drop(name, step)
        case .renameTable(let old, let new): rename(old, new, step)
        case .rebuildTable(let rebuild): self.rebuild(rebuild, step, version, at: place)
        case .addColumn(let column, let table):
            if let index = waiting(table) { return rebuilds[index].pending.add(column, step) }
            if isGoing(column.name, from: table) { settle([table]) }
            tables[table]?.add(column)
            done.append(step)
        case .dropColumn(let name, let table): drop(name, table, step)
        case .renameColumn(let old, let new, let table): rename(old, new, table, step)
        case .dropNotNull(_, let table), .setNotNull(_, let table), .addCheck(_, let table):
            settle([table])
            done.append(step)
        case .updateRows(let update): self.update(update, step, version)
        case .createIndex(let index): indexes.append((index, step))
        case .dropIndex(let name): drop(index: name, step, at: place)
        case .createTrigger(let name, _), .createView(let name, _), .createSearch(let name, _), .fillSearch(let name):
            objects.append((name, step))
        case .dropTrigger(let name), .dropView(let name), .dropSearch(let name):
            if objects.contains(where: { $0.name == name }) { return objects.removeAll { $0.name == name } }
            done.append(step)
        case .recompute(let column, let table, _):
            recomputations.removeAll { $0.operation.recomputed.map { $0 == (column, table) } ?? false }
            recomputations.append(step)
            // A later version may change its sources without it: the last computation takes place when it is due.
            if !isRecomputed(column, table, after: place) { settleAll() }
        case .recordVersion(let version): note(version, step)
        case .deleteRows(_, let table), .renameTexts(_, _, let table), .renameRecordedProperties(_, _, let table),
            .refuseValues(_, _, let table, _):
            write([table], step)
        case .emptyKeys(_, let table, let rows), .deleteConnections(_, let table, let rows): write([table, rows.table], step)
        case .copyPlaces(let copy): write([copy.table, copy.source], step)
        case .copyConnections(let copy): write([copy.table, copy.source] + copy.conditions.compactMap(\.table), step)
        case .moveRows, .computeRows, .addRows, .copyAside, .raiseKeys, .raiseSequence, .raiseRecordedKeys,
            .raiseRecordedIDs, .user, .runSwift, .frozen:
            settleAll()
            done.append(step)
        }
    }

    // MARK: Tables

    private func waiting(_ table: String) -> Int? { rebuilds.firstIndex { $0.table == table } }

    private mutating func rebuild(_ rebuild: Rebuild, _ step: Step, _ version: Int, at place: Int) {
        let name = rebuild.table.name
        guard rebuild.values.allSatisfy(\.value.readsOwnRow) else {
            // It reads other rows, which may be those of any table.
            settleAll()
            tables[name] = .init(rebuild.table)
            return done.append(step)
        }
        // A value that waits for its computation may go elsewhere now.
        let stale = recomputations.compactMap(\.operation.recomputed).filter { $0.table == name }
        if stale.contains(where: { !PendingRebuild.keeps($0.column, rebuild) }) { settleAll() }
        recomputations.removeAll { waits in
            waits.operation.recomputed.map { column, table in table == name && !rebuild.table.columns.contains { $0.name == column } } ?? false
        }
        settleComputations(of: columns(of: name).filter { column in !rebuild.values.contains { $0.column == column && $0.value == .column(column) } })
        let isUnchecked = indexes.contains { $0.index.table == name && $0.index.isUnique && !isCreated($0.index, after: place) }
        if isUnchecked { settle([name]) }
        // The former table takes its indexes with it.
        indexes.removeAll { $0.index.table == name }
        if let index = waiting(name) {
            if let table = tables[name], let both = rebuilds[index].pending.followed(by: rebuild, step, to: version, on: table) {
                return rebuilds[index].pending = both
            }
            settle([name])
        }
        drops.removeAll { $0.table == name }
        rebuilds.append((name, PendingRebuild(rebuild, step, to: version)))
    }

    private mutating func update(_ update: RowUpdate, _ step: Step, _ version: Int) {
        if update.values.allSatisfy(\.value.readsOwnRow) {
            if let index = waiting(update.table), let table = tables[update.table],
                let rebuild = rebuilds[index].pending.rebuild(updating: update),
                let both = rebuilds[index].pending.followed(by: rebuild, step, to: version, on: table)
            {
                return rebuilds[index].pending = both
            }
            return write([update.table], step)
        }
        settleAll()
        done.append(step)
    }

    private mutating func drop(_ table: String, _ step: Step) {
        // What stops a migration does so even if no version after it has the table.
        if let index = waiting(table), let stored = tables[table], rebuilds[index].pending.mayRefuseRows(of: stored) { settle([table]) }
        rebuilds.removeAll { $0.table == table }
        drops.removeAll { $0.table == table }
        indexes.removeAll { $0.index.table == table }
        recomputations.removeAll { $0.operation.recomputed?.table == table }
        settleComputations(of: [table])
        tables[table] = nil
        done.append(step)
    }

    private mutating func rename(_ old: String, _ new: String, _ step: Step) {
        if !objects.isEmpty || !recomputations.isEmpty { settleAll() }
        for place in indexes.indices where indexes[place].index.table == old {
            indexes[place].index.table = new
            indexes[place].step.operation = .createIndex(indexes[place].index)
        }
        for place in rebuilds.indices {
            rebuilds[place].pending.renameReferences(old, new)
            guard rebuilds[place].table == old else { continue }
            rebuilds[place].table = new
            rebuilds[place].pending.renameTable(to: new)
        }
        for place in drops.indices where drops[place].table == old {
            drops[place].table = new
            drops[place].step.operation = .dropColumn(drops[place].column, table: new)
        }
        tables[new] = tables[old]
        tables[old] = nil
        done.append(step)
    }

    private mutating func drop(_ column: String, _ table: String, _ step: Step) {
        recomputations.removeAll { $0.operation.recomputed.map { $0 == (column, table) } ?? false }
        settleComputations(of: [column])
        if let index = waiting(table), let stored = tables[table], rebuilds[index].pending.drop(column, on: stored) { return }
        if waiting(table) != nil { settle([table]) }
        drops.append((table, column, step))
    }

    private func isGoing(_ column: String, from table: String) -> Bool {
        drops.contains { $0.table == table && $0.column.lowercased() == column.lowercased() }
    }

    private mutating func rename(_ old: String, _ new: String, _ table: String, _ step: Step) {
        if !objects.isEmpty || !recomputations.isEmpty { settleAll() }
        if indexes.contains(where: { $0.index.table == table }) { settle([table]) }
        if let index = waiting(table) { return rebuilds[index].pending.rename(old, new, step) }
        if isGoing(new, from: table) { settle([table]) }
        if let type = tables[table]?.types.removeValue(forKey: old) { tables[table]?.types[new] = type }
        done.append(step)
    }

    // MARK: What is made from rows

    private mutating func drop(index name: String, _ step: Step, at place: Int) {
        guard let waiting = indexes.firstIndex(where: { $0.index.name == name }) else { return done.append(step) }
        if indexes[waiting].index.isUnique, !isCreated(indexes[waiting].index, after: place) {
            // Its rule stops a migration, even if it is no rule of the last version.
            settle([indexes[waiting].index.table])
            return done.append(step)
        }
        indexes.remove(at: waiting)
    }

    private func isCreated(_ index: IndexDefinition, after place: Int) -> Bool {
        planned[(place + 1)...].contains { $0.step.operation == .createIndex(index) }
    }

    private func isRecomputed(_ column: String, _ table: String, after place: Int) -> Bool {
        planned[(place + 1)...].contains { $0.step.operation.recomputed.map { $0 == (column, table) } ?? false }
    }

    /// The store is of the last version, and means what the last one with a meaning means.
    private mutating func note(_ version: RecordedVersion, _ step: Step) {
        var recorded = version
        if version.meaning == nil, let former = record?.0 {
            recorded.meaning = former.meaning
            recorded.hash = version.hash ?? former.hash
        }
        record = (recorded, step)
    }

    // MARK: Settling

    /// Does what writes rows of some tables, or reads them for that.
    private mutating func write(_ tables: [String], _ step: Step) {
        // A trigger might look on.
        if objects.isEmpty { settle(tables) } else { settleAll() }
        done.append(step)
    }

    /// Brings some tables up to date, with their indexes.
    private mutating func settle(_ names: [String]) {
        for name in names {
            if let index = waiting(name) {
                let pending = rebuilds.remove(at: index).pending
                tables[name] = .init(pending.definition)
                done += pending.steps
            }
            dropColumns { $0 == name }
            done += indexes.filter { $0.index.table == name }.map(\.step)
            indexes.removeAll { $0.index.table == name }
        }
    }

    /// Brings everything up to date if a value that waits for its computation may be computed from a table or a column that is about to
    /// get another name or value, or to go. The version that computed it had the name.
    private mutating func settleComputations(of names: [String]) {
        if recomputations.contains(where: { $0.operation.mayRead(names) }) { settleAll() }
    }

    /// The columns that a table has now.
    private func columns(of table: String) -> [String] {
        waiting(table).map { rebuilds[$0].pending.definition.columns.map(\.name) } ?? tables[table].map { Array($0.types.keys) } ?? []
    }

    private mutating func dropColumns(_ isMeant: (String) -> Bool) {
        for (table, column, step) in drops where isMeant(table) {
            tables[table]?.types[column] = nil
            done.append(step)
        }
        drops.removeAll { isMeant($0.table) }
    }

    private mutating func settleAll() {
        // Rows first: indexes are made once.
        for (name, pending) in rebuilds {
            tables[name] = .init(pending.definition)
            done += pending.steps
        }
        dropColumns { _ in true }
        done += indexes.map(\.step) + recomputations + objects.map(\.step)
        (rebuilds, indexes, recomputations, objects) = ([], [], [], [])
    }
}

extension ConnectionCopy.Condition {
    /// The table that it looks into.
    fileprivate var table: String? {
        switch self {
        case .leads(_, let table): table
        case .avoids(_, let rows): rows.table
        case .isOfNone, .isNew, .never: nil
        }
    }
}

extension Operation {
    /// Whether it computes a value again with one of some names in its statement.
    fileprivate func mayRead(_ names: [String]) -> Bool {
        if case .recompute(_, _, let sql) = self { names.contains(where: sql.contains) } else { false }
    }

    /// The column that it computes again.
    fileprivate var recomputed: (column: String, table: String)? {
        if case .recompute(let column, let table, _) = self { (column, table) } else { nil }
    }
}
