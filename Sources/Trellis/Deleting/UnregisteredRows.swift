/// What deletions do to rows that the context has no object for.
struct UnregisteredRows {
    /// The tables of the deleted rows, of their connections, and of the keys that are cleared.
    let tables: Set<String>
    /// Whether chains of rows may be too long for SQLite's own actions.
    let needsLevels: Bool
    private let entities: [EntityRuntime]
    private let clears: [(clear: PendingDeletion.Clear, excluded: String)]
    /// The rows that are deleted, if a receiver waits for reports of saves.
    private let reported: [Int: [Int64]]

    /// What a save has done to such rows.
    struct Changes {
        var updated: [ObjectID] = []
        var deleted: [ObjectID] = []
        /// The objects that had deleted rows among their members.
        var reconnected: Set<ObjectID> = []
    }

    /// This many rows in a chain are far from the 1,000 levels at which SQLite's actions stop.
    private static let longestChain = 400

    init(_ context: ManagedObjectContext, with deleted: ContiguousArray<ManagedObject>) {
        let pending = context.pendingDeletion
        let facts = context.coordinator.model.deletion
        let entities = context.coordinator.model.entities
        self.entities = entities
        clears = pending.clears.map { clear in
            let entity = entities[clear.entity]
            var excluded = deleted.filter { $0.scope.entity.root == entity.root }.map(\.key)
            // A delete follows this key, so the rows need it until then.
            if entity.isFollowed(clear.column) { excluded += context.registries[entity.root].pendingDeletions }
            return (clear, KeyStatements.json(excluded))
        }
        reported = context.coordinator.publisher.hasReceivers(for: context.token) ? pending.rows : [:]

        var tables = Set<String>()
        for entity in pending.rows.keys.map({ entities[$0] }) {
            tables.insert(entity.descriptor.table)
            tables.formUnion(entity.inverseSides.compactMap { $0.join?.table } + entity.joinTablesWithoutInverse)
        }
        for clear in pending.clears { tables.insert(entities[clear.entity].descriptor.table) }
        self.tables = tables

        let cyclic = Set(pending.rows.keys.filter { facts[$0].isCyclic }.map { entities[$0].root })
        let inCircles =
            cyclic.reduce(0) { $0 + context.registries[$1].pendingDeletions.count }
            + deleted.count { facts[$0.scope.entity.index].isCyclic }
        needsLevels =
            !pending.rows.isEmpty
            && (inCircles > Self.longestChain
                || pending.rows.keys.contains { facts[$0].hasCascadingConnections }
                || deleted.contains { facts[$0.scope.entity.index].hasCascadingConnections })
    }

    // MARK: Writing

    /// Clears the keys of rows that refer to deleted ones. For each row this counts as one save.
    /// - Returns: the rows.
    func clearKeys(_ executor: StatementExecutor) throws -> [ObjectID] {
        // A row that loses several keys is saved once.
        var counted: [Int: Set<Int64>] = [:]
        var cleared = [ObjectID]()
        for (clear, excluded) in clears {
            let entity = entities[clear.entity]
            let known = KeyStatements.json(counted[entity.root, default: []].sorted())
            let found = try executor.query(entity.clear(clear.column), KeyStatements.json(clear.keys), excluded, known) {
                try $0.foundKeys(of: entity, among: entities)
            }
            for found in found {
                let new = found.keys.filter { counted[entity.root, default: []].insert($0).inserted }
                cleared += identities([FoundKeys(entity: found.entity, keys: new)])
            }
        }
        return cleared
    }

    /// Deletes the rows of objects, and those that cascades reach, without leaving a level to SQLite's actions.
    func deleteLevels(of objects: ContiguousArray<ManagedObject>, _ executor: StatementExecutor) throws {
        try LevelDeletion(of: objects, entities, executor).run()
    }

    // MARK: Reporting

    /// The identities of owners, by the root entities and the keys of the rows that are their members.
    typealias Owners = [Int: [Int64: [ObjectID]]]

    /// The objects that have the reported rows among their members, by the keys of the rows.
    func owners(_ executor: StatementExecutor) throws -> Owners {
        var owners = Owners()
        for (index, keys) in reported {
            let entity = entities[index]
            let given = KeyStatements.json(keys)
            for relationship in entity.toOne {
                guard case .members = relationship.inverse else { continue }
                let pairs = try pairs(entity.selectHeldKeys(relationship.column), given, executor)
                add(pairs, entity.root, relationship.destination, to: &owners)
            }
            for relationship in entity.inverseSides {
                guard let join = relationship.join, join.inverse != nil else { continue }
                add(try pairs(join.selectConnectedKeys, given, executor), entity.root, relationship.destination, to: &owners)
            }
        }
        return owners
    }

    private func pairs(_ sql: String, _ given: String, _ executor: StatementExecutor) throws -> [(member: Int64, owner: Int64)] {
        try executor.query(sql, given) { statement in
            var pairs = [(Int64, Int64)]()
            while try statement.step() { pairs.append((statement.integer(at: 0), statement.integer(at: 1))) }
            return pairs
        }
    }

    private func add(_ pairs: [(member: Int64, owner: Int64)], _ root: Int, _ destination: Int, to owners: inout Owners) {
        let entity = entities[destination]
        for (member, owner) in pairs { owners[root, default: [:]][member, default: []].append(entity.id(owner)) }
    }

    /// The owners of the rows that were deleted.
    func reconnected(_ owners: Owners, byDeletionOf deleted: [ObjectID]) -> Set<ObjectID> {
        let roots = Dictionary(entities.map { ($0.descriptor.name, $0.root) }, uniquingKeysWith: { first, _ in first })
        return Set(deleted.flatMap { id in roots[id.entity].flatMap { owners[$0]?[id.key] } ?? [] })
    }

    /// The reported rows that do not exist any more: another process may have moved some of them away.
    func missing(_ executor: StatementExecutor) throws -> [ObjectID] {
        try reported.sorted { $0.key < $1.key }.flatMap { entity, keys in
            let missing = try executor.query(entities[entity].selectMissing, KeyStatements.json(keys)) { statement in
                var missing = [Int64]()
                while try statement.step() { missing.append(statement.integer(at: 0)) }
                return missing
            }
            return identities([FoundKeys(entity: entity, keys: missing)])
        }
    }

    private func identities(_ found: [FoundKeys]) -> [ObjectID] {
        found.flatMap { found in found.keys.map { entities[found.entity].id($0) } }
    }
}
