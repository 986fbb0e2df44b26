import Foundation
import SQLiteAccess

extension Resolver {
    /// What a computation gives; of two values it is made at once, so that what it gives is a bare value again.
    mutating func arithmetic(_ left: Side, _ operation: Arithmetic, _ right: Side, at range: Range<Int>?) -> Typed? {
        let words = "'\(operation.rawValue)'"
        guard let (first, firstType) = operand(left, beside: right.typed, for: words),
            let (second, secondType) = operand(right, beside: left.typed, for: words)
        else { return nil }
        let computed: (ResolvedOperand, ValueType)?
        if firstType.isInstant || secondType.isInstant {
            computed = instants(first, firstType, operation, second, secondType)
        } else {
            computed = numbers(first, firstType, operation, second, secondType)
        }
        guard let (outcome, type) = computed else {
            return fail(.type, "\(words) cannot be applied to \(firstType.inWords) and \(secondType.inWords)", at: range ?? left.range)
        }
        // A nil keeps the type that it came to.
        if case .arithmetic = outcome, let value = outcome.constant {
            return value == .null ? .resolved(.value(.null), type) : .value(ConditionValue(number: value, of: type))
        }
        return .resolved(outcome, type)
    }

    private mutating func operand(_ side: Side, beside other: Typed, for purpose: String) -> (ResolvedOperand, ValueType)? {
        if case .value(.date) = side.typed { return known(side) }
        if let type = side.typed.declared, type.isInstant {
            return known(side).map { (reference($0.0, $0.1), .date) }
        }
        return number(side, beside: other, for: purpose)
    }

    /// A number, nil included. A value beside a decimal is the decimal that was written.
    mutating func number(_ side: Side, beside other: Typed?, for purpose: String) -> (ResolvedOperand, ValueType)? {
        if case .value(.null) = side.typed { return (.value(.null), .integer) }
        if case .value(.real(let value)) = side.typed, case .decimal? = other?.declared, value.isFinite,
            let written = Decimal(string: value.description), let scale = ScaledDecimal.naturalScale(written),
            let integer = ScaledDecimal.integer(written, scale: scale)
        {
            return (.value(.integer(integer)), .decimal(scale: scale))
        }
        guard let (operand, type) = known(side) else { return nil }
        guard type.isNumber else { return fail(.type, "\(purpose) applies only to numbers, not to \(type.inWords)", at: side.range) }
        return (operand, type)
    }

    private func instants(
        _ left: ResolvedOperand, _ leftType: ValueType, _ operation: Arithmetic, _ right: ResolvedOperand, _ rightType: ValueType
    ) -> (ResolvedOperand, ValueType)? {
        switch (operation, leftType.isInstant, rightType.isInstant) {
        case (.minus, true, true): (.arithmetic(left, .minus, right), .real)
        case (.plus, true, false), (.minus, true, false):
            (.arithmetic(left, operation, real(right, rightType)), .date)
        case (.plus, false, true): (.arithmetic(real(left, leftType), .plus, right), .date)
        default: nil
        }
    }

    private func numbers(
        _ left: ResolvedOperand, _ leftType: ValueType, _ operation: Arithmetic, _ right: ResolvedOperand, _ rightType: ValueType
    ) -> (ResolvedOperand, ValueType)? {
        let areIntegers = leftType == .integer && rightType == .integer
        switch operation {
        case .plus, .minus:
            let (left, right, type) = alignedNumbers(left, leftType, right, rightType)
            return (.arithmetic(left, operation, right), type)
        case .times:
            if areIntegers { return (.arithmetic(left, .times, right), .integer) }
            if let first = leftType.places, let second = rightType.places, first + second <= ScaledDecimal.digits {
                return (.arithmetic(left, .times, right), .decimal(scale: first + second))
            }
            return (.arithmetic(real(left, leftType), .times, real(right, rightType)), .real)
        case .divided:
            if areIntegers { return (.arithmetic(left, .divided, right), .integer) }
            return (.arithmetic(real(left, leftType), .divided, real(right, rightType)), .real)
        case .bitwiseAnd, .bitwiseOr:
            return areIntegers ? (.arithmetic(left, operation, right), .integer) : nil
        }
    }

    // MARK: One form for both

    /// Two numbers with the same decimal places, or both in floating point where one is.
    func alignedNumbers(
        _ left: ResolvedOperand, _ leftType: ValueType, _ right: ResolvedOperand, _ rightType: ValueType
    ) -> (ResolvedOperand, ResolvedOperand, ValueType) {
        if let first = leftType.places, let second = rightType.places {
            if first == 0, second == 0, leftType == rightType { return (left, right, leftType) }
            let places = max(first, second)
            return (
                multiplied(left, byTenTo: places - first), multiplied(right, byTenTo: places - second),
                places == 0 ? .integer : .decimal(scale: places)
            )
        }
        // Integers and floating-point numbers are compared as they are, exactly; only what has places has to lose them.
        return (
            leftType.scale == nil ? left : real(left, leftType), rightType.scale == nil ? right : real(right, rightType), .real
        )
    }

    private func multiplied(_ operand: ResolvedOperand, byTenTo places: Int) -> ResolvedOperand {
        if places == 0 { return operand }
        return .arithmetic(operand, .times, .value(.integer((0..<places).reduce(1) { power, _ in power * 10 })))
    }

    /// A number in floating point.
    func real(_ operand: ResolvedOperand, _ type: ValueType) -> ResolvedOperand {
        switch type {
        case .decimal(let scale): .arithmetic(operand, .divided, .value(.real(ScaledDecimal.power(scale))))
        // By SQLite an integer and a real number give a real one.
        case .integer: .arithmetic(operand, .times, .value(.real(1)))
        default: operand
        }
    }

    /// An instant as seconds since 2001-01-01 UTC, however it is stored.
    func reference(_ operand: ResolvedOperand, _ type: ValueType) -> ResolvedOperand {
        switch type {
        case .unixDate: .arithmetic(operand, .minus, .value(.real(UnixInstant.offset)))
        case .iso8601Date: .function(.instant, operand)
        default: operand
        }
    }
}

extension ValueType {
    /// The decimal places of a number that is kept as an integer.
    fileprivate var places: Int? { self == .integer ? 0 : scale }
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
        case (.integer(let value), _): self = .integer(value)
        case (.real(let value), .decimal(let scale)): self = .real(value / ScaledDecimal.power(scale))
        case (.real(let value), .date): self = .date(value)
        case (.real(let value), _): self = .real(value)
        default: self = .null
        }
    }
}
