import SQLiteAccess

/// A question for groups of **stored** objects and what each comes to: counts, sums, means, the least and the greatest.
///
/// The store answers it alone: what a context has changed and not saved is **not** seen, neither new objects nor changed values
/// nor deletions. Save before, or add up the objects of a fetch.
///
///     let sums = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum), .count) }
///     let groups = sums.having { _, total, _ in total > 100 }.sorted { _, total, _ in [total.descending] }.limit(10)
///     for (name, total, count) in try context.fetch(groups) { … }
public struct StoredGroups<Root: ManagedObject, each Value: FetchedValue>: Sendable {
    /// The objects that are grouped. Their order means nothing, and it has no limit and offset: the groups have.
    public var fetch: Fetch<Root>
    let columns: (repeat GroupColumn<each Value>)
    /// What a group must meet; nil for all.
    public var having: GroupCondition?
    /// The order; groups that it leaves equal come in the order of their keys.
    public var sort: [GroupSortTerm] = []
    /// How many groups at most; nil for all, and none for a negative number.
    public var limit: Int?
    /// How many groups of the order's beginning are passed over; none for a negative number.
    public var offset = 0

    /// Those of the groups that meet a condition too. It needs a key among the columns.
    public func having(_ condition: GroupCondition) -> StoredGroups {
        changed { $0.having = $0.having.map { $0.joinedByAnd(with: condition) } ?? condition }
    }

    /// Those of the groups that meet a condition on their columns too: `.having { name, total in total > 100 && name != nil }`.
    /// It needs a key among the columns.
    public func having(_ condition: (repeat GroupColumn<each Value>) -> GroupCondition) -> StoredGroups {
        having(condition(repeat each columns))
    }

    /// The groups in another order: of their keys, or of what they come to.
    public func sorted(by terms: GroupSortTerm...) -> StoredGroups { changed { $0.sort = terms } }

    /// The groups in another order of their columns: `.sorted { name, total in [total.descending, name.ascending] }`.
    public func sorted(_ terms: (repeat GroupColumn<each Value>) -> [GroupSortTerm]) -> StoredGroups {
        let terms = terms(repeat each columns)
        return changed { $0.sort = terms }
    }

    /// The groups in the order of one column: `.sorted { _, total in total.descending }`.
    public func sorted(_ term: (repeat GroupColumn<each Value>) -> GroupSortTerm) -> StoredGroups {
        let term = term(repeat each columns)
        return changed { $0.sort = [term] }
    }

    /// So many groups at most.
    public func limit(_ count: Int?) -> StoredGroups { changed { $0.limit = count } }

    /// The groups without so many of their order's beginning.
    public func offset(_ count: Int) -> StoredGroups { changed { $0.offset = count } }

    private func changed(_ change: (inout StoredGroups) -> Void) -> StoredGroups {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Fetch {
    /// Groups of the stored objects that meet the fetch's condition, with a value for each column. The columns that are keys define the
    /// groups. Without keys there is one group of all objects, even if there are no objects.
    public func storedGroups<each Value: FetchedValue>(
        _ columns: repeat GroupColumn<each Value>
    ) -> StoredGroups<Root, repeat each Value> {
        StoredGroups(fetch: self, columns: (repeat each columns))
    }
}

extension ManagedObjectContext {
    /// The groups of stored objects that are asked for, a tuple for each. What this context has not saved is not seen.
    /// - Throws: ``StoreError``, ``StoreError/sumTooLarge(entity:)`` included; `ConditionErrors` where a path names what the
    ///   model does not have or leads along a to-many relationship, and where what is asked for is of another type or can be nil.
    public func fetch<Root: ManagedObject, each Value: FetchedValue>(
        _ groups: StoredGroups<Root, repeat each Value>
    ) throws -> [(repeat each Value)] {
        let scope = try beginFetch(of: Root.self)
        var expressions = [GroupExpression]()
        repeat expressions.append((each groups.columns).expression)
        let query = GroupQuery(
            groups.fetch.query(of: scope.entity), columns: expressions, having: groups.having, sort: groups.sort,
            limit: groups.limit, offset: groups.offset)
        let resolved = try ResolvedGroups(query, in: coordinator.model.fetchLayout)

        var (checker, next) = (TypeChecker(), 0)
        func check<Type: FetchedValue>(_ type: Type.Type) {
            let column = resolved.columns[next]
            checker.check(column.description, column.type, mayBeNil: column.mayBeNil, as: type)
            next += 1
        }
        repeat check((each Value).self)
        try checker.finish()

        // Behind the columns stands which entities identities are of.
        var width = resolved.columns.count
        let columns = resolved.columns.enumerated().map { place, column in
            var result = ResultColumn(
                name: column.description, type: column.type, entity: resolved.fetch.entity, model: coordinator.model,
                place: place)
            result.isExactSum = column.isExactSum
            if column.kind != nil {
                result.kindPlace = width
                width += 1
            }
            return result
        }
        var tuples = [(repeat each Value)]()
        try forEachRow(of: resolved.select) { row in
            var decoder = RowDecoder(columns, row)
            tuples.append((repeat try decoder.take((each Value).self)))
        }
        return tuples
    }
}

extension ResolvedGroupExpression {
    /// Whether it adds up numbers that are stored as integers.
    fileprivate var isExactSum: Bool { function == .aggregate(.sum) && type != .real }
}
