/// What is true or false of an object: a condition, or a Boolean field.
public protocol ConditionConvertible {
    var condition: Condition { get }
}

extension Condition: ConditionConvertible {
    public var condition: Condition { self }
}

/// A field of Booleans is a condition: that it is true.
extension Field: ConditionConvertible where Value.Unwrapped == Bool {
    public var condition: Condition { .comparison(operand, .equal, .value(true)) }
}

/// True where both are. The parts of an AND on either side become parts of the result.
public func && (left: some ConditionConvertible, right: some ConditionConvertible) -> Condition {
    left.condition.joinedByAnd(with: right.condition)
}

/// True where one is. The parts of an OR on either side become parts of the result.
public func || (left: some ConditionConvertible, right: some ConditionConvertible) -> Condition {
    left.condition.joinedByOr(with: right.condition)
}

/// True where the other is not: of a Boolean that may be nil, where it is false or nil.
public prefix func ! (condition: some ConditionConvertible) -> Condition {
    condition.condition.negated
}
