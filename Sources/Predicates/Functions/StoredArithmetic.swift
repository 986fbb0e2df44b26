import SQLiteAccess

extension Arithmetic {
    /// The result of SQLite's arithmetic on two numbers.
    ///
    /// As `OP_Add` and the related operations define it (https://www.sqlite.org/lang_expr.html#operators): integers stay integers
    /// while 64 bits hold the result. Anything that is not a number is NULL, and so is a division by zero.
    func apply(_ left: SQLiteValue, _ right: SQLiteValue) -> SQLiteValue {
        guard let first = left.number, let second = right.number else { return .null }
        switch self {
        case .bitwiseAnd: return .integer(left.truncated & right.truncated)
        case .bitwiseOr: return .integer(left.truncated | right.truncated)
        case .plus, .minus, .times, .divided: break
        }
        if case .integer(let first) = left, case .integer(let second) = right {
            if self == .divided, second == 0 { return .null }
            let (outcome, isTooLarge) = apply(first, second)
            if !isTooLarge { return .integer(outcome) }
        }
        return switch self {
        case .plus: .stored(first + second)
        case .minus: .stored(first - second)
        case .times: .stored(first * second)
        default: second == 0 ? .null : .stored(first / second)
        }
    }

    private func apply(_ left: Int64, _ right: Int64) -> (partialValue: Int64, overflow: Bool) {
        switch self {
        case .plus: left.addingReportingOverflow(right)
        case .minus: left.subtractingReportingOverflow(right)
        case .times: left.multipliedReportingOverflow(by: right)
        default: left.dividedReportingOverflow(by: right)
        }
    }
}

extension SQLiteValue {
    /// The number in floating point; nil for what is none.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .text, .blob: nil
        }
    }

    /// The number without its fraction, as near as 64 bits come.
    fileprivate var truncated: Int64 {
        switch self {
        case .integer(let value): value
        case .real(let value): value >= 0x1p63 ? .max : value < -0x1p63 ? .min : Int64(value)
        case .null, .text, .blob: 0
        }
    }
}
