/// A query for objects of one class: which, in what order, how many.
///
/// A fetch is a value and runs no statement. You can refine a copy of it. A context runs it as often as you like, and returns objects,
/// identities, a number, values or groups.
public struct Fetch<Root: ManagedObject>: Sendable {
    /// What the objects must meet; nil for all.
    public var condition: Condition?
    /// The order; objects that it leaves equal come in the order in which they were saved, new ones after all others.
    public var sort: [SortTerm]
    /// How many objects at most; nil for all, and none for a negative number.
    public var limit: Int?
    /// How many objects of the order's beginning are passed over; none for a negative number.
    public var offset: Int
    /// Relationships that are loaded along with the objects, with one query for each step: `rows`, `customer`, `rows.service`. The
    /// closure of `prefetching` writes them with the generated fields.
    public var prefetch: [String]
    /// Whether objects of classes that inherit from `Root` count too.
    public var includesSubentities: Bool
    /// Whether the answer counts what the context has changed and not yet saved. Without, the store decides alone which objects are found
    /// and in what order; the objects themselves keep their unsaved values, and those of pending deletions are found too. To a child, the
    /// unsaved changes of its parent are stored.
    public var includesPendingChanges: Bool

    public init(
        where condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil, offset: Int = 0, prefetch: [String] = [],
        includesSubentities: Bool = true, includesPendingChanges: Bool = true
    ) {
        self.condition = condition
        self.sort = sort
        self.limit = limit
        self.offset = offset
        self.prefetch = prefetch
        self.includesSubentities = includesSubentities
        self.includesPendingChanges = includesPendingChanges
    }
}

// MARK: - More precise fetches

extension Fetch {
    /// The fetch for those of its objects that meet a condition too. Limit and offset are about what is left.
    public func `where`(_ condition: Condition) -> Fetch {
        changed { $0.condition = $0.condition.map { $0 && condition } ?? condition }
    }

    /// The fetch in another order.
    public func sorted(by terms: SortTerm...) -> Fetch { sorted(by: terms) }

    /// The fetch in another order.
    public func sorted(by terms: [SortTerm]) -> Fetch { changed { $0.sort = terms } }

    /// The fetch for so many objects at most.
    public func limit(_ count: Int?) -> Fetch { changed { $0.limit = count } }

    /// The fetch without so many objects of its order's beginning.
    public func offset(_ count: Int) -> Fetch { changed { $0.offset = count } }

    /// The fetch with or without objects of classes that inherit from `Root`.
    public func includingSubentities(_ includes: Bool) -> Fetch { changed { $0.includesSubentities = includes } }

    /// The fetch with or without what its context has changed and not yet saved: see ``includesPendingChanges``. Searches, batches and live
    /// results do not ask for it.
    public func includingPendingChanges(_ includes: Bool) -> Fetch { changed { $0.includesPendingChanges = includes } }

    private func changed(_ change: (inout Fetch) -> Void) -> Fetch {
        var copy = self
        change(&copy)
        return copy
    }

    /// The fetch by the model's names.
    func query(of entity: EntityRuntime) -> FetchQuery {
        FetchQuery(
            entity: entity.descriptor.name, condition: condition, sort: sort, limit: limit, offset: offset,
            includesSubentities: includesSubentities)
    }
}
