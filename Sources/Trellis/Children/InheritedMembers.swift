import SQLiteAccess

// What relationships of a child's objects have in the contexts above.
extension ManagedObjectContext {
    /// The members of an owner as the context above has them; nil if the store has the same, because nothing above has changes.
    /// - Throws: ``StoreError``
    func inheritedMembers(of owner: ManagedObject, _ number: RelationshipIndex) throws -> [ManagedObject]? {
        guard parent != nil, hasChangesAbove else { return nil }
        guard let above = try above(owner) else { return [] }
        return try Relationships.loadedMembers(of: above, number).map(adopt)
    }

    /// Whether two objects are connected in the context above; nil if the store knows, because nothing above has changes.
    /// - Throws: ``StoreError``
    func isConnectedAbove(_ object: ManagedObject, with side: RelationshipSide) throws -> Bool? {
        guard parent != nil, hasChangesAbove else { return nil }
        guard let owner = try above(side.owner), let member = try above(object) else { return false }
        return Relationships.contains(member, in: RelationshipSide(owner: owner, number: side.number))
    }

    /// The objects that hold one of the given keys in a column, in the store or in a context above.
    ///
    /// Some may hold another one in this context, and those that this context has given the key are not among them.
    /// - Throws: ``StoreError``
    func holders(of keys: [Int64], _ column: ColumnIndex, of entity: Int) throws -> [ManagedObject] {
        if keys.isEmpty { return [] }
        let scope = scopes[entity]
        var holders = try objects(in: scope, sql: scope.entity.selectHolders(column), for: .delete) {
            try $0.bind(KeyStatements.json(keys), at: 1)
        }
        guard parent != nil, hasChangesAbove else { return holders }
        var known = Set(holders)
        let wanted = Set(keys)
        func holds(_ object: ManagedObject) -> Bool { wanted.contains(InheritedKey.key(inChildFor: object[_reference: column].currentKey)) }
        for context in ancestors {
            for other in context.changeSet.listedObjects
            where !other.isRemoved && other.scope.entity.isKind(of: scope.entity) && holds(other) {
                // A context between may have deleted it, or given it another key.
                let key = InheritedKey.key(inChildFor: other.key)
                guard case .object(let nearest)? = inherited(key, root: scope.entity.root), holds(nearest) else { continue }
                let holder = adopt(nearest)
                if known.insert(holder).inserted { holders.append(holder) }
            }
        }
        return holders
    }
}
