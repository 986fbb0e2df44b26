/// How a live list keeps the result of a fetch current: what the fetch reads, and from which changed rows its objects are found.
///
/// A change of a row matters if ``isAffected(by:)`` or ``routes(affectedBy:)`` reports it. All changed rows count: also those
/// that SQLite's foreign key actions change or delete. Columns that triggers compute need no change of their own: routes lead
/// from the members that they are computed from.
public struct FollowedFetch: Sendable, Hashable {
    /// What a live list does after a change that matters.
    public enum Strategy: Sendable, Hashable {
        /// It judges the changed objects of the fetched entity: condition and order read nothing else.
        case rows
        /// It also judges the objects from which relationships lead to a changed object.
        case related
        /// It does the same for the part of the result that limit and offset select.
        case window
        /// It queries again.
        case again(Reason)

        /// The identifier in JSON: `rows`, `related`, `window` or `again`.
        public var name: String {
            switch self {
            case .rows: "rows"
            case .related: "related"
            case .window: "window"
            case .again: "again"
            }
        }
    }

    /// Why a fetch is queried again.
    public enum Reason: Sendable, Hashable {
        /// The condition computes a value from members: `rows.@count`.
        case aggregate
        /// The condition computes a value from selected members: `SUBQUERY(…)`.
        case subquery
        /// It reads a derived attribute with an unknown source, or with one that is derived too, at this key path.
        case derived(String)
    }

    public var strategy: Strategy
    /// The table of the fetched entity.
    public var table: String
    /// The entities whose rows in the table count; nil if all do.
    public var kinds: [String]?
    /// The columns of the fetched rows that condition and order read, relationship keys included.
    public var columns: Set<String>
    /// The chains of relationships that condition and order read other rows through, the shorter ones first.
    public var routes: [FollowedRoute]

    /// - Parameter paths: what else is read of the fetched objects, such as the key of sections.
    public init(_ fetch: ResolvedFetch, reading paths: [ResolvedPath] = [], in layout: FetchLayout) {
        var reads = FollowedReads(fetch, in: layout)
        reads.read(fetch)
        for path in paths { reads.read(path, from: []) }
        (table, kinds) = (fetch.table, fetch.kinds)
        columns = reads.columns[[]] ?? []
        routes = reads.columns.filter { !$0.key.isEmpty }
            .map {
                FollowedRoute(
                    source: fetch.table, steps: $0.key, columns: $0.value, isDirect: reads.directSteps.contains($0.key),
                    isDerived: reads.derivedSteps.contains($0.key))
            }
            .sorted { ($0.steps.count, $0.description) < ($1.steps.count, $1.description) }
        strategy =
            if let reason = reads.reason {
                .again(reason)
            } else if fetch.limit != nil || fetch.offset > 0 {
                .window
            } else {
                routes.isEmpty ? .rows : .related
            }
    }

    /// Whether the changed row itself may enter, leave or move in the result.
    public func isAffected(by change: RowChange) -> Bool {
        guard change.table == table else { return false }
        if let entity = change.entity, kinds?.contains(entity) == false { return false }
        return change.columns.map { !columns.isDisjoint(with: $0) } ?? true
    }

    /// The routes that lead to the changed row. The rows at their beginnings may enter, leave or move in the result.
    public func routes(affectedBy change: RowChange) -> [FollowedRoute] {
        // A key may lead to a row of any entity in the table, so entities do not count here.
        routes.filter { route in
            route.table == change.table && (change.columns.map { !route.columns.isDisjoint(with: $0) } ?? true)
        }
    }

    /// The routes whose last step reads a join table. A row that is inserted or deleted there affects what leads to its owner.
    public func routes(throughJoinTable name: String) -> [FollowedRoute] {
        routes.filter { $0.steps.last?.joinTable?.name == name }
    }

    /// Whether a change leaves the result as it is.
    public func isUnaffected(by change: RowChange) -> Bool {
        !isAffected(by: change) && routes(affectedBy: change).isEmpty
    }
}

/// A change of one row.
public struct RowChange: Sendable, Hashable {
    public var table: String
    /// The entity of the row's object; nil if it is unknown.
    public var entity: String?
    /// The changed columns; nil for an inserted or deleted row, and if they are unknown.
    public var columns: Set<String>?

    public init(table: String, entity: String? = nil, columns: Set<String>?) {
        self.table = table
        self.entity = entity
        self.columns = columns
    }
}

/// A chain of relationships from the fetched rows to other rows, and the columns that the fetch reads there.
///
/// To find the fetched rows that a changed row affects, follow the steps backward, both in the state before the change and in
/// the state after it: a member that moves from one owner to another affects both.
public struct FollowedRoute: Sendable, Hashable {
    /// The table of the fetched rows.
    public var source: String
    /// None for the fetched rows themselves.
    public var steps: [ResolvedPath.Step]
    /// The columns of the rows at the end, with the key that a next step needs. If empty, only whether the row exists counts.
    public var columns: Set<String>
    /// Whether key paths of the fetch read these rows.
    public var isDirect = true
    /// Whether derived attributes are computed from these rows. Their values change with a save, and not before.
    public var isDerived = false

    public init(source: String, steps: [ResolvedPath.Step], columns: Set<String>, isDirect: Bool = true, isDerived: Bool = false) {
        (self.source, self.steps, self.columns, self.isDirect, self.isDerived) = (source, steps, columns, isDirect, isDerived)
    }

    /// The entity of the objects at the end, as the model declares it; they may be of entities that inherit from it.
    public var entity: String { steps.last?.destination ?? "" }
    /// The table of the rows at the end.
    public var table: String { steps.last?.destinationTable ?? source }

    /// The chain without its last step, which leads to the owners of its rows: of a changed row in a join table too.
    public var toOwners: FollowedRoute { FollowedRoute(source: source, steps: steps.dropLast(), columns: []) }

    /// The table from which a step starts.
    public func source(ofStep place: Int) -> String { place == 0 ? source : steps[place - 1].destinationTable }
}

extension FollowedRoute: CustomStringConvertible {
    /// The relationships: `customer.address`.
    public var description: String { steps.map(\.relationship).joined(separator: ".") }
}
