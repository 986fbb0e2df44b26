import Foundation

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
    /// What statements call the key of every table.
    public var key: String
    /// Whether rows have a version.
    public var hasVersions: Bool
    /// The entities whose rows in the table count, by name; nil where all do.
    public var kinds: [String]?
    public var condition: ResolvedCondition?
    public var sort: [ResolvedSortTerm]
    /// How many objects at most, and how many are passed over before; never negative.
    public var limit: Int?
    public var offset: Int
    /// Whether objects of entities that inherit from the fetched one count too.
    public var includesSubentities: Bool
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
        do throws(ConditionError) {
            try query.condition?.checkDepth()
        } catch {
            throw ConditionErrors([error])
        }
        var resolver = Resolver(layout: layout, entity: entity, parameters: parameters, now: now)
        self.entity = entity.name
        table = entity.table
        (key, hasVersions) = (layout.key, !layout.isExisting)
        kinds = query.includesSubentities ? entity.kinds : layout.ownKind(of: entity)
        condition = query.condition.flatMap { resolver.resolve($0) }
        sort = query.sort.compactMap { resolver.resolve($0) }
        self.parameters = resolver.usedParameters
        // SQLite takes a negative limit for no limit at all.
        limit = query.limit.map { max($0, 0) }
        offset = max(query.offset, 0)
        includesSubentities = query.includesSubentities
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

extension FetchLayout {
    /// A path to a text whose differences of some kinds do not count. If a derived attribute holds the folded text, the path leads to
    /// it, so that an index on it serves.
    func folding(_ path: ResolvedPath, _ options: TextOptions, from entity: Entity) -> ResolvedPath {
        var folded = path
        if path.type == .foldedText { return folded }
        let owner = path.steps.last.flatMap { entities[$0.destination] } ?? entity
        if options == [.caseInsensitive, .diacriticInsensitive],
            let name = owner.derivations.filter({ $0.value == .property(path.property) }).keys.sorted().first(where: owner.isFolded),
            case .attribute(let column, let type, _)? = owner.properties[name]
        {
            (folded.property, folded.column, folded.type) = (name, column, type)
        } else {
            folded.folding = options
        }
        return folded
    }
}

extension FetchLayout.Entity {
    fileprivate func isFolded(_ property: String) -> Bool {
        if case .attribute(_, .foldedText, _)? = properties[property] { true } else { false }
    }
}
