extension Condition {
    /// The comparisons that AND, OR and NOT combine; a quantified one with its quantifier. The conditions within `SUBQUERY` are
    /// parts of operands, not of this.
    public var comparisons: [Condition] {
        var (comparisons, rest) = ([Condition](), [self])
        while let condition = rest.popLast() {
            switch condition {
            case .constant: break
            case .and(let parts), .or(let parts): rest += parts.reversed()
            case .not(let inner): rest.append(inner)
            case .comparison, .text, .between, .membership, .quantified: comparisons.append(condition)
            }
        }
        return comparisons
    }

    /// The operands of a comparison, in the order in which they are written; none of what combines comparisons.
    public var operands: [Operand] {
        switch self {
        case .constant, .and, .or, .not: []
        case .comparison(let left, _, let right), .text(let left, _, let right), .membership(let left, let right): [left, right]
        case .between(let operand, let low, let high): [operand, low, high]
        case .quantified(_, let inner): inner.operands
        }
    }

    /// The names of the parameters that the condition uses, also where only a property of one is asked for: `$customer.name`.
    /// `$FETCH_SOURCE` is none.
    public var parameterNames: Set<String> {
        var names = Set<String>()
        forEachOperand { operand, bound in
            switch operand.kind {
            case .parameter(let name): names.insert(name)
            case .variable(let name, _): if !bound.contains(name) { names.insert(name) }
            case .aggregate(_, let members, _):
                if let name = members.variable, !bound.contains(name) { names.insert(name) }
            default: break
            }
        }
        names.remove(PredicateParser.fetchSource)
        return names
    }

    /// The operands that ask something of a variable that no `SUBQUERY` around has, but for `$FETCH_SOURCE`, and its name.
    var pathsFromVariables: [(name: String, operand: Operand)] {
        var paths = [(name: String, operand: Operand)]()
        forEachOperand { operand, bound in
            let name: String? =
                switch operand.kind {
                case .variable(let name, _): name
                case .aggregate(_, let members, _): members.variable
                default: nil
                }
            if let name, !bound.contains(name), name != PredicateParser.fetchSource { paths.append((name, operand)) }
        }
        return paths
    }

    /// The operands that compute a value from members, in the order in which they are written; none within another one.
    var aggregates: [Operand] {
        comparisons.flatMap(\.operands).flatMap(\.aggregates)
    }

    /// The key paths from the object that the condition is about, also those to members; not those from a member.
    public var keyPaths: Set<[String]> {
        var paths = Set<[String]>()
        forEachOperand { operand, _ in
            switch operand.kind {
            case .keyPath(let path): paths.insert(path)
            case .aggregate(_, let members, let path) where members.variable == nil:
                paths.insert(members.path + path)
            default: break
            }
        }
        return paths
    }

    /// The functions that the condition calls.
    public var functions: Set<ConditionFunction> {
        var functions = Set<ConditionFunction>()
        forEachOperand { operand, _ in if case .function(let function, _) = operand.kind { functions.insert(function) } }
        return functions
    }

    /// Whether the condition moves a date or a day by a period.
    public var hasPeriods: Bool {
        var found = false
        forEachOperand { operand, _ in if case .period = operand.kind { found = true } }
        return found
    }

    /// The objects that the condition was given as values, also those in lists.
    public var objects: Set<ObjectReference> {
        var objects = Set<ObjectReference>()
        forEachOperand { operand, _ in
            guard case .value(let value) = operand.kind else { return }
            let values = if case .list(let elements) = value { elements } else { [value] }
            for case .object(let object) in values { objects.insert(object) }
        }
        return objects
    }

    /// Calls `body` with every operand, wherever it stands, and the variables that a `SUBQUERY` gives it.
    fileprivate func forEachOperand(bound: Set<String> = [], _ body: (Operand, Set<String>) -> Void) {
        for comparison in comparisons {
            for operand in comparison.operands { operand.forEach(bound: bound, body) }
        }
    }
}

extension Operand {
    fileprivate var aggregates: [Operand] {
        switch kind {
        case .keyPath, .value, .parameter, .variable: []
        case .list(let operands), .function(_, let operands): operands.flatMap(\.aggregates)
        case .arithmetic(let left, _, let right): left.aggregates + right.aggregates
        case .negated(let operand), .cast(let operand, _), .period(let operand, _, _): operand.aggregates
        case .aggregate: [self]
        }
    }

    fileprivate func forEach(bound: Set<String>, _ body: (Operand, Set<String>) -> Void) {
        body(self, bound)
        switch kind {
        case .keyPath, .value, .parameter, .variable: break
        case .list(let operands), .function(_, let operands):
            for operand in operands { operand.forEach(bound: bound, body) }
        case .period(let count, _, let zone):
            count.forEach(bound: bound, body)
            zone?.forEach(bound: bound, body)
        case .arithmetic(let left, _, let right):
            left.forEach(bound: bound, body)
            right.forEach(bound: bound, body)
        case .negated(let operand), .cast(let operand, _): operand.forEach(bound: bound, body)
        case .aggregate(_, let members, _):
            guard let filter = members.filter else { return }
            filter.condition.forEachOperand(bound: bound.union([filter.variable]), body)
        }
    }
}
