/// What is asked of each group of stored objects: a property that its objects have in common, or what they come to together.
public struct GroupColumn<Value: FetchedValue>: Sendable {
    let expression: GroupExpression

    /// A property that a group's objects have in common: groups are made by it. nil is a value like any other.
    public static func key(_ path: String, as type: Value.Type = Value.self) -> GroupColumn {
        .init(expression: .key(names(path)))
    }

    /// A calendar function that a group's objects have in common: `.key("date", .init(.month, in: "Europe/Berlin"), as: Int.self)`.
    public static func key(_ path: String, _ function: CalendarTerm, as type: Value.Type = Value.self) -> GroupColumn {
        .init(expression: .key(names(path), function))
    }

    /// The sum of a property's values: integers, floating-point numbers and decimals with a scale; 0 without objects.
    /// Decimals are added up exactly.
    public static func sum(_ path: String, as type: Value.Type = Value.self) -> GroupColumn {
        .init(expression: .aggregate(.sum, names(path)))
    }

    /// The least value of a property that has an order; nil if no object has a value.
    public static func min(_ path: String, as type: Value.Type = Value.self) -> GroupColumn {
        .init(expression: .aggregate(.min, names(path)))
    }

    /// The greatest value of a property that has an order; nil if no object has a value.
    public static func max(_ path: String, as type: Value.Type = Value.self) -> GroupColumn {
        .init(expression: .aggregate(.max, names(path)))
    }
}

extension GroupColumn<Int> {
    /// How many objects a group has.
    public static var count: GroupColumn { .init(expression: .objects) }

    /// How many of a group's objects have a value of a property that is not nil.
    public static func count(_ path: String) -> GroupColumn { .init(expression: .aggregate(.count, names(path))) }

    /// How many values of a property there are in a group, with equal ones counted once and nil not at all.
    public static func countDistinct(_ path: String) -> GroupColumn { .init(expression: .countDistinct(names(path))) }
}

extension GroupColumn<Double?> {
    /// The mean of a property's values, of which nil is none; nil where there is no value.
    public static func average(_ path: String) -> GroupColumn { .init(expression: .aggregate(.average, names(path))) }
}

private func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

// MARK: - Conditions and order

extension GroupColumn {
    /// A condition that compares what is known of a group with a value.
    public func compare(_ comparison: Comparison, to value: some ConditionArgument) -> GroupCondition {
        .compare(expression, comparison, value.conditionValue)
    }

    /// From the least to the greatest; nil comes before every value.
    public var ascending: GroupSortTerm { GroupSortTerm(expression) }

    /// From the greatest to the least.
    public var descending: GroupSortTerm { GroupSortTerm(expression, isAscending: false) }
}
