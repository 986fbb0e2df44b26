// Days beside `.today()`. The general operators accept a `Day` there too, and the compiler would choose `Day.today()`: the day on which the
// condition is built, and not that of the fetch.

/// Whether the value is a computed day, such as `.today()`.
public func == <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .equal, right.operand)
}

/// Whether the value is another one than a computed day.
public func != <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .notEqual, right.operand)
}

/// Whether the day is before a computed day.
public func < <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .less, right.operand)
}

/// Whether the day is a computed day or before it.
public func <= <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .lessOrEqual, right.operand)
}

/// Whether the day is after a computed day.
public func > <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .greater, right.operand)
}

/// Whether the day is a computed day or after it.
public func >= <Left: OrderedExpression>(left: Left, right: ComputedField<Day>) -> Condition where Left.Value.Unwrapped == Day {
    .comparison(left.operand, .greaterOrEqual, right.operand)
}
