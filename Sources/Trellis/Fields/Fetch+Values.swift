/// What can be fetched of objects without the objects: an attribute, or the identity of what a to-one relationship leads to.
public protocol FetchableField: Sendable {
    /// The type that it is fetched as; optional where the model lets it be nil.
    associatedtype _Fetched: FetchedValue

    var _property: FetchedProperty<_Fetched> { get }
}

extension Field: FetchableField where Value: FetchedValue {
    public var _property: FetchedProperty<Value> { FetchedProperty(path: _path.names) }
}

extension UnorderedField: FetchableField where Value: FetchedValue {
    public var _property: FetchedProperty<Value> { FetchedProperty(path: _path.names) }
}

extension EntityFields {
    public var _property: FetchedProperty<ObjectID> { FetchedProperty(path: _path.names) }
}

extension OptionalFields: FetchableField where Fields: EntityFields {
    public var _property: FetchedProperty<ObjectID?> { FetchedProperty(path: _path.names) }
}

// MARK: - Values

extension Fetch where Root: Fetchable {
    /// Values of the objects that the fetch asks for, a tuple for each: `Order.unpaid().values { ($0.date, $0.customer.name) }`.
    /// `$0` itself, and a relationship, stand for identities.
    public func values<each Chosen: FetchableField>(
        _ choose: (Root.Fields) -> (repeat each Chosen)
    ) -> ValueFetch<Root, repeat (each Chosen)._Fetched> {
        let chosen = choose(Root.Fields(_path: FieldPath()))
        return values(repeat (each chosen)._property)
    }
}

extension Fetch where Root: FetchableHierarchy {
    /// Values of the objects that the fetch asks for, a tuple for each: `Employee.byName().values { ($0.name, $0.salary) }`. `$0`
    /// itself, and a relationship, stand for identities.
    public func values<each Chosen: FetchableField>(
        _ choose: (HierarchyFields<Root>) -> (repeat each Chosen)
    ) -> ValueFetch<Root, repeat (each Chosen)._Fetched> {
        let chosen = choose(HierarchyFields(_path: FieldPath()))
        return values(repeat (each chosen)._property)
    }
}

// MARK: - Groups

extension Fetch where Root: Fetchable {
    /// Groups of the **stored** objects that meet the fetch's condition, and what each comes to:
    /// `OrderRow.where { $0.sum > 0 }.storedGroups { (.key($0.service.name), .sum($0.sum), .count) }`. What is not saved is not
    /// seen.
    public func storedGroups<each Value: FetchedValue>(
        _ choose: (Root.Fields) -> (repeat GroupColumn<each Value>)
    ) -> StoredGroups<Root, repeat each Value> {
        let columns = choose(Root.Fields(_path: FieldPath()))
        return storedGroups(repeat each columns)
    }

    /// What the **stored** objects that meet the fetch's condition come to together: `OrderRow.where { $0.sum > 0 }.storedGroups { .sum($0.sum) }`. With a key, it is
    /// the key of each group.
    public func storedGroups<Value: FetchedValue>(_ choose: (Root.Fields) -> GroupColumn<Value>) -> StoredGroups<Root, Value> {
        storedGroups(choose(Root.Fields(_path: FieldPath())))
    }
}

extension Fetch where Root: FetchableHierarchy {
    /// Groups of the **stored** objects that meet the fetch's condition, and what each comes to:
    /// `Employee.where { $0.salary > 0 }.storedGroups { (.key($0.office), .sum($0.salary), .count) }`. What is not saved is not
    /// seen.
    public func storedGroups<each Value: FetchedValue>(
        _ choose: (HierarchyFields<Root>) -> (repeat GroupColumn<each Value>)
    ) -> StoredGroups<Root, repeat each Value> {
        let columns = choose(HierarchyFields(_path: FieldPath()))
        return storedGroups(repeat each columns)
    }

    /// What the **stored** objects that meet the fetch's condition come to together: `Employee.where { $0.salary > 0 }.storedGroups { .sum($0.salary) }`. With a key, it is
    /// the key of each group.
    public func storedGroups<Value: FetchedValue>(_ choose: (HierarchyFields<Root>) -> GroupColumn<Value>) -> StoredGroups<Root, Value> {
        storedGroups(choose(HierarchyFields(_path: FieldPath())))
    }
}

extension GroupColumn {
    /// A property that a group's objects have in common: groups are made by it.
    public static func key<Key: FetchableField>(_ field: Key) -> GroupColumn where Key._Fetched == Value {
        let property = field._property
        return .init(expression: .key(property.path, property.calendar))
    }

    /// The sum of a property's values; 0 without objects. That of an `Int16` or `Int32` is an `Int64`.
    public static func sum<Number: FieldValue>(_ field: Field<Number>) -> GroupColumn
    where Number.Unwrapped: SummableFieldValue, Value == Number.Unwrapped._Sum {
        .init(expression: .aggregate(.sum, field._path.names))
    }

    /// The least value of a property; nil if no object has a value.
    public static func min<Key: FieldValue>(_ field: Field<Key>) -> GroupColumn
    where Value == Key.Unwrapped?, Key.Unwrapped: OrderedFieldValue {
        .init(expression: .aggregate(.min, field._path.names))
    }

    /// The greatest value of a property; nil if no object has a value.
    public static func max<Key: FieldValue>(_ field: Field<Key>) -> GroupColumn
    where Value == Key.Unwrapped?, Key.Unwrapped: OrderedFieldValue {
        .init(expression: .aggregate(.max, field._path.names))
    }
}

extension GroupColumn {
    /// The mean of a property's values, a `Double` or of durations a `Duration`; nil if no object has a value.
    public static func average<Number: FieldValue>(_ field: Field<Number>) -> GroupColumn
    where Number.Unwrapped: SummableFieldValue, Value == Number.Unwrapped._Mean? {
        .init(expression: .aggregate(.average, field._path.names))
    }
}

extension GroupColumn<Int> {
    /// How many of a group's objects have a value of a property that is not nil.
    public static func count(_ field: some FetchableField) -> GroupColumn {
        .init(expression: .aggregate(.count, field._property.path))
    }

    /// How many values of a property there are in a group, with equal ones counted once and nil not at all.
    public static func countDistinct(_ field: some FetchableField) -> GroupColumn {
        let property = field._property
        return .init(expression: .countDistinct(property.path, property.calendar))
    }
}
