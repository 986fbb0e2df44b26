public import Foundation

// What is calculated may be nil: where a field is, and where something is divided by zero.

// MARK: A field and a number

/// The sum.
public func + <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: SummableFieldValue {
    ComputedField(.arithmetic(left.operand, .plus, .value(right)))
}

/// The difference.
public func - <Left: OrderedExpression>(left: Left, right: Left.Value.Unwrapped) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: SummableFieldValue {
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
where Left.Value.Unwrapped: SummableFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
    ComputedField(.arithmetic(left.operand, .plus, right.operand))
}

/// The difference.
public func - <Left: OrderedExpression, Right: OrderedExpression>(
    left: Left, right: Right
) -> ComputedField<Left.Value.Unwrapped?>
where Left.Value.Unwrapped: SummableFieldValue, Left.Value.Unwrapped == Right.Value.Unwrapped {
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

/// The number or the duration with the other sign.
public prefix func - <Number: OrderedExpression>(number: Number) -> ComputedField<Number.Value>
where Number.Value.Unwrapped: SummableFieldValue {
    ComputedField(.negated(number.operand))
}

extension OrderedExpression where Value.Unwrapped: SummableFieldValue {
    /// The number without its sign.
    public var magnitude: ComputedField<Value> { ComputedField(.function(.abs, [operand])) }
}

extension OrderedExpression where Value.Unwrapped == Date {
    /// The instant as seconds since 2001-01-01 UTC; nil for nil.
    public var timeIntervalSinceReferenceDate: ComputedField<Double?> { ComputedField(.cast(operand, to: .number)) }
}

// MARK: Durations

/// The duration that lasts as many times as long.
public func * <Left: OrderedExpression>(left: Left, right: Int) -> ComputedField<Duration?> where Left.Value.Unwrapped == Duration {
    ComputedField(.arithmetic(left.operand, .times, .value(right)))
}

/// A part of the duration, without a fraction of a microsecond; nil where the divisor is 0.
public func / <Left: OrderedExpression>(left: Left, right: Int) -> ComputedField<Duration?> where Left.Value.Unwrapped == Duration {
    ComputedField(.arithmetic(left.operand, .divided, .value(right)))
}

/// The instant after a duration: `$0.start + $0.length`.
public func + <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> ComputedField<Date?>
where Left.Value.Unwrapped == Date, Right.Value.Unwrapped == Duration {
    ComputedField(.arithmetic(left.operand, .plus, right.operand))
}

/// The instant before a duration.
public func - <Left: OrderedExpression, Right: OrderedExpression>(left: Left, right: Right) -> ComputedField<Date?>
where Left.Value.Unwrapped == Date, Right.Value.Unwrapped == Duration {
    ComputedField(.arithmetic(left.operand, .minus, right.operand))
}

/// The instant after a duration: `$0.start + .seconds(90)`.
public func + <Left: OrderedExpression>(left: Left, right: Duration) -> ComputedField<Date?> where Left.Value.Unwrapped == Date {
    ComputedField(.arithmetic(left.operand, .plus, .value(right)))
}

/// The instant before a duration.
public func - <Left: OrderedExpression>(left: Left, right: Duration) -> ComputedField<Date?> where Left.Value.Unwrapped == Date {
    ComputedField(.arithmetic(left.operand, .minus, .value(right)))
}

extension OrderedExpression where Value.Unwrapped == Duration {
    /// The duration as a number of seconds; nil for nil.
    public var inSeconds: ComputedField<Double?> { ComputedField(.cast(operand, to: .number)) }
}
