/// A question for objects of one class: which, in what order, how many.
public struct Fetch<Root: ManagedObject>: Sendable {
    /// What the objects must meet; nil for all.
    public var condition: Condition?
    /// The order; objects that it leaves equal come in the order in which they were saved.
    public var sort: [SortTerm]
    /// How many objects at most; nil for all, and none for a negative number.
    public var limit: Int?
    /// Relationships that are loaded along with the objects, with one query for each step: `rows`, `customer`, `rows.service`.
    public var prefetch: [String]

    public init(where condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil, prefetch: [String] = []) {
        self.condition = condition
        self.sort = sort
        self.limit = limit
        self.prefetch = prefetch
    }
}

extension ManagedObjectContext {
    /// The objects that a fetch asks for.
    ///
    /// What this context has changed and not yet saved is seen: new objects that meet the condition are among them, deleted ones are
    /// not, and order and limit hold for what is returned.
    /// - Throws: ``StoreError``, also for an earlier failure to load a relationship, and for a path to prefetch that is none;
    ///   `ConditionErrors` where the condition names what the model does not have.
    public func fetch<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> [Root] {
        try throwRememberedError()
        try mergeWaitingChanges()
        let store = try store(of: Root.self)
        let query = FetchQuery(
            entity: store.entity.descriptor.name, condition: fetch.condition, sort: fetch.sort,
            // SQLite takes a negative limit for no limit at all.
            limit: fetch.limit.map { max($0, 0) })
        let resolved = try ResolvedFetch(query, in: coordinator.model.fetchLayout)
        let prefetch = try Prefetch(fetch.prefetch, from: store.entity, in: coordinator.model)

        let objects = try PendingChanges(resolved, in: self, store).merged { fetch in
            let select = fetch.select(store.entity.selectedColumns)
            return try self.objects(in: store, sql: select.sql, for: .fetch) { statement in
                for (index, binding) in select.bindings.enumerated() {
                    if case .value(let value) = binding { statement.bind(value, at: Int32(index + 1)) }
                }
            }
        }
        try prefetch.load(of: objects, in: self)
        try throwRememberedError()
        // All are of the class: its store made them. Copying the list to say so would cost a tenth of a fetch of known objects.
        return unsafeBitCast(objects, to: [Root].self)
    }

    /// All objects of a class, in the order in which they were saved.
    /// - Throws: ``StoreError``
    public func fetchAll<Root: ManagedObject>(_ type: Root.Type) throws -> [Root] {
        try fetch(Fetch<Root>())
    }
}
