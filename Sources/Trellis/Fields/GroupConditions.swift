// Conditions on groups with Swift's operators. nil follows `Comparison`, as in conditions on objects: `!=` is true of nil and a
// value, an order with nil on a side is false.

/// Whether what is known of a group is a given value.
public func == <Value: FieldValue>(left: GroupColumn<Value>, right: Value) -> GroupCondition {
    left.compare(.equal, to: right)
}

/// Whether what is known of a group is another value than a given one.
public func != <Value: FieldValue>(left: GroupColumn<Value>, right: Value) -> GroupCondition {
    left.compare(.notEqual, to: right)
}

/// Whether what is known of a group is less than a given value.
public func < <Value: FieldValue>(left: GroupColumn<Value>, right: Value.Unwrapped) -> GroupCondition
where Value.Unwrapped: OrderedFieldValue {
    left.compare(.less, to: right)
}

/// Whether what is known of a group is a given value or less.
public func <= <Value: FieldValue>(left: GroupColumn<Value>, right: Value.Unwrapped) -> GroupCondition
where Value.Unwrapped: OrderedFieldValue {
    left.compare(.lessOrEqual, to: right)
}

/// Whether what is known of a group is greater than a given value.
public func > <Value: FieldValue>(left: GroupColumn<Value>, right: Value.Unwrapped) -> GroupCondition
where Value.Unwrapped: OrderedFieldValue {
    left.compare(.greater, to: right)
}

/// Whether what is known of a group is a given value or greater.
public func >= <Value: FieldValue>(left: GroupColumn<Value>, right: Value.Unwrapped) -> GroupCondition
where Value.Unwrapped: OrderedFieldValue {
    left.compare(.greaterOrEqual, to: right)
}

/// Whether a group meets both conditions.
public func && (left: GroupCondition, right: GroupCondition) -> GroupCondition { left.joinedByAnd(with: right) }

/// Whether a group meets one of the conditions.
public func || (left: GroupCondition, right: GroupCondition) -> GroupCondition { left.joinedByOr(with: right) }

/// Whether a group does not meet the condition.
public prefix func ! (condition: GroupCondition) -> GroupCondition { condition.negated }
