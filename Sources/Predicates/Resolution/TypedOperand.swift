import SQLiteAccess

/// An operand matched to a layout, with its type.
struct TypedOperand {
    var operand: ResolvedOperand
    var type: ValueType

    init(_ operand: ResolvedOperand, _ type: ValueType) {
        self.operand = operand
        self.type = type
    }

    /// A number in floating point.
    var real: ResolvedOperand {
        switch type {
        case .decimal(let scale): .arithmetic(operand, .divided, .value(.real(ScaledDecimal.power(scale))))
        // SQLite computes a real number from an integer and a real number.
        case .integer: .arithmetic(operand, .times, .value(.real(1)))
        default: operand
        }
    }

    /// An instant as seconds since 2001-01-01 UTC, in any stored form.
    var reference: ResolvedOperand {
        switch type {
        case .unixDate: .arithmetic(operand, .minus, .value(.real(UnixInstant.offset)))
        case .iso8601Date: .function(.instant, operand)
        default: operand
        }
    }

    /// A duration as seconds, in floating point.
    var seconds: ResolvedOperand { .arithmetic(operand, .divided, .value(.real(StoredDuration.perSecond))) }

    /// An integer or a decimal with more decimal places.
    func multiplied(byTenTo places: Int) -> ResolvedOperand {
        if places == 0 { return operand }
        return .arithmetic(operand, .times, .value(.integer((0..<places).reduce(1) { power, _ in power * 10 })))
    }
}

extension ValueType {
    /// Whether it is a number.
    var isNumber: Bool {
        switch self {
        case .integer, .real, .decimal: true
        default: false
        }
    }

    /// Whether it is an instant, in any stored form.
    var isInstant: Bool {
        switch self {
        case .date, .unixDate, .iso8601Date: true
        default: false
        }
    }

    /// The decimal places of a number that is stored as an integer.
    var places: Int? { self == .integer ? 0 : scale }
}
