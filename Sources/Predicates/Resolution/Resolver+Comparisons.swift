import SQLiteAccess

extension Resolver {
    mutating func compare(_ left: Side, _ comparison: Comparison, _ right: Side) -> ResolvedCondition? {
        let (left, right) = (left.settled(beside: right), right.settled(beside: left))
        guard let (first, second, type) = matched(left, right) else { return nil }
        if comparison.asksForOrder, let type, !type.isOrdered {
            return fail(.type, "\(type.inWords) supports only '==' and '!='", at: left.range ?? right.range)
        }
        if let type {
            if case .value(let value) = right.typed, let lower = value.lowerNeighbour(in: type) {
                return compare(first, comparison, above: lower)
            }
            if case .value(let value) = left.typed, let lower = value.lowerNeighbour(in: type) {
                return compare(second, comparison.mirrored, above: lower)
            }
        }
        return simplified(first, comparison, second)
    }

    /// A comparison with a number between `lower` and the next one that can be stored.
    private func compare(_ operand: ResolvedOperand, _ comparison: Comparison, above lower: Int64) -> ResolvedCondition {
        guard let sign = comparison.withLowerNeighbour else { return .constant(comparison == .notEqual) }
        return simplified(operand, sign, .value(.integer(lower)))
    }

    /// Both sides in forms that can be compared, and the type that decides what this means: nil where both are nil.
    mutating func matched(_ left: Side, _ right: Side) -> (ResolvedOperand, ResolvedOperand, ValueType?)? {
        let (left, right) = (left.settled(beside: right), right.settled(beside: left))
        switch (left.typed, right.typed) {
        case (.value(let first), .value(let second)):
            // Where parameters have got their values, there may be nothing else on either side.
            for (type, isLeft) in [(first.naturalType, true), (second.naturalType, false)] {
                guard let type else { continue }
                if let first = layout.stored(first, as: type), let second = layout.stored(second, as: type) {
                    return (.value(first), .value(second), type)
                }
                if isLeft, second.naturalType == nil { break }
            }
            if first == .null, second == .null { return (.value(.null), .value(.null), nil) }
            return mismatch(left, right)
        case (.value(let value), _):
            guard let second = known(right, as: nil) else { return nil }
            guard let stored = layout.stored(value, as: second.type) else { return mismatch(right, left, at: left.range) }
            return (.value(stored), second.operand, second.type)
        case (_, .value(let value)):
            guard let first = known(left, as: nil) else { return nil }
            guard let stored = layout.stored(value, as: first.type) else { return mismatch(left, right) }
            return (first.operand, .value(stored), first.type)
        case (.parameter, .resolved(_, let type)):
            guard let second = known(right, as: nil) else { return nil }
            guard let first = known(left, as: type) else { return mismatch(left, right) }
            return (first.operand, second.operand, type)
        case (.resolved(_, let type), .parameter):
            guard let first = known(left, as: nil) else { return nil }
            guard let second = known(right, as: type) else { return mismatch(left, right) }
            return (first.operand, second.operand, type)
        default:
            guard let first = known(left, as: nil), let second = known(right, as: nil) else { return nil }
            guard let (first, second, type) = aligned(first, second) else { return mismatch(left, right) }
            return (first, second, type)
        }
    }

    /// An operand with its own type, or a parameter in the form of another one; nil, without an error, where it has none there.
    private mutating func known(_ side: Side, as type: ValueType?) -> TypedOperand? {
        guard case .parameter(let name, let parameter) = side.typed, let type else { return known(side) }
        let own = parameter.type.unstored
        guard layout.areComparable(own, type.unstored) || own.isNumber && type.isNumber else { return nil }
        return TypedOperand(.parameter(name, as: type, isOptional: parameter.isOptional), type)
    }

    private mutating func mismatch<Result>(_ left: Side, _ right: Side, at range: Range<Int>? = nil) -> Result? {
        let place = range ?? right.range ?? left.range
        if case .bool? = left.typed.declared, case .value(.integer(let number)) = right.typed {
            return fail(.type, "a Boolean is compared with true and false, or with 1 and 0, not with \(number)", at: place)
        }
        return fail(.type, "\(left.typed.inWords) cannot be compared with \(right.typed.inWords)", at: place)
    }

