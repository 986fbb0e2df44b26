/// What the next save does for deleted objects to rows that the context does not know.
///
/// The keys of the rows that it deletes stand with the tables' ``ObjectRegistry``s.
struct PendingDeletion {
    /// The keys of the rows that go and that the context does not know, by their entities; some it may know by now.
    private(set) var rows: [Int: [Int64]] = [:]
    /// The keys that are cleared.
    private(set) var clears: [Clear] = []

    /// A column whose keys are cleared where they lead to something that is deleted.
    struct Clear {
        /// The entity that declares it.
        let entity: Int
        let column: Int
        /// What is deleted.
        var keys: [Int64]
        /// Of how many of these, from the first on, the context knows the objects by now.
        var loaded = 0
    }

    var isEmpty: Bool { rows.isEmpty && clears.isEmpty }

    /// The entities of which rows go.
    var entities: Set<Int> { Set(rows.keys) }

    mutating func delete(_ keys: [Int64], of entity: Int) {
        rows[entity, default: []] += keys
    }

    mutating func clear(_ column: Int, of entity: Int, _ keys: [Int64]) {
        if let place = clears.firstIndex(where: { $0.entity == entity && $0.column == column }) {
            clears[place].keys += keys
        } else if !keys.isEmpty {
            clears.append(Clear(entity: entity, column: column, keys: keys))
        }
    }

    mutating func add(_ other: PendingDeletion) {
        for (entity, keys) in other.rows { delete(keys, of: entity) }
        for clear in other.clears { self.clear(clear.column, of: clear.entity, clear.keys) }
    }

    /// Notes that the context knows the objects which lose what was deleted so far.
    mutating func noteLoaded(_ place: Int) {
        clears[place].loaded = clears[place].keys.count
    }
}

extension ManagedObjectContext {
    /// Whether a row is going to be deleted, or its object is.
    func isPendingDeletion(_ key: Int64, of destination: Int) -> Bool {
        let registry = scopes[destination].registry
        return registry.pendingDeletions.contains(key) || registry[key]?.isDeleted == true
    }

    /// Clears the keys of objects that were just read, where they lead to what is deleted.
    func releaseCleared(_ objects: [ManagedObject]) {
        for object in objects {
            for (column, destination) in coordinator.model.deletion[object.scope.entity.index].clearedKeys {
                let reference = object[_reference: column]
                guard reference.object == nil, reference.key > 0, isPendingDeletion(reference.key, of: destination) else { continue }
                Relationships.setDestination(of: object, column, to: nil)
            }
        }
    }

    /// Loads the objects whose keys are cleared, where a fetch reads such entities: it is to see them without.
    /// - Throws: ``StoreError``
    func loadCleared(for entities: Set<String>) throws {
        if pendingDeletion.clears.isEmpty { return }
        let roots = Set(entities.compactMap { coordinator.model.entity(named: $0)?.root })
        for (place, clear) in pendingDeletion.clears.enumerated() where clear.loaded < clear.keys.count {
            let scope = scopes[clear.entity]
            guard roots.contains(scope.entity.root) else { continue }
            let keys = KeyStatements.json(clear.keys[clear.loaded...])
            _ = try objects(in: scope, sql: scope.entity.selectHolders(clear.column), for: .delete) { try $0.bind(keys, at: 1) }
            pendingDeletion.noteLoaded(place)
        }
    }

    /// Forgets what is to become of unknown rows: it was done, or is not to be.
    func forgetPendingDeletion() {
        if pendingDeletion.isEmpty { return }
        for entity in pendingDeletion.rows.keys { scopes[entity].registry.pendingDeletions = [] }
        pendingDeletion = PendingDeletion()
    }
}
