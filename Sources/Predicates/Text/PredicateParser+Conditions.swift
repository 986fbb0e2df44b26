extension PredicateParser {
    /// Conditions between ORs; or whatever stands there alone.
    mutating func disjunction() throws(ConditionError) -> Node {
        let first = try conjunction()
        guard token.isOr else { return first }
        var parts = [try condition(of: first)]
        var height = first.height
        while token.isOr {
            index += 1
            let next = try conjunction()
            parts.append(try condition(of: next))
            height = max(height, next.height)
        }
        return try node(.condition(.or(parts)), height: height + 1)
    }

    private mutating func conjunction() throws(ConditionError) -> Node {
        let first = try negation()
        guard token.isAnd else { return first }
        var parts = [try condition(of: first)]
        var height = first.height
        while token.isAnd {
            index += 1
            let next = try negation()
            parts.append(try condition(of: next))
            height = max(height, next.height)
        }
        return try node(.condition(.and(parts)), height: height + 1)
    }

    private mutating func negation() throws(ConditionError) -> Node {
        guard token.isNot else { return try comparison() }
        index += 1
        let inner = try nested { parser throws(ConditionError) in try parser.negation() }
        return try node(.condition(.not(try condition(of: inner))), height: inner.height + 2)
    }

    /// A comparison, a constant, or what stands in parentheses.
    private mutating func comparison() throws(ConditionError) -> Node {
        if let word = token.word {
            if word == .truepredicate || word == .falsepredicate, following.endsCondition {
                index += 1
                return try node(.condition(.constant(word == .truepredicate)), height: 1)
            }
            // An attribute may be called 'any'.
            if let quantifier = word.quantifier, !following.isBetweenOperands, !following.endsCondition {
                index += 1
                let inner = try expression(.bitwiseOr)
                guard let compared = try comparison(from: inner) else { throw missingComparison }
                guard case .condition(let condition) = compared.kind else { throw missingComparison }
                return try node(.condition(.quantified(quantifier, condition)), height: compared.height + 1)
            }
        }
        let left = try expression(.bitwiseOr)
        return try comparison(from: left) ?? left
    }

    /// The comparison of what was read with what follows; nil where no operator does.
    private mutating func comparison(from left: Node) throws(ConditionError) -> Node? {
        guard var comparison = try takeOperator() else { return nil }
        guard case .operand(let leftOperand) = left.kind else {
            throw ConditionError(.syntax, "conditions cannot be compared: combine them with AND and OR", at: comparison.range)
        }
        comparison.options = try takeOptions()
        let start = token.range.lowerBound
        let right = try expression(.bitwiseOr)
        let rightOperand = try operand(of: right, from: start)
        let condition = try condition(leftOperand, comparison, rightOperand)
        return try node(.condition(condition), height: max(left.height, right.height))
    }

    private func condition(
        _ left: Operand, _ comparison: WrittenOperator, _ right: Operand
    ) throws(ConditionError) -> Condition {
        let (options, place) = (comparison.options, comparison.range)
        switch comparison.kind {
        case .order(let order):
            try checkIsSingle(left)
            try checkIsSingle(right)
            return options.isEmpty
                ? .comparison(left, order, right) : .text(left, TextComparison(.compares(order), options), right)
        case .text(.contains) where left.isList:
            // As NSPredicate has it: a collection contains what is in it.
            return try membership(right, comparison, in: left)
        case .text(let form):
            try checkIsSingle(left)
            try checkIsSingle(right)
            return .text(left, TextComparison(form, options), right)
        case .membership:
            return try membership(left, comparison, in: right)
        case .between:
            try checkIsSingle(left)
            guard options.isEmpty else {
                throw ConditionError(.syntax, "BETWEEN has no options", at: place)
            }
            guard case .list(let ends) = right.kind, ends.count == 2 else {
                throw ConditionError(.syntax, "BETWEEN needs its two ends after it, for example '{1, 10}'", at: right.range ?? place)
            }
            return .between(left, ends[0], ends[1])
        }
    }

    private func membership(
        _ left: Operand, _ comparison: WrittenOperator, in right: Operand
    ) throws(ConditionError) -> Condition {
        try checkIsSingle(left)
        guard comparison.options.isEmpty else {
            throw ConditionError(
                .syntax, "IN has no options; to ignore case, write 'name ==[c] \"a\" OR name ==[c] \"b\"'",
                at: comparison.range)
        }
        switch right.kind {
        case .list, .keyPath, .parameter, .variable: return .membership(left, in: right)
        default:
            throw ConditionError(
                .syntax, "IN needs a list, '{1, 2}', a $parameter or a key path through a to-many relationship after it",
                at: right.range ?? comparison.range)
        }
    }

    // MARK: Operators

    private mutating func takeOperator() throws(ConditionError) -> WrittenOperator? {
        let place = token.range
        if case .comparison(let comparison) = token.kind {
            index += 1
            return WrittenOperator(kind: .order(comparison), range: place)
        }
        if let comparison = token.word?.comparison {
            index += 1
            return WrittenOperator(kind: comparison, range: place)
        }
        if token.isNot, following.word?.comparison != nil {
            throw ConditionError(.syntax, "write NOT before the whole comparison: 'NOT name IN …'", at: token.range)
        }
        return nil
    }

    /// `[cd]` behind an operator or a sort key.
    mutating func takeOptions() throws(ConditionError) -> TextOptions {
        guard take(.openOptions) else { return [] }
        guard case .name(let letters, _) = token.kind else {
            throw ConditionError(.syntax, "options are letters in brackets, for example '[cd]'", at: token.range)
        }
        var options = TextOptions()
        var isNormalized = false
        for (offset, letter) in letters.unicodeScalars.enumerated() {
            let place = token.range.lowerBound + offset
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            // The texts were made alike before, says who writes this: they are compared as they are.
            case "n", "N": isNormalized = true
            case "l", "L":
                throw ConditionError(
                    .syntax, "option 'l' is not supported: a condition must not depend on the locale",
                    at: place..<place + 1)
            default:
                throw ConditionError(
                    .syntax, "there is no option '\(letter)'; 'c' ignores case, and 'd' ignores diacritics",
                    at: place..<place + 1)
            }
        }
        index += 1
        try expect(.closeOptions)
        return isNormalized ? [] : options
    }

    // MARK: What a node must be

    /// The condition that was read, where an operand alone has no meaning.
    func condition(of node: Node) throws(ConditionError) -> Condition {
        guard case .condition(let condition) = node.kind else { throw missingComparison }
        return condition
    }

    private var missingComparison: ConditionError {
        ConditionError(.syntax, "expected a comparison, for example '=='", at: token.range)
    }
}

/// An operator between two operands, as the text has it.
private struct WrittenOperator {
    var kind: ComparisonOperator
    var options: TextOptions = []
    var range: Range<Int>
}
