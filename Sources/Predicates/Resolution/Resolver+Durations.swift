extension Resolver {
    /// A duration; nil, without an error, for anything else. A text beside a duration or an instant is one, if it reads as one.
    mutating func duration(_ side: Side, beside other: Typed?) -> TypedOperand? {
        switch side.typed {
        case .value(.duration):
            return known(side)
        case .value(.text(let text)):
            guard other?.isDurationOrInstant == true, let duration = ISO8601Duration.duration(text) else { return nil }
            return TypedOperand(.value(StoredDuration.comparable(duration)), .duration)
        case .resolved(_, .duration):
            return known(side)
        case .parameter(_, let parameter):
            return parameter.type == .duration ? known(side) : nil
        default:
            return nil
        }
    }

    /// What a computation with a duration gives; nil where it has no meaning.
    func durations(_ left: TypedOperand, _ operation: Arithmetic, _ right: TypedOperand) -> TypedOperand? {
        let result = ResolvedOperand.arithmetic(left.operand, operation, right.operand)
        switch (left.type, operation, right.type) {
        case (.duration, .plus, .duration), (.duration, .minus, .duration): return TypedOperand(result, .duration)
        case (.duration, .times, .integer), (.integer, .times, .duration), (.duration, .divided, .integer):
            return TypedOperand(result, .duration)
        case (.duration, .divided, .duration): return TypedOperand(.arithmetic(left.seconds, .divided, right.seconds), .real)
        case (.date, .plus, .duration), (.date, .minus, .duration):
            return TypedOperand(.arithmetic(left.operand, operation, right.seconds), .date)
        case (.duration, .plus, .date): return TypedOperand(.arithmetic(left.seconds, .plus, right.operand), .date)
        // The opposite of a duration.
        case (.integer, .minus, .duration) where left.operand == .value(.integer(0)): return TypedOperand(result, .duration)
        // nil has no type of its own.
        case (_, _, .duration) where left.operand == .value(.null), (.duration, _, _) where right.operand == .value(.null):
            return TypedOperand(.value(.null), .duration)
        default: return nil
        }
    }
}

extension Typed {
    fileprivate var isDurationOrInstant: Bool {
        switch self {
        case .value(.duration), .value(.date): true
        default: declared.map { $0 == .duration || $0.isInstant } ?? false
        }
    }
}
