/// What the next save does to unregistered rows, because objects are deleted.
///
/// The ``ObjectRegistry`` of each table has the keys of the rows that it deletes as well, and hides these rows.
struct PendingDeletion {
    /// The keys of the deleted rows, by their entities. Some may have become registered since.
    private(set) var rows: [Int: [Int64]] = [:]
    /// The keys that are cleared.
    private(set) var clears: [Clear] = []

    /// A column whose keys are cleared if they refer to a deleted row.
    struct Clear {
        /// The entity that declares it.
        let entity: Int
        let column: ColumnIndex
        /// The keys of the deleted rows.
        var keys: [Int64]
        /// For how many of these, from the first on, the objects that lose their keys are loaded.
        var loaded = 0
    }

    var isEmpty: Bool { rows.isEmpty && clears.isEmpty }

    /// The entities of the deleted rows.
    var entities: Set<Int> { Set(rows.keys) }

    mutating func delete(_ keys: [Int64], of entity: Int) {
        rows[entity, default: []] += keys
    }

    mutating func clear(_ column: ColumnIndex, of entity: Int, _ keys: [Int64]) {
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

    /// Notes that all objects are loaded that lose a key.
    mutating func noteLoaded(_ place: Int) {
        clears[place].loaded = clears[place].keys.count
    }
}

extension ManagedObjectContext {
    /// Whether the next save deletes a row, registered or not.
    func isPendingDeletion(_ key: Int64, of destination: Int) -> Bool {
        let registry = scopes[destination].registry
        return registry.pendingDeletions.contains(key) || registry[key]?.isRemoved == true
    }

    /// Clears the keys of objects that were just read if they refer to deleted ones.
    func releaseCleared(_ objects: [ManagedObject]) {
        for object in objects {
            for (column, destination) in coordinator.model.deletion[object.scope.entity.index].clearedKeys {
                let reference = object[_reference: column]
                guard reference.object == nil, reference.key > 0, isPendingDeletion(reference.key, of: destination) else { continue }
                withoutUndo { Relationships.setDestination(of: object, column, to: nil) }
            }
        }
    }

    /// Loads the objects that lose keys if a fetch reads their entities, so that it sees them without the keys.
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

    /// Forgets all pending deletions of unregistered rows, after a save or when they are undone.
    func forgetPendingDeletion() {
        if pendingDeletion.isEmpty { return }
        for entity in pendingDeletion.rows.keys { scopes[entity].registry.forgetPendingDeletions() }
        pendingDeletion = PendingDeletion()
    }
}
