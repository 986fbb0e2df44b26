/// A class whose entity neither inherits nor is inherited from.
public protocol Fetchable: ManagedObject {
    /// The properties of the entity, for conditions and orders.
    associatedtype Fields: EntityFields where Fields._Row: ManagedObject
}

/// A class whose entity inherits or is inherited from.
public protocol FetchableHierarchy: ManagedObject {}

extension Fetchable {
    /// A fetch for the objects that meet a condition: `Order.where { $0.made && !$0.paid }`.
    public static func `where`(_ condition: (Fields) -> some ConditionConvertible) -> Fetch<Self> {
        Fetch(where: condition(Fields(_path: FieldPath())).condition)
    }
}

extension FetchableHierarchy {
    /// A fetch for the objects that meet a condition: `Employee.where { $0.salary > 5_000 }`.
    public static func `where`(_ condition: (HierarchyFields<Self>) -> some ConditionConvertible) -> Fetch<Self> {
        Fetch(where: condition(HierarchyFields(_path: FieldPath())).condition)
    }
}

extension Fetch where Root: Fetchable {
    /// The fetch for those of its objects that meet a condition too. Limit and offset are about what is left.
    public func `where`(_ condition: (Root.Fields) -> some ConditionConvertible) -> Fetch {
        restricted(to: condition(Root.Fields(_path: FieldPath())))
    }

    /// The fetch in another order: `.sorted { [$0.date.descending, $0.customer.name.ascending] }`.
    public func sorted(_ terms: (Root.Fields) -> [SortTerm]) -> Fetch {
        ordered(by: terms(Root.Fields(_path: FieldPath())))
    }

    /// The fetch in the order of one value: `.sorted { $0.date.descending }`.
    public func sorted(_ term: (Root.Fields) -> SortTerm) -> Fetch {
        ordered(by: [term(Root.Fields(_path: FieldPath()))])
    }
}

extension Fetch where Root: FetchableHierarchy {
    /// The fetch for those of its objects that meet a condition too. Limit and offset are about what is left.
    public func `where`(_ condition: (HierarchyFields<Root>) -> some ConditionConvertible) -> Fetch {
        restricted(to: condition(HierarchyFields(_path: FieldPath())))
    }

    /// The fetch in another order: `.sorted { [$0.date.descending, $0.home.title.ascending] }`.
    public func sorted(_ terms: (HierarchyFields<Root>) -> [SortTerm]) -> Fetch {
        ordered(by: terms(HierarchyFields(_path: FieldPath())))
    }

    /// The fetch in the order of one value: `.sorted { $0.name.ascending }`.
    public func sorted(_ term: (HierarchyFields<Root>) -> SortTerm) -> Fetch {
        ordered(by: [term(HierarchyFields(_path: FieldPath()))])
    }
}

extension Fetch {
    private func restricted(to added: some ConditionConvertible) -> Fetch {
        var fetch = self
        fetch.condition = condition.map { $0 && added } ?? added.condition
        return fetch
    }

    private func ordered(by terms: [SortTerm]) -> Fetch {
        var fetch = self
        fetch.sort = terms
        return fetch
    }
}
