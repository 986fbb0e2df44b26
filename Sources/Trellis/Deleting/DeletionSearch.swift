import SQLiteAccess

/// Finds the objects and rows that are deleted with an object. It works level by level, because chains are too long for recursion.
///
/// For registered objects it follows their relationships. Of unregistered rows it reads the keys only, unless a hook or a rule needs
/// their objects (``DeletionFacts/needsObjects``). It changes nothing.
struct DeletionSearch {
    private let context: ManagedObjectContext
    private let entities: [EntityRuntime]
    private let facts: [DeletionFacts]
    /// Whether undo brings back what is deleted and cleared, or a context above gets it.
    private let needsAllObjects: Bool
    /// Whether rows of the store may not be what the context sees, because one above it has changes.
    private let isOfChild: Bool

    /// The deleted objects, in the order in which they were found.
    private(set) var objects: [ManagedObject] = []
    private(set) var known: Set<ManagedObject> = []
    /// The keys of the deleted rows without an object, by the number of the table's root entity.
    private(set) var rows: [Int: Set<Int64>] = [:]
    /// Objects that lose a key, if they stay.
    private(set) var released: [(member: ManagedObject, column: ColumnIndex)] = []
    /// Objects that have a deleted object among their members, in the relationship with a number.
    private(set) var leaving: [(member: ManagedObject, number: RelationshipIndex, object: ManagedObject)] = []
    /// The deleted rows by their entities, and the keys of other rows that are cleared in the store.
    private(set) var pending = PendingDeletion()

    /// The objects and rows whose relationships are to be followed next, by entity.
    private var level: [Group] = []

    private struct Group {
        let entity: Int
        var objects: [ManagedObject] = []
        var keys: [Int64] = []

        /// The keys of all rows that exist.
        var allKeys: [Int64] { keys + objects.lazy.map(\.key).filter { $0 > 0 } }
    }

    /// A group with one of its relationships whose keys are in other tables.
    private struct Side {
        let group: Group
        let number: RelationshipIndex
        let destination: EntityRuntime
    }

    /// - Throws: ``StoreError`` if rows cannot be read.
    init(from object: ManagedObject, in context: ManagedObjectContext) throws {
        self.context = context
        entities = context.coordinator.model.entities
        facts = context.coordinator.model.deletion
        isOfChild = context.parent != nil
        needsAllObjects = isOfChild || context.undoHistory != nil || !context.children.isEmpty
        add(object)
        while !level.isEmpty {
            let current = level
            level = []
            for group in current { try follow(group) }
            try context.throwRememberedError()
        }
        takeObjects()
    }

    // MARK: Found objects and rows

    private mutating func group(_ entity: Int) -> Int {
        if let place = level.firstIndex(where: { $0.entity == entity }) { return place }
        level.append(Group(entity: entity))
        return level.count - 1
    }

    private mutating func add(_ object: ManagedObject) {
        guard !object.isRemoved, known.insert(object).inserted else { return }
        objects.append(object)
        level[group(object.scope.entity.index)].objects.append(object)
    }

    /// Adds rows that a rule deletes. A registered object counts only if its own key agrees with the row.
    /// - Parameter column: the key by which they were found.
    private mutating func add(_ found: [FoundKeys], by column: ColumnIndex? = nil) throws {
        for found in found {
            let entity = entities[found.entity]
            let registry = context.registries[entity.root]
            if !registry.isEmpty {
                for object in found.keys.lazy.compactMap({ registry[$0] }) where column.map({ leadsToDeletion(object, $0) }) ?? true {
                    add(object)
                }
            }
            var all = rows.removeValue(forKey: entity.root) ?? []
            let new = found.keys.filter { registry[$0] == nil && !registry.pendingDeletions.contains($0) && all.insert($0).inserted }
            rows[entity.root] = all
            if new.isEmpty { continue }
            if needsAllObjects || facts[entity.index].needsObject(foundBy: column) {
                for object in try load(entity.selectByKeys, new, context.scopes[entity.index]) { add(object) }
            } else {
                pending.delete(new, of: entity.index)
                level[group(entity.index)].keys += new
            }
        }
    }

