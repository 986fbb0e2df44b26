import SQLiteAccess

/// Judges objects as they are in their context, saved or not, by a condition, as SQL judges their rows. It loads nothing.
struct ObjectCondition {
    private let evaluator: ConditionEvaluator<LoadedObjectReader>?

    /// - Parameter condition: nil for one that every object meets.
    init(_ condition: ResolvedCondition?) {
        evaluator = condition.map { ConditionEvaluator($0, LoadedObjectReader()) }
    }

    /// - Returns: nil if a value or an object is not loaded that the condition needs.
    /// - Throws: ``StoreError`` where the condition cannot be decided, for the reasons for which SQL cannot.
    func holds(for object: ManagedObject) throws -> Bool? {
        do {
            return try evaluator?.holds(for: object) ?? true
        } catch is NotLoaded {
            return nil
        } catch {
            throw StoreError(error)
        }
    }
}

/// What is asked for is not in memory.
struct NotLoaded: Error {}

/// Reaches loaded objects through their relationships.
private struct LoadedObjectReader: ObjectReader {
    func value(of object: ManagedObject, at path: ResolvedPath) throws -> SQLiteValue { try object.ownLoadedValue(at: path) }

    func destination(of object: ManagedObject, _ step: ResolvedPath.Step) throws -> ManagedObject? {
        try object.loadedDestination(named: step.relationship)
    }

    func members(of object: ManagedObject, _ step: ResolvedPath.Step) throws -> [ManagedObject] {
        try object.loadedMembers(named: step.relationship)
    }
}

extension ManagedObject {
    /// The stored form of the value at the end of a path; NULL where a relationship on the way is empty.
    /// - Throws: ``NotLoaded``
    func loadedValue(at path: ResolvedPath) throws -> SQLiteValue {
        var current = self
        for step in path.steps {
            guard let next = try current.loadedDestination(named: step.relationship) else { return .null }
            current = next
        }
        return path.value(of: try current.ownLoadedValue(at: path))
    }

    /// The stored form of the property that a path leads to, which the object itself has.
    fileprivate func ownLoadedValue(at path: ResolvedPath) throws -> SQLiteValue {
        switch path.property {
        case FetchLayout.keyColumn: return .integer(key)
        case FetchLayout.entityColumn: return .text(scope.entity.descriptor.name)
        case FetchLayout.versionColumn: return .integer(rowVersion)
        default:
            guard let column = scope.entity.columnByProperty[path.property] else { return .null }
            if !isLoaded(column) { throw NotLoaded() }
            if scope.entity.columns[column].toOne != nil {
                guard let leadsNowhere = isKnownToLeadNowhere(column) else { throw NotLoaded() }
                if leadsNowhere { return .null }
            }
            return storedValue(column)
        }
    }

    fileprivate func loadedDestination(named name: String) throws -> ManagedObject? {
        guard let column = scope.entity.columnByProperty[name] else { return try loadedMembers(named: name).first }
        let reference = self[_reference: column]
        if let known = reference.object { return known.isDeleted ? nil : known }
        if reference.key == 0 { return nil }
        let destination = scope.entity.toOne(at: column).destination
        guard let known = scope.context?.scopes[destination].registered(reference.key) else { throw NotLoaded() }
        return known.isDeleted ? nil : known
    }

    fileprivate func loadedMembers(named name: String) throws -> [ManagedObject] {
        guard let number = scope.entity.inverseSides.firstIndex(where: { $0.descriptor.name == name }) else { return [] }
        guard let members = Relationships.membersIfLoaded(of: self, number) else { throw NotLoaded() }
        return Array(members)
    }
}
