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

/// So many parts come into one group: each operator copies those of its left side. A longer chain is a group in a group, which
/// says the same.
private let groupLength = 256

/// True where both are.
public func && (left: some ConditionConvertible, right: some ConditionConvertible) -> Condition {
    if case .and(let parts) = left.condition, parts.count < groupLength { return .and(parts + [right.condition]) }
    return .and([left.condition, right.condition])
}

/// True where one is.
public func || (left: some ConditionConvertible, right: some ConditionConvertible) -> Condition {
    if case .or(let parts) = left.condition, parts.count < groupLength { return .or(parts + [right.condition]) }
    return .or([left.condition, right.condition])
}

/// True where the other is not: of a Boolean that may be nil, where it is false or nil.
public prefix func ! (condition: some ConditionConvertible) -> Condition {
    .not(condition.condition)
}
