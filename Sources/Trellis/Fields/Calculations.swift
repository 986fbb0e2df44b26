public import Foundation

// What is calculated may be nil: where a field is, and where something is divided by zero.

// MARK: A field and a number

/// The sum.
public func + <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue {
    ComputedField(.arithmetic(left.operand, .plus, .value(right)))
}

/// The difference.
public func - <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue {
    ComputedField(.arithmetic(left.operand, .minus, .value(right)))
}

/// The product.
public func * <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue {
    ComputedField(.arithmetic(left.operand, .times, .value(right)))
}

/// The quotient: of integers without a fraction, and nil where the divisor is 0.
public func / <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue {
    ComputedField(.arithmetic(left.operand, .divided, .value(right)))
}

/// The bits that both have.
public func & <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: IntegerFieldValue {
    ComputedField(.arithmetic(left.operand, .bitwiseAnd, .value(right)))
}

/// The bits that either has.
public func | <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: IntegerFieldValue {
    ComputedField(.arithmetic(left.operand, .bitwiseOr, .value(right)))
}

// MARK: Two fields

/// The sum.
public func + <Left: OrderedExpression, Right: OrderedExpression>(
    left: Left, right: Right
) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    ComputedField(.arithmetic(left.operand, .plus, right.operand))
}

/// The difference.
public func - <Left: OrderedExpression, Right: OrderedExpression>(
    left: Left, right: Right
) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    ComputedField(.arithmetic(left.operand, .minus, right.operand))
}

/// The product.
public func * <Left: OrderedExpression, Right: OrderedExpression>(
    left: Left, right: Right
) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    ComputedField(.arithmetic(left.operand, .times, right.operand))
}

/// The quotient: of integers without a fraction, and nil where the divisor is 0.
public func / <Left: OrderedExpression, Right: OrderedExpression>(
    left: Left, right: Right
) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: NumericFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    ComputedField(.arithmetic(left.operand, .divided, right.operand))
}

// MARK: One field

/// The number with the other sign.
public prefix func - <Number: OrderedExpression>(number: Number) -> ComputedField<Number.Value>
where Number.Value.Unwrapped: NumericFieldValue {
    ComputedField(.negated(number.operand))
}

extension OrderedExpression where Value.Unwrapped: NumericFieldValue {
    /// The number without its sign.
    public var magnitude: ComputedField<Value> { ComputedField(.function(.abs, [operand])) }
}

extension OrderedExpression where Value.Unwrapped == Date {
    /// The instant as seconds since 2001-01-01 UTC; nil for nil.
    public var timeIntervalSinceReferenceDate: ComputedField<Double?> { ComputedField(.cast(operand, to: .number)) }
}
