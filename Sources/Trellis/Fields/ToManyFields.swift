/// A to-many relationship in a condition: its members can be asked for one that meets a condition, and counted and summed.
public struct ToManyFields<Members: EntityFields>: PathMember {
    public typealias ThroughOptional = ToManyFields

    public let _path: FieldPath

    public init(_path path: FieldPath) { _path = path }

    /// Whether at least one member meets a condition: `$0.rows.any { $0.sum > 5 }`.
    public func any(_ condition: (Members) -> some ConditionConvertible) -> Condition {
        filter(condition).count > 0
    }

    /// Whether no member fails to meet a condition; true without members.
    public func all(_ condition: (Members) -> some ConditionConvertible) -> Condition {
        filter { !condition($0) }.count == 0
    }

    /// Whether no member meets a condition.
    public func none(_ condition: (Members) -> some ConditionConvertible) -> Condition {
        filter(condition).count == 0
    }

    /// Whether an object is a member.
    public func contains(_ member: Members._Row) -> Condition {
        .membership(.value(member), in: _path.operand)
    }

    /// Whether the object of an identity is a member.
    @_disfavoredOverload
    public func contains(_ member: ObjectID) -> Condition {
        .membership(.value(member), in: _path.operand)
    }

    /// Whether there is no member.
    public var isEmpty: Condition { count == 0 }

    /// The members that meet a condition, to be counted or summed: `$0.rows.filter { $0.sum > 5 }.count`.
    public func filter(_ condition: (Members) -> some ConditionConvertible) -> FilteredMembers<Members> {
        // Conditions within conditions speak of the members of several relationships, each by a name of its own.
        let depth = MemberDepth.current + 1
        let variable = "member\(depth)"
        let condition = MemberDepth.$current.withValue(depth) {
            condition(Members(_path: FieldPath(from: variable))).condition
        }
        return FilteredMembers(
            members: MemberSet(
                variable: _path.variable, path: _path.names, filter: .init(variable: variable, condition: condition)))
    }
}

/// Those members of a to-many relationship that meet a condition.
public struct FilteredMembers<Members: EntityFields>: Sendable {
    public let members: MemberSet
}

/// In how many conditions on members the one stands that is being put together.
private enum MemberDepth {
    @TaskLocal static var current = 0
}

// MARK: - What members come to

/// Members that can be counted and summed.
public protocol MemberExpression<Members>: Sendable {
    associatedtype Members: EntityFields

    var members: MemberSet { get }
}

extension FilteredMembers: MemberExpression {}

extension ToManyFields: MemberExpression {
    public var members: MemberSet { MemberSet(variable: _path.variable, path: _path.names) }
}

extension MemberExpression {
    /// How many there are.
    public var count: ComputedField<Int> { ComputedField(.aggregate(.count, members, of: [])) }

    /// The sum of what is not nil; 0 where nothing is: `$0.rows.sum { $0.price }`.
    public func sum<Value>(_ property: (Members) -> Field<Value>) -> ComputedField<Value.Unwrapped>
    where Value.Unwrapped: SummableFieldValue {
        aggregate(.sum, property)
    }

    /// The mean of what is not nil, a `Double` or of durations a `Duration`; nil where nothing is.
    public func average<Value>(_ property: (Members) -> Field<Value>) -> ComputedField<Value.Unwrapped._Mean?>
    where Value.Unwrapped: SummableFieldValue {
        aggregate(.average, property)
    }

    /// The least; nil if no member has a value.
    public func min<Value>(_ property: (Members) -> Field<Value>) -> ComputedField<Value.Unwrapped?>
    where Value.Unwrapped: OrderedFieldValue {
        aggregate(.min, property)
    }

    /// The greatest; nil if no member has a value.
    public func max<Value>(_ property: (Members) -> Field<Value>) -> ComputedField<Value.Unwrapped?>
    where Value.Unwrapped: OrderedFieldValue {
        aggregate(.max, property)
    }

    private func aggregate<Value, Outcome>(
        _ aggregate: Aggregate, _ property: (Members) -> Field<Value>
    ) -> ComputedField<Outcome> {
        ComputedField(.aggregate(aggregate, members, of: property(Members(_path: FieldPath()))._path.names))
    }
}