    /// Treats rows whose objects were loaded during the search as objects.
    private mutating func takeObjects() {
        for (root, keys) in rows {
            let registry = context.registries[root]
            if registry.isEmpty { continue }
            for key in keys {
                guard let object = registry[key] else { continue }
                rows[root]?.remove(key)
                if known.insert(object).inserted { objects.append(object) }
            }
        }
    }

    /// Whether a key of an object refers to a deleted object or row.
    private func leadsToDeletion(_ object: ManagedObject, _ column: ColumnIndex) -> Bool {
        let reference = object[_reference: column]
        if let destination = reference.object { return known.contains(destination) }
        let root = entities[object.scope.entity.toOne(at: column).destination].root
        if let destination = context.registries[root][reference.key], known.contains(destination) { return true }
        return rows[root]?.contains(reference.key) == true
    }

    // MARK: Following rules

    private mutating func follow(_ group: Group) throws {
        let entity = entities[group.entity]
        for (number, relationship) in entity.inverseSides.numbered {
            let side = Side(group: group, number: number, destination: entities[relationship.destination])
            switch (relationship.descriptor.deleteRule, relationship.source) {
            case (.cascade, .key(let column)): try followMembers(side, column)
            case (.cascade, .join(let join)): try followConnections(side, join)
            case (_, .join(let join)): try leave(side, join)
            case (.nullify, .key(let column)): try release(side, column)
            // A new object denies nothing, and no row can keep a key that refers to it.
            case (.noAction, .key(let column)), (.deny, .key(let column)):
                for object in group.objects where object.state == .inserted { releaseShown(by: object, number, column) }
            }
        }
        for key in entity.keysWithoutInverse {
            let relationship = entities[key.entity].toOne[key.number]
            guard relationship.descriptor.isOptional else { continue }
            try clear(group.allKeys, relationship.column, of: key.entity)
        }
        for relationship in entity.toOne { try follow(group, relationship) }
    }

    private mutating func followMembers(_ side: Side, _ column: ColumnIndex) throws {
        if isOfChild { return try followObjects(side) }
        var asked = side.group.keys
        for object in side.group.objects {
            let storage = object.loadedStorage(side.number)
            for member in storage?.members ?? [] { add(member) }
            if storage?.isLoaded != true, object.key > 0 { asked.append(object.key) }
        }
        try add(keys(side.destination.selectHolderKeys(column), asked, side.destination), by: column)
    }

    /// Follows a relationship by its loaded members.
    private mutating func followObjects(_ side: Side) throws {
        for object in side.group.objects {
            for member in try Relationships.loadedMembers(of: object, side.number) { add(member) }
        }
    }

    private mutating func followConnections(_ side: Side, _ join: EntityRuntime.JoinRuntime) throws {
        if isOfChild {
            try followObjects(side)
            return try leave(side, join)
        }
        var asked = side.group.keys
        for object in side.group.objects {
            if object.loadedStorage(side.number) != nil || object.key < 0 {
                for member in try Relationships.loadedMembers(of: object, side.number) { add(member) }
            } else {
                asked.append(object.key)
            }
        }
        try add(keys(side.destination.selectMemberKeys(join), asked, side.destination))
        try leave(side, join)
    }

    /// Finds the objects that have the deleted ones among their members.
    private mutating func leave(_ side: Side, _ join: EntityRuntime.JoinRuntime) throws {
        guard let inverse = join.inverse else { return }
        let destination = side.destination
        let registry = context.registries[destination.root]
        for object in side.group.objects {
            // Undo loads the members to keep their orders, so that these have to lose the object.
            let keepsOrder = context.undoHistory != nil && destination.inverseSides[inverse].order != nil
            if isOfChild || keepsOrder || destination.inverseSides[inverse].countsMembers {
                _ = try Relationships.loadedMembers(of: object, side.number)
            }
            let storage = object.loadedStorage(side.number)
            for member in storage?.members ?? [] { leaving.append((member, inverse, object)) }
            guard storage?.isLoaded != true, object.key > 0, !registry.isEmpty else { continue }
            for key in try keys(destination.selectMemberKeys(join), [object.key], destination).flatMap(\.keys) {
                if let member = registry[key] { leaving.append((member, inverse, object)) }
            }
        }
    }

