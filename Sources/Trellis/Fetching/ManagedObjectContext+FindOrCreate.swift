import SQLiteAccess

extension ManagedObjectContext {
    /// For generated code: the object with the values of a unique key, or a new one.
    /// - Parameters:
    ///   - key: the properties of the key, with values that are not nil.
    ///   - fill: runs for a new object, which the context has already. If it throws, the object is deleted again.
    ///   - create: creates an object with the values.
    /// - Throws: ``StoreError``, and the errors of `fill`.
    @_spi(Generated) public func _findOrCreate<Object: ManagedObject>(
        _ key: KeyValuePairs<String, any ConditionArgument>, _ fill: (Object) throws -> Void, _ create: () -> Object
    ) throws -> Object {
        if let known = try object(Object.self, withKey: key) { return known }
        let object = create()
        do {
            try fill(object)
        } catch {
            try delete(object)
            throw error
        }
        return object
    }

    /// The object with the values of a unique key, with what this context and those above it have changed and not saved.
    private func object<Object: ManagedObject>(
        _ type: Object.Type, withKey properties: KeyValuePairs<String, any ConditionArgument>
    ) throws -> Object? {
        let scope = try beginFetch(of: type)
        guard let key = WantedKey(properties, of: scope.entity) else { return nil }
        try prepareAncestors()
        let contexts = [self] + ancestors
        for (place, context) in contexts.enumerated() {
            for candidate in context.unsavedObjects(with: key, of: scope.entity) {
                let ownKey = place == 0 ? candidate.key : InheritedKey.key(inChildFor: candidate.key)
                guard !contexts[..<place].contains(where: { $0.decides(ofRow: ownKey, of: scope.entity) }) else { continue }
                let found = place == 0 ? candidate : try object(in: scope, key: ownKey)
                if let found, !found.isRemoved { return unsafeDowncast(found, to: Object.self) }
            }
        }
        // Unsaved rows are known by now, and reading them again for each call would take square time.
        let resolved = try ResolvedFetch(Fetch<Object>(where: key.condition).query(of: scope.entity), in: coordinator.model.fetchLayout)
        let stored = try PendingChanges(ofFile: resolved, in: self, scope).objects()
        try throwRememberedError()
        let found = stored.first { object in
            !object.isRemoved && !contexts.contains { $0.decides(ofRow: object.key, of: scope.entity) }
        }
        return found.map { unsafeDowncast($0, to: Object.self) }
    }

    /// The objects of an entity that have values of a key and unsaved changes in this context.
    private func unsavedObjects(with key: WantedKey, of entity: EntityRuntime) -> [ManagedObject] {
        let registry = registries[entity.root]
        let found = registry.unsavedKeys.objects(with: key.values(in: self), in: key.names) {
            Set(changeSet.listedObjects.filter { $0.scope.entity.root == entity.root })
        }
        return found.filter { ($0.isNew || $0.hasColumnChanges) && $0.scope.entity.isKind(of: entity) }
    }

    /// Whether this context has deleted a row, or has unsaved changes of its object, which counts with its own values then.
    private func decides(ofRow key: Int64, of entity: EntityRuntime) -> Bool {
        let temporary = InheritedKey.key(aboveFor: key)
        if registries[entity.root].pendingDeletions.contains(key) { return true }
        let new = temporary < 0 ? changeSet.newObject(withKey: temporary) : nil
        guard let object = new ?? registries[entity.root][key] else { return false }
        return object.isRemoved || object.isNew || object.hasColumnChanges
    }
}

/// The values of a unique key that are searched.
private struct WantedKey {
    let condition: Condition
    /// The names of the columns, which the entities of a hierarchy share.
    let names: [String]
    private let values: [SQLiteValue]
    private let isReference: [Bool]

    /// Values are rounded as a new object rounds them, so the object is found that was created for them.
    /// - Returns: nil if a value is one that no column stores, for example NaN.
    init?(_ properties: KeyValuePairs<String, any ConditionArgument>, of entity: EntityRuntime) {
        var (columns, values, parts) = ([ColumnIndex](), [SQLiteValue](), [Condition]())
        for (name, argument) in properties {
            guard let column = entity.columnByProperty[name] else { return nil }
            let runtime = entity.columns[column]
            var wanted = argument.conditionValue.rounded(entity.rounding[name], as: runtime.type)
            // The caller gives the text that the key is derived from.
            if case .text(let derivation, _) = runtime.derivation, case .text(let source) = wanted { wanted = .text(derivation.text(of: source)) }
            let reference = (argument as? ManagedObject).map { SQLiteValue.integer($0.key) }
            let value = reference ?? wanted.stored(as: runtime.type)
            guard let value, value != .null else { return nil }
            columns.append(column)
            values.append(value)
            parts.append(.compare(name, .equal, wanted))
        }
        condition = parts.count == 1 ? parts[0] : .and(parts)
        self.values = values
        names = columns.map { entity.columns[$0].name }
        isReference = columns.map { entity.columns[$0].toOne != nil }
    }

    /// The values as a context of the family has them: keys of objects that are new above have another form in each.
    func values(in context: ManagedObjectContext) -> [SQLiteValue] {
        zip(values, isReference).map { value, isReference in
            guard isReference, case .integer(let key) = value else { return value }
            let temporary = InheritedKey.key(aboveFor: key)
            return temporary < 0 && context.changeSet.newObject(withKey: temporary) != nil ? .integer(temporary) : value
        }
    }
}
