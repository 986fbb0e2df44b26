import GRDB
import SQLiteAccess

/// What the contexts above a child know of a row.
enum InheritedState {
    /// The object of the nearest context that has one.
    case object(ManagedObject)
    /// The row is deleted there, and the deletion is not in the store yet.
    case removed
}

extension ManagedObjectContext {
    /// What the contexts above know of a row; nil if only the store knows it.
    /// - Parameter key: the row's key in this context.
    func inherited(_ key: Int64, root: Int) -> InheritedState? {
        for context in ancestors {
            if let state = context.ownState(of: key, root: root) { return state }
        }
        return nil
    }

    /// Whether this context or one above it has deleted a row that the store still has.
    func hasPendingDeletion(of key: Int64, root: Int) -> Bool {
        if registries[root].pendingDeletions.contains(key) { return true }
        if case .removed? = inherited(key, root: root) { return true }
        return false
    }

    private func ownState(of key: Int64, root: Int) -> InheritedState? {
        let temporary = InheritedKey.key(aboveFor: key)
        if temporary < 0, let new = changeSet.newObject(withKey: temporary) { return new.isNew ? .object(new) : .removed }
        if let object = registries[root][key] { return object.isRemoved ? .removed : .object(object) }
        return registries[root].pendingDeletions.contains(key) ? .removed : nil
    }

    /// The object of a row or of an object that is new above.
    /// - Parameter key: one that is not registered.
    /// - Throws: ``StoreError``
    func inheritedObject(in scope: EntityScope, key former: Int64) throws -> ManagedObject? {
        let root = scope.entity.root
        let key = savedKeys[root]?[former] ?? InheritedKey.key(inChildFor: former)
        if let known = scope.registered(key) { return known }
        switch inherited(key, root: root) {
        case .object(let other)?: return scopes[other.scope.entity.index].entity.isKind(of: scope.entity) ? adopt(other) : nil
        case .removed?: return nil
        case nil: return InheritedKey.isInherited(key) ? nil : try storedObject(in: scope, key: key)
        }
    }

    /// The key that this context has for an identity.
    func ownKey(of id: ObjectID) -> Int64 {
        guard parent != nil, id.isTemporary, changeSet.newObject(withKey: id.key) == nil else { return id.key }
        let key = InheritedKey.key(inChildFor: id.key)
        return coordinator.model.entity(named: id.entity).flatMap { savedKeys[$0.root]?[key] } ?? key
    }

    /// The object that a child of this context has a row or an object for; nil if it does not exist.
    /// - Parameter key: the key in the child.
    /// - Throws: ``StoreError``
    func object(forChild key: Int64, root: Int) throws -> ManagedObject? {
        if let known = registries[root][key] { return known }
        let temporary = InheritedKey.key(aboveFor: key)
        if temporary < 0, let new = changeSet.newObject(withKey: temporary) { return new }
        return key > 0 ? try object(in: scopes[root], key: key) : nil
    }

    /// The object that the context above has for one of this context; nil if it does not exist there.
    /// - Throws: ``StoreError``
    func above(_ object: ManagedObject) throws -> ManagedObject? {
        guard let found = try parent?.object(forChild: object.key, root: object.scope.entity.root), !found.isRemoved else { return nil }
        return found
    }

    /// This context's object for one of a context above, registered.
    func adopt(_ other: ManagedObject) -> ManagedObject {
        let key = InheritedKey.key(inChildFor: other.key)
        if let known = other.registry(in: self)[key] { return known }
        let object = inheritedCopy(of: other)
        object.scope.registry.register(object)
        if object.scope.entity.hooks.contains(.fetch) { awake([object]) }
        return object
    }

    /// An object of this context with the values of one of a context above, which no registry has.
    func inheritedCopy(of other: ManagedObject) -> ManagedObject {
        let scope = scopes[other.scope.entity.index]
        var row = RowReader(copyingThrough: scope)
        let object = scope.entity.type.init(_row: &row)
        (object.key, object.rowVersion) = (InheritedKey.key(inChildFor: other.key), other.rowVersion)
        object._takeValues(from: other)
        for column in scope.entity.toOneColumns {
            object[_reference: column] = ToOneReference(key: InheritedKey.key(inChildFor: other[_reference: column].currentKey))
        }
        if let resultsFollower, other.isNew || other.hasColumnChanges { resultsFollower.noteInherited(object.row) }
        return object
    }

    /// The stored form of a value that is not loaded, as the contexts above have it; nil if only the store has it.
    /// - Throws: ``StoreError``
    func inheritedValue(_ column: ColumnIndex, of object: ManagedObject) throws -> SQLiteValue? {
        guard case .object(let other)? = inherited(object.key, root: object.scope.entity.root), let context = other.scope.context
        else { return nil }
        return other.isLoaded(column) ? other.writtenValue(column) : try other.unloadedValue(column, in: context)
    }
}

extension ManagedObject {
    /// The registry that a context has for the object's table.
    fileprivate final func registry(in context: ManagedObjectContext) -> ObjectRegistry { context.registries[scope.entity.root] }
}
