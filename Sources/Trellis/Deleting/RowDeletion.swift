import GRDB
import SQLiteAccess

/// What a save does to rows that the context does not know, because objects are deleted.
struct RowDeletion {
    /// The tables of the rows that go, with those of their connections, and of the keys that are cleared.
    let tables: Set<String>
    /// Whether so many rows may hang on each other that SQLite's own actions must not be left to follow them.
    let needsLevels: Bool
    private let entities: [EntityRuntime]
    private let clears: [(clear: PendingDeletion.Clear, excluded: String)]
    /// The rows that go, where somebody wants to hear which went.
    private let told: [Int: [Int64]]

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
            // What a delete of the row follows has to be there until then.
            if entity.isFollowed(clear.column) { excluded += context.registries[entity.root].pendingDeletions }
            return (clear, KeyStatements.json(excluded))
        }
        told = context.coordinator.publisher.hasReceivers(for: context.token) ? pending.rows : [:]

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

    /// Clears keys that lead to what is deleted, in rows that the context does not know: as a save of these.
    /// - Returns: the rows.
    func clearKeys(on database: Database) throws -> [ObjectID] {
        // A row that loses several keys is saved once.
        var counted: [Int: Set<Int64>] = [:]
        var cleared = [ObjectID]()
        for (clear, excluded) in clears {
            let entity = entities[clear.entity]
            let statement = try database.rawStatement(entity.clear(clear.column))
            defer { statement.reset() }
            try statement.bind(KeyStatements.json(clear.keys), at: 1)
            try statement.bind(excluded, at: 2)
            try statement.bind(KeyStatements.json(counted[entity.root, default: []].sorted()), at: 3)
            for found in try statement.foundKeys(of: entity, among: entities) {
                let new = found.keys.filter { counted[entity.root, default: []].insert($0).inserted }
                cleared += identities([FoundKeys(entity: found.entity, keys: new)])
            }
        }
        return cleared
    }

    /// Who has the rows that go among its members, by the keys of these; of rows that somebody wants to hear of.
    func owners(on database: Database) throws -> Owners {
        var owners = Owners()
        for (index, keys) in told {
            let entity = entities[index]
            let given = KeyStatements.json(keys)
            for relationship in entity.toOne {
                guard case .members = relationship.inverse else { continue }
                try add(entity.selectHeldKeys(relationship.column), given, entity.root, relationship.destination, to: &owners, database)
            }
            for relationship in entity.inverseSides {
                guard let join = relationship.join, join.inverse != nil else { continue }
                try add(join.selectConnectedKeys, given, entity.root, relationship.destination, to: &owners, database)
            }
        }
        return owners
    }

    /// The identities of owners, by the tables and the keys of the rows that are their members.
    typealias Owners = [Int: [Int64: [ObjectID]]]

    private func add(
        _ sql: String, _ given: String, _ root: Int, _ destination: Int, to owners: inout Owners, _ database: Database
    ) throws {
        let statement = try database.rawStatement(sql)
        defer { statement.reset() }
        try statement.bind(given, at: 1)
        let name = entities[destination].descriptor.name
        while try statement.step() {
            owners[root, default: [:]][statement.integer(at: 0), default: []].append(
                ObjectID(entity: name, key: statement.integer(at: 1)))
        }
    }

    /// Deletes the rows of objects, and those that go with them, without leaving anything to SQLite's actions.
    func deleteLevels(of objects: ContiguousArray<ManagedObject>, on database: Database) throws {
        try LevelDeletion(of: objects, entities, database).run()
    }

    /// Those of some owners whose rows went.
    func reconnected(_ owners: Owners, by gone: [ObjectID]) -> Set<ObjectID> {
        let roots = Dictionary(entities.map { ($0.descriptor.name, $0.root) }, uniquingKeysWith: { first, _ in first })
        return Set(gone.flatMap { id in roots[id.entity].flatMap { owners[$0]?[id.key] } ?? [] })
    }

    /// The rows that went, where somebody wants to hear that: others may have moved some away.
    func gone(from database: Database) throws -> [ObjectID] {
        try told.sorted { $0.key < $1.key }.flatMap { entity, keys in
            let statement = try database.rawStatement(entities[entity].selectMissing)
            defer { statement.reset() }
            try statement.bind(KeyStatements.json(keys), at: 1)
            var missing = [Int64]()
            while try statement.step() { missing.append(statement.integer(at: 0)) }
            return identities([FoundKeys(entity: entity, keys: missing)])
        }
    }

    private func identities(_ found: [FoundKeys]) -> [ObjectID] {
        found.flatMap { found in found.keys.map { ObjectID(entity: entities[found.entity].descriptor.name, key: $0) } }
    }
}
