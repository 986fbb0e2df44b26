import SQLiteAccess

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

    public init(type: ValueType, isOptional: Bool) {
        self.type = type
        self.isOptional = isOptional
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

    /// Matches `query` to `layout`.
    /// - Parameter parameters: the types of the `$parameters` that its condition may use; their values are left open.
    /// - Throws: ``ConditionErrors`` with everything that does not fit.
    public init(
        _ query: FetchQuery, in layout: FetchLayout, parameters: [String: FetchParameter] = [:]
    ) throws(ConditionErrors) {
        guard let entity = layout.entities[query.entity] else {
            throw ConditionErrors([ConditionError(.unknownName, "there is no entity '\(query.entity)'", at: nil)])
        }
        var resolver = Resolver(layout: layout, entity: entity, parameters: parameters)
        self.entity = entity.name
        table = entity.table
        kinds = entity.kinds
        condition = query.condition.flatMap { resolver.resolve($0) }
        sort = query.sort.compactMap { resolver.resolve($0) }
        limit = query.limit
        if !resolver.errors.isEmpty { throw ConditionErrors(resolver.errors) }
    }

    /// The entities whose objects decide what the fetch finds: its own, and those that its key paths lead through.
    public var entitiesRead: Set<String> { entitiesPassed.union([entity]) }

    /// The entities that its key paths lead through: its own too, where one leads back.
    public var entitiesPassed: Set<String> {
        Set(((condition?.paths ?? []) + sort.map(\.path)).flatMap { $0.steps.map(\.destination) })
    }
}

/// A sort key matched to a layout.
public struct ResolvedSortTerm: Sendable, Hashable {
    public var path: ResolvedPath
    public var isAscending: Bool
}

/// A condition matched to a layout.
public indirect enum ResolvedCondition: Sendable, Hashable {
    case comparison(ResolvedOperand, Comparison, ResolvedOperand)
    case and([ResolvedCondition])
    case or([ResolvedCondition])
    case not(ResolvedCondition)

    /// Every key path in it.
    var paths: [ResolvedPath] {
        switch self {
        case .comparison(let left, _, let right): [left, right].compactMap(\.path)
        case .and(let parts), .or(let parts): parts.flatMap(\.paths)
        case .not(let inner): inner.paths
        }
    }
}

/// One side of a comparison, matched to a layout.
public enum ResolvedOperand: Sendable, Hashable {
    case path(ResolvedPath)
    case value(SQLiteValue)
    /// A parameter whose value is not known yet.
    case parameter(String, isOptional: Bool)

    var path: ResolvedPath? {
        if case .path(let path) = self { path } else { nil }
    }

    /// Whether it can be nil.
    var isNullable: Bool {
        switch self {
        case .path(let path): path.isNullable
        case .value(let value): value == .null
        case .parameter(_, let isOptional): isOptional
        }
    }
}
