extension Condition {
    /// How many conditions may stand in each other; a comparison is one of them.
    ///
    /// SQLite's parser has room for about 100 open parentheses. What only looks deep counts once: groups in a group of their own
    /// connective, groups of one part and pairs of NOT, which SQL is not written with. A value of many thousands of levels exhausts the
    /// stack of its thread when Swift frees it, whatever is asked of it before.
    public static let depthLimit = 80
    /// How many operands may stand in each other: calculations, functions, and the conditions of their `SUBQUERY`.
    static let operandDepthLimit = PredicateParser.depthLimit

    /// Checks how deep the condition is before anything goes down into it: a deep one would exhaust the stack.
    /// - Throws: ``ConditionError`` with the limit and the depth that was found.
    func checkDepth() throws(ConditionError) {
        let depth = depth
        if depth.conditions > Self.depthLimit {
            throw ConditionError(
                .syntax, "\(depth.conditions) conditions are nested, and the limit is \(Self.depthLimit)", at: nil)
        }
        if depth.operands > Self.operandDepthLimit {
            throw ConditionError(
                .syntax, "\(depth.operands) operands are nested, and the limit is \(Self.operandDepthLimit)", at: nil)
        }
    }

    /// How many conditions and how many operands stand in each other at most.
    var depth: (conditions: Int, operands: Int) {
        // A list of what is left to visit and no recursion, for which the condition may be too deep.
        var rest = [Visit(part: .condition(self))]
        var deepest = (conditions: 0, operands: 0)
        while let visit = rest.popLast() {
            let parts: [Visit]
            switch visit.part {
            case .condition(let condition): parts = condition.parts(of: visit)
            case .operand(let operand): parts = operand.parts(of: visit)
            }
            rest += parts
            // A NOT alone counts with what it is about, which may take it away again.
            if parts.isEmpty || visit.isOperand {
                deepest = (max(deepest.conditions, visit.conditions + (visit.isOperand ? 0 : 1)), max(deepest.operands, visit.operands))
            }
        }
        return deepest
    }

    private func parts(of visit: Visit) -> [Visit] {
        var inner = visit
        switch self {
        case .constant:
            return []
        case .comparison, .text, .between, .membership:
            inner.conditions += 1
            inner.connective = nil
            inner.operands += 1
            return operands.map { inner.with(.operand($0)) }
        case .quantified(_, let condition):
            inner.conditions += 1
            inner.connective = nil
            return [inner.with(.condition(condition))]
        case .not(let condition):
            // The second of a pair takes the first one away.
            let isPaired = visit.connective == .not
            inner.conditions += isPaired ? -1 : 1
            inner.connective = isPaired ? nil : .not
            return [inner.with(.condition(condition))]
        case .and(let parts), .or(let parts):
            if parts.count > 1, visit.connective != connective {
                inner.conditions += 1
                inner.connective = connective
            }
            return parts.map { inner.with(.condition($0)) }
        }
    }

    fileprivate enum Connective {
        case and, or, not
    }

    private var connective: Connective? {
        switch self {
        case .and: .and
        case .or: .or
        case .not: .not
        default: nil
        }
    }
}

/// A part of a condition that is left to visit.
private struct Visit {
    enum Part {
        case condition(Condition)
        case operand(Operand)
    }

    var part: Part
    /// How many conditions are around it.
    var conditions = 0
    /// How many operands are around it, itself among them.
    var operands = 0
    /// What combines the conditions right around it.
    var connective: Condition.Connective?

    var isOperand: Bool { if case .operand = part { true } else { false } }

    func with(_ part: Part) -> Visit {
        var visit = self
        visit.part = part
        return visit
    }
}

extension Operand {
    fileprivate func parts(of visit: Visit) -> [Visit] {
        var inner = visit
        inner.operands += 1
        switch kind {
        case .keyPath, .value, .parameter, .variable:
            return []
        case .list(let operands), .function(_, let operands):
            return operands.map { inner.with(.operand($0)) }
        case .period(let count, _, let zone):
            return ([count] + (zone.map { [$0] } ?? [])).map { inner.with(.operand($0)) }
        case .arithmetic(let left, _, let right):
            return [inner.with(.operand(left)), inner.with(.operand(right))]
        case .negated(let operand), .cast(let operand, _):
            return [inner.with(.operand(operand))]
        case .aggregate(_, let members, _):
            return members.filter.map { [inner.with(.condition($0.condition))] } ?? []
        }
    }
}
