import Foundation

/// The objects of one entity that meet a condition, in an order: what a fetch asks for, by the model's names.
public struct FetchQuery: Sendable, Hashable {
    public var entity: String
    public var condition: Condition?
    public var sort: [SortTerm]
    /// How many objects at most; nil for all.
    public var limit: Int?

    public init(entity: String, condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil) {
        self.entity = entity
        self.condition = condition
        self.sort = sort
        self.limit = limit
    }
}

/// A parameter of a named fetch.
public struct FetchParameter: Sendable, Hashable {
    public var type: ValueType
    public var isOptional: Bool
    /// Whether it is a list of such values, for the right side of `IN`.
    public var isList: Bool

    public init(type: ValueType, isOptional: Bool, isList: Bool = false) {
        self.type = type
        self.isOptional = isOptional
        self.isList = isList
    }
}

/// A query matched to a layout: every name found, every type checked, every value in the form in which it is stored.
public struct ResolvedFetch: Sendable, Hashable {
    public var entity: String
    public var table: String
    /// The entities whose rows in the table count, by name; nil where all do.
    public var kinds: [String]?
    public var condition: ResolvedCondition?
    public var sort: [ResolvedSortTerm]
    public var limit: Int?
    /// The parameters that the condition uses. Of a parameter that is an object, such as `$FETCH_SOURCE`, what is used is what
    /// paths from it lead to: they are called `FETCH_SOURCE.name`.
    public var parameters: [String: FetchParameter] = [:]

    /// Matches `query` to `layout`.
    /// - Parameter parameters: the types of the `$parameters` that its condition may use; their values are left open.
    /// - Parameter now: what `now()` is, for all objects alike.
    /// - Throws: ``ConditionErrors`` with everything that does not fit.
    public init(
        _ query: FetchQuery, in layout: FetchLayout, parameters: [String: FetchParameter] = [:], now: Date = Date()
    ) throws(ConditionErrors) {
        guard let entity = layout.entities[query.entity] else {
            throw ConditionErrors([ConditionError(.unknownName, "there is no entity '\(query.entity)'", at: nil)])
        }
        var resolver = Resolver(layout: layout, entity: entity, parameters: parameters, now: now)
        self.entity = entity.name
        table = entity.table
        kinds = entity.kinds
        condition = query.condition.flatMap { resolver.resolve($0) }
        sort = query.sort.compactMap { resolver.resolve($0) }
        limit = query.limit
        self.parameters = resolver.usedParameters
        if !resolver.errors.isEmpty { throw ConditionErrors(resolver.errors) }
    }

    /// The entities whose objects decide what the fetch finds: its own, and those that its key paths lead through.
    public var entitiesRead: Set<String> { entitiesPassed.union([entity]) }

    /// The entities that its key paths lead through, those of members too: its own too, where one leads back.
    public var entitiesPassed: Set<String> {
        var entities = Set<String>()
        forEachStep { entities.insert($0.destination) }
        return entities
    }

    /// The join tables that its key paths lead through: what changes there may change no object's row.
    public var joinTablesPassed: Set<String> {
        var tables = Set<String>()
        forEachStep { if let table = $0.joinTable { tables.insert(table.name) } }
        return tables
    }

    private func forEachStep(_ body: (ResolvedPath.Step) -> Void) {
        condition?.forEachStep(body)
        for term in sort { term.path.steps.forEach(body) }
    }
}

/// A sort key matched to a layout.
public struct ResolvedSortTerm: Sendable, Hashable {
    public var path: ResolvedPath
    public var isAscending: Bool
}
