extension Condition {
    /// The names of the parameters that the condition uses, without those of members within `SUBQUERY`.
    public var parameterNames: Set<String> {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.parameterNames) }
        case .not(let inner), .quantified(_, let inner): inner.parameterNames
        case .comparison(let left, _, let right), .text(let left, _, let right), .membership(let left, let right):
            left.parameterNames.union(right.parameterNames)
        case .between(let value, let low, let high):
            value.parameterNames.union(low.parameterNames).union(high.parameterNames)
        }
    }
}

extension Operand {
    /// The names of the parameters that the operand uses.
    public var parameterNames: Set<String> {
        switch kind {
        case .keyPath, .value: []
        case .parameter(let name), .variable(let name, _): [name]
        case .list(let operands), .function(_, let operands): operands.reduce(into: []) { $0.formUnion($1.parameterNames) }
        case .arithmetic(let left, _, let right): left.parameterNames.union(right.parameterNames)
        case .negated(let inner), .cast(let inner, _): inner.parameterNames
        case .aggregate(_, let members, _):
            members.filter.map { $0.condition.parameterNames.subtracting([$0.variable]) } ?? []
        }
    }
}
