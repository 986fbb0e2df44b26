import Predicates
import SQLiteAccess

/// Finds the fetched rows from which relationships lead to changed rows, by walking the relationships backward.
///
/// Objects in memory answer if they can. The store answers for the rest: with one SELECT of keys for each step, or for all steps if
/// the context has no unsaved changes.
struct RouteSources {
    let context: ManagedObjectContext
    let tables: FollowedTables
    /// The table of the fetched rows.
    let table: String
    let changes: ChangesByTable
    /// Rows by the steps that lead to them.
    private var waiting: [[ResolvedPath.Step]: Set<Int64>] = [:]
    /// Rows that saves have written, by the steps that lead to them in the store.
    private var stored: [[ResolvedPath.Step]: Set<Int64>] = [:]
    /// Whether a change concerns rows that cannot be found any more.
    private(set) var isUnknown = false

    init(_ tables: FollowedTables, table: String, _ changes: ChangesByTable, in context: ManagedObjectContext) {
        (self.context, self.tables, self.table, self.changes) = (context, tables, table, changes)
        for route in tables.routes where route.route.isDirect || changes.log.includesSave { start(route) }
    }

    /// Whether changes concern rows that relationships lead to.
    var isEmpty: Bool { waiting.isEmpty && stored.isEmpty && !isUnknown }

    // MARK: Changed rows

    private mutating func start(_ route: FollowedTables.Route) {
        let (step, log) = (route.lastStep, changes.log)
        for changed in changes.objects[route.root] ?? [] where changed.hasOtherLife || route.columns.contain(changed) {
            start(route, from: changed)
        }
        if let rows = changes.rows[route.root] {
            // The owners of deleted rows are not in the store any more, and a report of a save names those that have an inverse.
            if step.leadsByKeysElsewhere, log.saved.shrunkTables.contains(route.root) { isUnknown = true }
            if let join = step.joinTable, !route.hasInverse(join.name, in: context.coordinator.model) { isUnknown = true }
            add(rows, at: route.route.steps)
        }
        if let rows = changes.shownRows[route.root] { add(rows, at: route.route.steps) }
        if step.leadsByKeysElsewhere {
            for row in log.reconnectedRows where row.root == route.ownerRoot { add([row.key], at: route.owners) }
        }
        if let join = step.joinTable {
            if log.joinTables.contains(join.name) || hasLostConnections(route) { isUnknown = true }
            for connection in log.connections[join.name] ?? [] {
                if connection.column == join.owner { add([connection.owner], at: route.owners) }
                if connection.column == join.member || join.owner == join.member { add([connection.member], at: route.owners) }
            }
        }
        if route.route.isDerived { startFromSaved(route) }
    }

    /// Whether rows at the end of a route through a join table were deleted, with connections that no object had loaded.
    private func hasLostConnections(_ route: FollowedTables.Route) -> Bool {
        let rowsAreUnknown = route.route.isDerived || changes.rows[route.root] != nil
        return rowsAreUnknown && changes.log.deletedEntities.contains { context.scopes[$0].entity.root == route.root }
    }

    private mutating func start(_ route: FollowedTables.Route, from changed: ChangesByTable.Changed) {
        let (step, object) = (route.lastStep, changed.object)
        guard step.leadsByKeysElsewhere else { return add([object.key], at: route.route.steps) }
        if step.joinTable != nil {
            // The connections of a deleted row are not in the store any more.
            if object.state == .gone, object.key > 0 { isUnknown = true }
            return add([object.key], at: route.route.steps)
        }
        guard let column = object.scope.entity.columns.firstIndex(where: { $0.name == step.destinationColumn }) else { return }
        let keys = [object[_reference: column].currentKey, changed.change.originalKey(column) ?? 0]
        add(keys.filter { $0 != 0 }, at: route.owners)
    }

    /// Begins at what saves have written, for attributes that the database derives.
    private mutating func startFromSaved(_ route: FollowedTables.Route) {
        let saved = changes.log.saved
        if saved.shrunkTables.contains(route.root) { isUnknown = true }
        for row in saved.owners where row.root == route.ownerRoot { add([row.key], at: route.owners) }
        let step = route.lastStep
        for updated in saved.updated where updated.row.root == route.root && !route.route.columns.isDisjoint(with: updated.columns) {
            if step.joinTable != nil {
                stored[route.route.steps, default: []].insert(updated.row.key)
            } else if let key = updated.keys[step.destinationColumn], key != 0 {
                add([key], at: route.owners)
            }
        }
        // Reports name rows with other members, so a number of members needs no more than that.
        if route.route.columns.subtracting([step.destinationColumn]).isEmpty { return }
        for row in saved.foreign where row.root == route.root { stored[route.route.steps, default: []].insert(row.key) }
    }

    private mutating func add(_ keys: some Sequence<Int64>, at steps: [ResolvedPath.Step]) {
        waiting[steps, default: []].formUnion(keys.lazy.map { [changes] in changes.presentKey($0) })
    }

    // MARK: Walking

