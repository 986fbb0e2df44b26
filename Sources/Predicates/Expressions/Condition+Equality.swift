// Written out, for what the compiler would write goes down into a condition by recursion, and one made in code may be deeper than
// the stack.
extension Condition {
    public static func == (left: Condition, right: Condition) -> Bool {
        var rest = [(left, right)]
        while let pair = rest.popLast() {
            switch pair {
            case (.constant(let left), .constant(let right)):
                if left != right { return false }
            case (.comparison(let a, let left, let b), .comparison(let c, let right, let d)):
                if left != right || a != c || b != d { return false }
            case (.text(let a, let left, let b), .text(let c, let right, let d)):
                if left != right || a != c || b != d { return false }
            case (.between(let a, let b, let c), .between(let d, let e, let f)):
                if a != d || b != e || c != f { return false }
            case (.membership(let a, let b), .membership(let c, let d)):
                if a != c || b != d { return false }
            case (.quantified(let left, let inner), .quantified(let right, let other)):
                if left != right { return false }
                rest.append((inner, other))
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
            hasher.combine(condition.kind)
            switch condition {
            case .constant(let value): hasher.combine(value)
            case .comparison(_, let comparison, _): hasher.combine(comparison)
            case .text(_, let comparison, _): hasher.combine(comparison)
            case .between, .membership: break
            case .quantified(let quantifier, let inner):
                hasher.combine(quantifier)
                rest.append(inner)
                continue
            case .and(let parts), .or(let parts):
                hasher.combine(parts.count)
                rest += parts
            case .not(let inner): rest.append(inner)
            }
            hasher.combine(condition.operands)
        }
    }

    /// What tells the cases apart.
    private var kind: UInt8 {
        switch self {
        case .constant: 0
        case .comparison: 1
        case .text: 2
        case .between: 3
        case .membership: 4
        case .quantified: 5
        case .and: 6
        case .or: 7
        case .not: 8
        }
    }
}