    private mutating func releaseShown(by object: ManagedObject, _ number: RelationshipIndex, _ column: ColumnIndex) {
        for member in object.loadedStorage(number)?.members ?? [] { released.append((member, column)) }
    }

    private mutating func release(_ side: Side, _ column: ColumnIndex) throws {
        for object in side.group.objects { releaseShown(by: object, side.number, column) }
        let destination = side.destination
        if destination.toOne(at: column).descriptor.isOptional {
            try clear(side.group.allKeys, column, of: destination.index)
        } else {
            try loadHolders(side.group.allKeys, column, of: destination.index)
        }
    }

    private mutating func follow(_ group: Group, _ relationship: EntityRuntime.ToOneRuntime) throws {
        let (column, destination) = (relationship.column, entities[relationship.destination])
        let rule = relationship.descriptor.deleteRule
        if rule == .cascade {
            var asked = [Int64]()
            for object in group.objects {
                let reference = object[_reference: column]
                if let known = reference.object {
                    add(known)
                } else if isOfChild {
                    if let found = Relationships.destination(of: object, column) { add(found) }
                } else if reference.key > 0 {
                    asked.append(reference.key)
                }
            }
            try add(keys(destination.selectKeys, asked, destination))
            try add(keys(entities[group.entity].selectDestinationKeys(column, destination), group.keys, destination))
        }
        // The other end of a relationship that is its own inverse has a key as well.
        guard case .itself = relationship.inverse else { return }
        for object in group.objects where rule == .nullify || object.state == .inserted {
            if let partner = object[_reference: column].object { released.append((partner, column)) }
        }
        guard rule == .nullify else { return }
        if relationship.descriptor.isOptional {
            try clear(group.allKeys, column, of: destination.index)
        } else {
            try loadHolders(group.allKeys, column, of: destination.index)
        }
    }

    /// Clears keys that refer to the given ones: in registered objects now, and in all other rows with the save.
    private mutating func clear(_ keys: [Int64], _ column: ColumnIndex, of holder: Int) throws {
        if keys.isEmpty { return }
        if needsAllObjects { return try loadHolders(keys, column, of: holder) }
        pending.clear(column, of: holder, keys)
        let entity = entities[holder]
        let registry = context.registries[entity.root]
        if registry.isEmpty { return }
        for key in try self.keys(entity.selectHolderKeys(column), keys, entity).flatMap(\.keys) {
            if let object = registry[key], leadsToDeletion(object, column) { released.append((object, column)) }
        }
    }

    /// Loads objects that require the key, so that the save reports each of them.
    private mutating func loadHolders(_ keys: [Int64], _ column: ColumnIndex, of holder: Int) throws {
        for object in try context.holders(of: keys, column, of: holder)
        where !object.isRemoved && leadsToDeletion(object, column) {
            released.append((object, column))
        }
    }

    // MARK: Reading

    private func keys(_ sql: String, _ given: [Int64], _ entity: EntityRuntime) throws -> [FoundKeys] {
        if given.isEmpty { return [] }
        var found = [FoundKeys]()
        try context.query(sql, for: .delete) { statement in
            try statement.bind(KeyStatements.json(given), at: 1)
            found = try statement.foundKeys(of: entity, among: entities)
            return found.reduce(0) { $0 + $1.keys.count }
        }
        return found
    }

    private func load(_ sql: String, _ given: [Int64], _ scope: EntityScope) throws -> [ManagedObject] {
        if given.isEmpty { return [] }
        return try context.objects(in: scope, sql: sql, for: .delete) { try $0.bind(KeyStatements.json(given), at: 1) }
    }
}
