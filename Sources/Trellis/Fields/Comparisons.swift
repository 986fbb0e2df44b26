// What is equal, and what is less. Whatever may be nil follows `Comparison`: `!=` is true of nil and a value, an order with nil on a
// side is false. There are two of each operator, for a value and for another field, so that the compiler has little to try.

// MARK: A field and a value

/// Whether the value is a given one.
public func == <Left: FieldExpression>(left: Left, right: Left.Value) -> Condition {
    .comparison(left.operand, .equal, .value(right))
}

/// Whether the value is another one than a given one.
public func != <Left: FieldExpression>(left: Left, right: Left.Value) -> Condition {
    .comparison(left.operand, .notEqual, .value(right))
}

/// Whether the value is less than a given one.
public func < <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue {
    .comparison(left.operand, .less, .value(right))
}

/// Whether the value is a given one or less.
public func <= <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue {
    .comparison(left.operand, .lessOrEqual, .value(right))
}

/// Whether the value is greater than a given one.
public func > <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue {
    .comparison(left.operand, .greater, .value(right))
}

/// Whether the value is a given one or greater.
public func >= <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue {
    .comparison(left.operand, .greaterOrEqual, .value(right))
}

// MARK: Two fields

/// Whether the value is that of another field.
public func == <Left: FieldExpression, Right: FieldExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .equal, right.operand)
}

/// Whether the value is another one than that of another field.
public func != <Left: FieldExpression, Right: FieldExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .notEqual, right.operand)
}

/// Whether the value is less than that of another field.
public func < <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .less, right.operand)
}

/// Whether the value is that of another field or less.
public func <= <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .lessOrEqual, right.operand)
}

/// Whether the value is greater than that of another field.
public func > <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .greater, right.operand)
}

/// Whether the value is that of another field or greater.
public func >= <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> Condition
where Left.Value.Unwrapped: OrderedFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    .comparison(left.operand, .greaterOrEqual, right.operand)
}

// MARK: Objects

/// Whether a relationship leads to an object; to none, for nil.
public func == <Left: ObjectExpression>(left: Left, right: Left._Row?) -> Condition {
    .comparison(left._path.operand, .equal, .value(right))
}

/// Whether a relationship leads to another object, or to none.
public func != <Left: ObjectExpression>(left: Left, right: Left._Row?) -> Condition {
    .comparison(left._path.operand, .notEqual, .value(right))
}

/// Whether two relationships lead to the same object, or both to none.
public func == <Left: ObjectExpression, Right: ObjectExpression>(left: Left, right: Right) -> Condition
where Left._Row == Right._Row {
    .comparison(left._path.operand, .equal, right._path.operand)
}

/// Whether two relationships do not lead to the same object.
public func != <Left: ObjectExpression, Right: ObjectExpression>(left: Left, right: Right) -> Condition
where Left._Row == Right._Row {
    .comparison(left._path.operand, .notEqual, right._path.operand)
}

// MARK: Identities

/// Whether a relationship leads to the object of an identity; to none, for nil. `$0.id == id` asks it of the fetched object.
@_disfavoredOverload
public func == <Left: ObjectExpression>(left: Left, right: ObjectID?) -> Condition {
    .comparison(left._path.operand, .equal, .value(right))
}

/// Whether a relationship leads to another object than that of an identity, or to none.
@_disfavoredOverload
public func != <Left: ObjectExpression>(left: Left, right: ObjectID?) -> Condition {
    .comparison(left._path.operand, .notEqual, .value(right))
}

extension EntityFields {
    /// The object itself, to be compared with an identity: `$0.id == id`. A property of the model with this name hides it.
    public var id: Self { self }

    /// The object itself, to be compared with an identity: `$0.objectID == id`. A property of the model with this name hides it.
    public var objectID: Self { self }
}

// MARK: Several values

extension FieldExpression {
    /// Whether the value is one of several: `$0.channel.isIn([.web, .shop])`.
    public func isIn(_ values: some Sequence<Value.Unwrapped>) -> Condition {
        .membership(operand, in: .values(values))
    }
}

extension ObjectExpression {
    /// Whether the object is one of several: `$0.customer.isIn(customers)`.
    public func isIn(_ objects: some Sequence<_Row>) -> Condition {
        .membership(_path.operand, in: .values(objects))
    }

    /// Whether the object is that of one of several identities: `$0.customer.isIn(ids)`.
    @_disfavoredOverload
    public func isIn(_ ids: some Sequence<ObjectID>) -> Condition {
        .membership(_path.operand, in: .values(ids))
    }
}

extension OrderedExpression where Value.Unwrapped: OrderedFieldValue {
    /// Whether the value lies in a range with both its ends: `$0.age.isBetween(18...65)`.
    public func isBetween(_ range: ClosedRange<Value.Unwrapped>) -> Condition {
        .between(operand, .value(range.lowerBound), .value(range.upperBound))
    }

    /// Whether the value lies in a range without its upper end: `$0.date.isBetween(start..<end)`.
    public func isBetween(_ range: Range<Value.Unwrapped>) -> Condition {
        .and([
            .comparison(operand, .greaterOrEqual, .value(range.lowerBound)),
            .comparison(operand, .less, .value(range.upperBound)),
        ])
    }
}
