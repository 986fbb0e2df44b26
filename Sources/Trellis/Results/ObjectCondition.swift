import SQLiteAccess

/// Judges objects as they are in their context, saved or not, by a condition, as SQL judges their rows.
struct ObjectCondition {
    private let evaluator: ConditionEvaluator<ContextObjectReader>?

    /// - Parameter condition: nil for one that every object meets.
    init(_ condition: ResolvedCondition?) {
        evaluator = condition.map { ConditionEvaluator($0, ContextObjectReader()) }
    }

    /// - Throws: ``StoreError`` where the condition cannot be decided, for the reasons for which SQL cannot, and where members
    ///   cannot be loaded.
    func holds(for object: ManagedObject) throws -> Bool {
        do {
            return try evaluator?.holds(for: object) ?? true
        } catch {
            throw StoreError(error)
        }
    }
}

/// Reaches objects through their relationships, loading what is not known yet.
private struct ContextObjectReader: ObjectReader {
    func value(of object: ManagedObject, at path: ResolvedPath) -> SQLiteValue { object.ownValue(at: path) }

    func destination(of object: ManagedObject, _ step: ResolvedPath.Step) -> ManagedObject? {
        Relationships.destination(of: object, named: step.relationship)
    }

    func members(of object: ManagedObject, _ step: ResolvedPath.Step) throws -> [ManagedObject] {
        let number = object.scope.entity.inverseSides.firstIndex { $0.descriptor.name == step.relationship }
        return try number.map { try Array(Relationships.loadedMembers(of: object, $0)) } ?? []
    }
}

extension ManagedObject {
    /// The stored form of the value at the end of a path; NULL where a relationship on the way is empty.
    func value(at path: ResolvedPath) -> SQLiteValue {
        var current = self
        for step in path.steps {
            guard let next = Relationships.destination(of: current, named: step.relationship) else { return .null }
            current = next
        }
        return current.ownValue(at: path)
    }

    /// The stored form of the property that a path leads to, which the object itself has.
    fileprivate func ownValue(at path: ResolvedPath) -> SQLiteValue {
        switch path.property {
        case FetchLayout.keyColumn: .integer(key)
        case FetchLayout.entityColumn: .text(scope.entity.descriptor.name)
        case FetchLayout.versionColumn: .integer(rowVersion)
        default: scope.entity.columnByProperty[path.property].map { storedValue($0) } ?? .null
        }
    }
}
