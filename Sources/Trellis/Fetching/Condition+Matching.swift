import SQLiteAccess

// A condition judged on one object, as `NSPredicate.evaluate(with:)` does.

extension Condition {
    /// Whether an object meets the condition as it is in its context now, with its unsaved values.
    ///
    /// The answer is that of a fetch. Relationships and attributes that the condition needs are loaded.
    /// - Parameter object: an object of the entity whose properties the condition names.
    /// - Throws: `ConditionErrors` if the condition names what the object's entity does not have; ``StoreError`` if something cannot be
    ///   loaded, and for an object without a context.
    public func matches(_ object: ManagedObject) throws -> Bool {
        guard let context = object.scope.context else { throw StoreError.notInContext(object.objectID) }
        try context.coordinator.checkOpen()
        try context.throwRememberedError()
        let query = FetchQuery(entity: object.scope.entity.descriptor.name, condition: self)
        guard let resolved = try ResolvedFetch(query, in: context.coordinator.model.fetchLayout).condition else { return true }
        do {
            let holds = try ConditionEvaluator(resolved, LoadingObjectReader()).holds(for: object)
            try context.throwRememberedError()
            return holds
        } catch let error as EvaluationError {
            throw StoreError(error)
        }
    }
}

extension Fetchable {
    /// Whether the object meets a condition, with its unsaved values: `order.matches { $0.customer.name == "Ada" }`.
    /// - Parameter condition: is made with the fields of the object's entity.
    /// - Throws: as `Condition.matches(_:)` does.
    public func matches(_ condition: (Fields) -> some ConditionConvertible) throws -> Bool {
        try condition(Fields(_path: FieldPath())).condition.matches(self)
    }
}

extension FetchableHierarchy {
    /// Whether the object meets a condition, with its unsaved values: `manager.matches { $0.salary > 100 }`.
    /// - Parameter condition: is made with the fields of the object's entity.
    /// - Throws: as `Condition.matches(_:)` does.
    public func matches(_ condition: (HierarchyFields<Self>) -> some ConditionConvertible) throws -> Bool {
        try condition(HierarchyFields(_path: FieldPath())).condition.matches(self)
    }
}

/// Reaches objects through their relationships, and loads what is not loaded.
private struct LoadingObjectReader: ObjectReader {
    func value(of object: ManagedObject, at path: ResolvedPath) throws -> SQLiteValue {
        switch path.property {
        case FetchLayout.keyColumn: .integer(object.key)
        case FetchLayout.entityColumn: .text(object.scope.entity.descriptor.name)
        case FetchLayout.versionColumn: .integer(object.rowVersion)
        default: try object.scope.entity.columnByProperty[path.property].map(object.visibleStoredValue(_:)) ?? .null
        }
    }

    func destination(of object: ManagedObject, _ step: ResolvedPath.Step) throws -> ManagedObject? {
        guard let column = object.scope.entity.columnByProperty[step.relationship] else { return try members(of: object, step).first }
        return Relationships.destination(of: object, column)
    }

    func members(of object: ManagedObject, _ step: ResolvedPath.Step) throws -> [ManagedObject] {
        guard let number = object.scope.entity.inverseSides.firstIndex(where: { $0.descriptor.name == step.relationship }) else { return [] }
        return Array(try Relationships.loadedMembers(of: object, number))
    }
}