    /// The keys of the fetched rows.
    /// - Throws: ``StoreError``
    mutating func keys() throws -> Set<Int64> {
        // The database derives from what it has. Objects may have other owners, which are not saved.
        for (steps, keys) in stored {
            guard let step = steps.last else { continue }
            let found = try context.keys(step.selectSources(in: source(of: steps), leadingTo: KeyStatements.json(keys)))
            add(found, at: steps.dropLast())
        }
        stored = [:]
        while let steps = waiting.keys.max(by: { $0.count < $1.count }), let step = steps.last {
            let keys = waiting.removeValue(forKey: steps) ?? []
            var rest = [Int64]()
            add(try known(step, keys, from: source(of: steps), &rest), at: steps.dropLast())
            if rest.isEmpty { continue }
            if context.changeSet.isEmpty, context.pendingDeletion.isEmpty {
                let route = FollowedRoute(source: table, steps: steps, columns: [])
                add(try context.keys(route.selectSources(leadingTo: KeyStatements.json(rest))), at: [])
            } else {
                let source = source(of: steps)
                add(try context.keys(step.selectSources(in: source, leadingTo: KeyStatements.json(rest))), at: steps.dropLast())
                add(unsavedSources(step, leadingTo: Set(rest), from: source), at: steps.dropLast())
            }
        }
        return waiting[[]] ?? []
    }

    /// The table from which the last of some steps starts.
    private func source(of steps: [ResolvedPath.Step]) -> String {
        steps.count == 1 ? table : steps[steps.count - 2].destinationTable
    }

    /// The rows of a table from which a step leads to some rows, as far as objects in memory know.
    /// - Parameter rest: receives the keys for which the store has to be asked.
    private func known(
        _ step: ResolvedPath.Step, _ keys: Set<Int64>, from table: String, _ rest: inout [Int64]
    ) throws -> [Int64] {
        guard let destination = context.coordinator.model.entity(named: step.destination) else { return [] }
        var found = [Int64]()
        for key in keys {
            guard let object = context.registries[destination.root][key] ?? context.changeSet.newObject(withKey: key) else {
                rest.append(key)
                continue
            }
            if let owners = object.knownSources(of: step, in: table) { found += owners } else { rest.append(key) }
        }
        return found
    }

    /// The unsaved objects from which a step leads to some rows: by keys and connections that the store does not have.
    private func unsavedSources(_ step: ResolvedPath.Step, leadingTo keys: Set<Int64>, from table: String) -> [Int64] {
        if let join = step.joinTable {
            return context.changeSet.listedOwners.flatMap { object in
                object.scope.entity.inverseSides.numbered.flatMap { number, relationship -> [Int64] in
                    guard let own = relationship.join, own.table == join.name, let storage = object.loadedStorage(number) else { return [] }
                    // Either end may list a connection.
                    var sources = [Int64]()
                    if own.owner == join.owner, storage.connected.contains(where: { keys.contains($0.key) }) { sources.append(object.key) }
                    let leadsBack = own.owner == join.member || own.inverse == number
                    if leadsBack, keys.contains(object.key) { sources += storage.connected.map(\.key) }
                    return sources
                }
            }
        }
        guard FetchLayout.isKey(step.destinationColumn) else { return [] }
        return context.changeSet.listedObjects.compactMap { object in
            let entity = object.scope.entity
            guard entity.descriptor.table == table, let column = entity.columns.firstIndex(where: { $0.name == step.column }) else {
                return nil
            }
            return keys.contains(object[_reference: column].currentKey) ? object.key : nil
        }
    }
}

extension ResolvedPath.Step {
    /// Whether the rows from which the step starts do not hold its keys: members or a join table have them.
    fileprivate var leadsByKeysElsewhere: Bool { joinTable != nil || !FetchLayout.isKey(destinationColumn) }
}

extension ManagedObject {
    /// The rows of a table from which a step leads to the object; nil if the store has to be asked.
    fileprivate final func knownSources(of step: ResolvedPath.Step, in table: String) -> [Int64]? {
        let entity = scope.entity
        if let join = step.joinTable {
            let number = entity.inverseSides.firstIndex { $0.join?.table == join.name && $0.join?.owner == join.member }
            return isDeleted ? nil : number.flatMap { Relationships.membersIfLoaded(of: self, $0) }?.map(\.key)
        }
        if !FetchLayout.isKey(step.destinationColumn) {
            guard let column = entity.columns.firstIndex(where: { $0.name == step.destinationColumn }) else { return [] }
            let key = self[_reference: column].currentKey
            return key == 0 ? [] : [key]
        }
        let number = entity.inverseSides.firstIndex { side in
            guard side.join == nil, let owner = scope.context?.coordinator.model.entities[side.destination] else { return false }
            // Several entities may have a relationship of one name that leads here.
            guard case .key(let column) = side.source, owner.descriptor.table == table else { return false }
            return side.descriptor.inverse == step.relationship && owner.columns[column].name == step.column
        }
        return isDeleted ? nil : number.flatMap { Relationships.membersIfLoaded(of: self, $0) }?.map(\.key)
    }
}

extension ManagedObjectContext {
    /// The integers in the first column of a SELECT.
    /// - Throws: ``StoreError``
    fileprivate func keys(_ select: SelectStatement) throws -> [Int64] {
        var keys = [Int64]()
        try query(select.sql, for: .connection) { statement in
            try statement.bind(select.bindings)
            while try statement.step() { keys.append(statement.integer(at: 0)) }
            return keys.count
        }
        return keys
    }
}
