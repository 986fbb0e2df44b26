extension GroupCondition {
    /// Checks how deep the condition is before anything goes down into it: a deep one would exhaust the stack.
    /// - Throws: ``ConditionError`` with the limit and the depth that was found.
    func checkDepth() throws(ConditionError) {
        let depth = depth
        if depth > Condition.depthLimit {
            throw ConditionError(
                .syntax, "\(depth) conditions on groups stand in each other, and the limit is \(Condition.depthLimit)", at: nil)
        }
    }

    /// How many conditions stand in each other at most. As in ``Condition/depth``, what only looks deep counts once.
    private var depth: Int {
        var rest = [(condition: withoutNegations, depth: 1)]
        var deepest = 0
        while let visit = rest.popLast() {
            var inner = visit.depth
            deepest = max(deepest, inner)
            if visit.condition.isNegated { inner += 1 }
            let condition = visit.condition.condition
            if condition.andParts != nil || condition.orParts != nil {
                rest += condition.flatParts.map { ($0.withoutNegations, inner + 1) }
            } else {
                deepest = max(deepest, inner)
            }
        }
        return deepest
    }
}

// Written out, as for `Condition`: what the compiler would write goes down by recursion.
extension GroupCondition {
    public static func == (left: GroupCondition, right: GroupCondition) -> Bool {
        var rest = [(left, right)]
        while let pair = rest.popLast() {
            switch pair {
            case (.compare(let a, let left, let b), .compare(let c, let right, let d)):
                if left != right || a != c || b != d { return false }
            case (.and(let parts), .and(let others)), (.or(let parts), .or(let others)):
                if parts.count != others.count { return false }
                rest += zip(parts, others)
            case (.not(let inner), .not(let other)):
                rest.append((inner, other))
            default:
                return false
            }
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        var rest = [self]
        while let condition = rest.popLast() {
            switch condition {
            case .compare(let expression, let comparison, let value):
                hasher.combine(0)
                hasher.combine(expression)
                hasher.combine(comparison)
                hasher.combine(value)
            case .and(let parts):
                hasher.combine(1)
                hasher.combine(parts.count)
                rest += parts
            case .or(let parts):
                hasher.combine(2)
                hasher.combine(parts.count)
                rest += parts
            case .not(let inner):
                hasher.combine(3)
                rest.append(inner)
            }
        }
    }
}