    /// Two operands of known types in forms that can be compared.
    private func aligned(_ left: TypedOperand, _ right: TypedOperand) -> (ResolvedOperand, ResolvedOperand, ValueType)? {
        if left.type.isNumber, right.type.isNumber { return alignedNumbers(left, right) }
        if left.type.isInstant, right.type.isInstant {
            return left.type == right.type ? (left.operand, right.operand, left.type) : (left.reference, right.reference, .date)
        }
        switch (left.type, right.type) {
        case (.foldedText, .text), (.text, .foldedText):
            return (folded(left.operand, .folding), folded(right.operand, .folding), .foldedText)
        default:
            return layout.areComparable(left.type, right.type) ? (left.operand, right.operand, left.type) : nil
        }
    }

    /// Whether there is a member at all, in the form that does not count them.
    private func simplified(
        _ left: ResolvedOperand, _ comparison: Comparison, _ right: ResolvedOperand
    ) -> ResolvedCondition {
        if case .value = left, case .aggregate(let count) = right, count.isMemberCount {
            return simplified(right, comparison.mirrored, left)
        }
        if case .aggregate(let count) = left, count.isMemberCount, case .value(.integer(let number)) = right {
            let condition = count.filter ?? .constant(true)
            switch (comparison, number) {
            case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): return .quantified(.any, count.members, condition)
            case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return .quantified(.none, count.members, condition)
            default: break
            }
        }
        return .comparison(left, comparison, right)
    }

    // MARK: Texts

    mutating func compare(_ left: Side, _ comparison: TextComparison, _ right: Side) -> ResolvedCondition? {
        let words: String
        switch comparison.form {
        case .compares(let sign): words = "'\(sign.rawValue)' with options"
        case .beginsWith: words = "'BEGINSWITH'"
        case .endsWith: words = "'ENDSWITH'"
        case .contains: words = "'CONTAINS'"
        case .like: words = "'LIKE'"
        case .matches: words = "'MATCHES'"
        }
        guard let leftText = text(left, for: words), let rightText = text(right, for: words) else { return nil }
        let (first, second) = (leftText.operand, rightText.operand)
        // If one side is folded, Trellis folds the other, but no regular expression: its letters may be commands.
        var options = comparison.options
        let isFolded = leftText.type == .foldedText || rightText.type == .foldedText
        if isFolded, comparison.form != .matches { options = .folding }
        switch comparison.form {
        case .compares(let sign):
            return .comparison(folded(first, options), sign, folded(second, options))
        case .beginsWith: return .text(folded(first, options), .beginsWith, folded(second, options))
        case .endsWith: return .text(folded(first, options), .endsWith, folded(second, options))
        case .contains: return .text(folded(first, options), .contains, folded(second, options))
        case .like: return .text(folded(first, options), .like, folded(second, options))
        case .matches:
            let test = TextTest.matches(ignoringCase: options.contains(.caseInsensitive))
            let pattern = folded(second, options.subtracting(.caseInsensitive))
            if case .value(.text(let pattern)) = pattern, TextPattern.expression(pattern) == nil {
                return fail(.type, "'\(pattern)' is not a regular expression", at: right.range)
            }
            return .text(folded(first, options.subtracting(.caseInsensitive)), test, pattern)
        }
    }

    /// A text, nil included.
    mutating func text(_ side: Side, for purpose: String) -> TypedOperand? {
        if case .value(.null) = side.typed { return TypedOperand(.value(.null), .text) }
        guard let text = known(side) else { return nil }
        switch text.type {
        case .text, .foldedText: return text
        case .enumeration, .day, .textUUID, .uuid:
            return fail(.type, "\(purpose) applies only to strings, not to \(text.type.inWords); convert it with CAST", at: side.range)
        default:
            return fail(.type, "\(purpose) applies only to strings, not to \(text.type.inWords)", at: side.range)
        }
    }

    /// A text without what does not count.
    private func folded(_ operand: ResolvedOperand, _ options: TextOptions) -> ResolvedOperand {
        switch operand {
        case _ where options.isEmpty: operand
        case .path(let path) where path.type == .foldedText: operand
        case .value(let value): .value(ResolvedFunction.fold(options).apply(to: value))
        default: .function(.fold(options), operand)
        }
    }
}

extension TextOptions {
    /// What does not count in a folded text.
    fileprivate static let folding: TextOptions = [.caseInsensitive, .diacriticInsensitive]
}
