/// The objects of one entity that meet a condition, in an order: what a fetch asks for, by the model's names.
public struct FetchQuery: Sendable, Hashable {
    public var entity: String
    public var condition: Condition?
    public var sort: [SortTerm]
    /// How many objects at most; nil for all, and none for a negative number.
    public var limit: Int?
    /// How many objects of the order's beginning are passed over; none for a negative number.
    public var offset: Int
    /// Whether objects of entities that inherit from it count too.
    public var includesSubentities: Bool

    public init(
        entity: String, condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil, offset: Int = 0,
        includesSubentities: Bool = true
    ) {
        self.entity = entity
        self.condition = condition
        self.sort = sort
        self.limit = limit
        self.offset = offset
        self.includesSubentities = includesSubentities
    }
}

/// The values of some properties of the objects that a fetch asks for.
public struct ValueQuery: Sendable, Hashable {
    public var fetch: FetchQuery
    /// The properties, each reached through to-one relationships.
    public var paths: [[String]]
    /// The functions of the properties that are asked for, by their places among the properties.
    public var calendars: [Int: CalendarTerm]
    /// Whether rows that are the same come once.
    public var isDistinct: Bool

    public init(_ fetch: FetchQuery, paths: [[String]], calendars: [Int: CalendarTerm] = [:], isDistinct: Bool = false) {
        self.fetch = fetch
        self.paths = paths
        self.calendars = calendars
        self.isDistinct = isDistinct
    }
}

/// Groups of the objects that meet a condition, and what the objects of each come to.
public struct GroupQuery: Sendable, Hashable {
    /// Which objects are grouped. Their order means nothing, and it has no limit and offset.
    public var fetch: FetchQuery
    /// What is known of each group. Its keys are what its objects have in common; without any all objects are one group.
    public var columns: [GroupExpression]
    /// What a group must meet.
    public var having: GroupCondition?
    /// The order of groups; those that it leaves equal come in the order of their keys.
    public var sort: [GroupSortTerm]
    /// How many groups at most; nil for all, and none for a negative number.
    public var limit: Int?
    /// How many groups of the order's beginning are passed over; none for a negative number.
    public var offset: Int

    public init(
        _ fetch: FetchQuery, columns: [GroupExpression], having: GroupCondition? = nil, sort: [GroupSortTerm] = [],
        limit: Int? = nil, offset: Int = 0
    ) {
        self.fetch = fetch
        self.columns = columns
        self.having = having
        self.sort = sort
        self.limit = limit
        self.offset = offset
    }
}

/// What can be known of a group of objects.
public enum GroupExpression: Sendable, Hashable {
    /// A property that all its objects have in common, or a calendar function of it.
    case key([String], CalendarTerm? = nil)
    /// How many objects it has.
    case objects
    /// What the values of a property come to that are not nil.
    case aggregate(Aggregate, [String])
    /// How many values a property or a calendar function of it has, without nil and with equal ones counted once.
    case countDistinct([String], CalendarTerm? = nil)
}

/// A condition on groups.
public indirect enum GroupCondition: Sendable, Hashable {
    case compare(GroupExpression, Comparison, ConditionValue)
    case and([GroupCondition])
    case or([GroupCondition])
    case not(GroupCondition)
}

/// One key of the order of groups.
public struct GroupSortTerm: Sendable, Hashable {
    public var expression: GroupExpression
    public var isAscending: Bool

    public init(_ expression: GroupExpression, isAscending: Bool = true) {
        self.expression = expression
        self.isAscending = isAscending
    }
}
