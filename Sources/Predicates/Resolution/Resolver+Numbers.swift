import Foundation
import SQLiteAccess

extension Resolver {
    /// What a computation gives; of two values it is made at once, so that what it gives is a bare value again.
    mutating func arithmetic(_ left: Side, _ operation: Arithmetic, _ right: Side, at range: Range<Int>?) -> Typed? {
        let words = "'\(operation.rawValue)'"
        guard let first = operand(left, beside: right.typed, for: words), let second = operand(right, beside: left.typed, for: words)
        else { return nil }
        let outcome =
            first.type == .duration || second.type == .duration ? durations(first, operation, second)
            : first.type.isInstant || second.type.isInstant ? instants(first, operation, second) : numbers(first, operation, second)
        guard let outcome else {
            return fail(.type, "\(words) cannot be applied to \(first.type.inWords) and \(second.type.inWords)", at: range ?? left.range)
        }
        // A nil keeps the type of the computation.
        if case .arithmetic = outcome.operand, let value = outcome.operand.constant {
            // A duration that a computation takes beyond 64 bits, or between two microseconds, has no exact value.
            if outcome.type == .duration, case .real = value { return .resolved(.value(value), .duration) }
            return value == .null
                ? .resolved(.value(.null), outcome.type) : .value(ConditionValue(number: value, of: outcome.type))
        }
        return .resolved(outcome.operand, outcome.type)
    }

    private mutating func operand(_ side: Side, beside other: Typed, for purpose: String) -> TypedOperand? {
        if case .value(.date) = side.typed { return known(side) }
        if let duration = duration(side, beside: other) { return duration }
        if let type = side.typed.declared, type.isInstant {
            return known(side).map { TypedOperand($0.reference, .date) }
        }
        return number(side, beside: other, for: purpose)
    }

    /// A number, nil included. A value beside a decimal is the decimal that was written.
    mutating func number(_ side: Side, beside other: Typed?, for purpose: String) -> TypedOperand? {
        if case .value(.null) = side.typed { return TypedOperand(.value(.null), .integer) }
        if case .value(.real(let value)) = side.typed, case .decimal? = other?.declared, value.isFinite,
            let written = Decimal(string: value.description), let scale = ScaledDecimal.naturalScale(written),
            let integer = ScaledDecimal.integer(written, scale: scale)
        {
            return TypedOperand(.value(.integer(integer)), .decimal(scale: scale))
        }
        guard let number = known(side) else { return nil }
        if number.type.isNumber { return number }
        return fail(.type, "\(purpose) applies only to numbers, not to \(number.type.inWords)", at: side.range)
    }

    private func instants(_ left: TypedOperand, _ operation: Arithmetic, _ right: TypedOperand) -> TypedOperand? {
        switch (operation, left.type.isInstant, right.type.isInstant) {
        case (.minus, true, true): TypedOperand(.arithmetic(left.operand, .minus, right.operand), .real)
        case (.plus, true, false), (.minus, true, false): TypedOperand(.arithmetic(left.operand, operation, right.real), .date)
        case (.plus, false, true): TypedOperand(.arithmetic(left.real, .plus, right.operand), .date)
        default: nil
        }
    }

    private func numbers(_ left: TypedOperand, _ operation: Arithmetic, _ right: TypedOperand) -> TypedOperand? {
        let areIntegers = left.type == .integer && right.type == .integer
        let result = ResolvedOperand.arithmetic(left.operand, operation, right.operand)
        switch operation {
        case .plus, .minus:
            let (left, right, type) = alignedNumbers(left, right)
            return TypedOperand(.arithmetic(left, operation, right), type)
        case .times:
            if areIntegers { return TypedOperand(result, .integer) }
            if let first = left.type.places, let second = right.type.places, first + second <= ScaledDecimal.digits {
                return TypedOperand(result, .decimal(scale: first + second))
            }
            return TypedOperand(.arithmetic(left.real, .times, right.real), .real)
        case .divided:
            return areIntegers ? TypedOperand(result, .integer) : TypedOperand(.arithmetic(left.real, .divided, right.real), .real)
        case .bitwiseAnd, .bitwiseOr:
            return areIntegers ? TypedOperand(result, .integer) : nil
        }
    }

    /// Two numbers with the same decimal places, or both in floating point if one is.
    func alignedNumbers(_ left: TypedOperand, _ right: TypedOperand) -> (ResolvedOperand, ResolvedOperand, ValueType) {
        if let first = left.type.places, let second = right.type.places {
            if first == 0, second == 0, left.type == right.type { return (left.operand, right.operand, left.type) }
            let places = max(first, second)
            return (
                left.multiplied(byTenTo: places - first), right.multiplied(byTenTo: places - second),
                places == 0 ? .integer : .decimal(scale: places)
            )
        }
        // SQLite compares integers and floating-point numbers exactly. Only a decimal has to become a floating-point number.
        return (left.type.scale == nil ? left.operand : left.real, right.type.scale == nil ? right.operand : right.real, .real)
    }
}

extension ResolvedOperand {
    /// The value of a computation with nothing but values in it.
    fileprivate var constant: SQLiteValue? {
        switch self {
        case .value(let value): value
        case .arithmetic(let left, let operation, let right):
            if let left = left.constant, let right = right.constant { operation.apply(left, right) } else { nil }
        default: nil
        }
    }
}

extension ConditionValue {
    /// A number or a date that was computed, from its stored form.
    fileprivate init(number: SQLiteValue, of type: ValueType) {
        switch (number, type) {
        case (.integer(let value), .decimal(let scale)): self = .decimal(ScaledDecimal.decimal(value, scale: scale))
        case (.integer(let value), .duration): self = .duration(StoredDuration.duration(value))
        case (.integer(let value), _): self = .integer(value)
        case (.real(let value), .decimal(let scale)): self = .real(value / ScaledDecimal.power(scale))
        case (.real(let value), .date): self = .date(value)
        case (.real(let value), _): self = .real(value)
        default: self = .null
        }
    }
}
