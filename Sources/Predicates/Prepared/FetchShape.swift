/// A query of which the values in its condition count only by their kinds: two fetches for one row each, with different numbers, have
/// the same shape.
///
/// Only conditions of key paths and values have one, because nothing else in them depends on when and where they are resolved.
public struct FetchShape: Sendable, Hashable {
    let query: FetchQuery
    /// The values that do not count, in the order of the condition.
    public let values: [ConditionValue]
    private let digest: ShapeDigest

    /// Conditions with more values or levels are resolved each time: they are rarely the same again, and long to compare.
    private static let most = 32

    /// - Returns: nil for a query that has no shape.
    public init?(_ query: FetchQuery) {
        var walk = Walk()
        if let condition = query.condition {
            walk.values.reserveCapacity(4)
            if !walk.visit(condition, level: 0) { return nil }
        }
        walk.digest.combine(query.entity)
        walk.digest.combine(query.sort.count)
        for term in query.sort { walk.digest.combine(term.path) }
        digest = walk.digest
        values = walk.values
        self.query = query
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest.value) }

    public static func == (left: FetchShape, right: FetchShape) -> Bool {
        let (first, second) = (left.query, right.query)
        guard left.digest == right.digest, first.entity == second.entity, first.includesSubentities == second.includesSubentities,
            first.hasLimit == second.hasLimit, first.hasOffset == second.hasOffset, first.sort == second.sort
        else { return false }
        switch (first.condition, second.condition) {
        case (nil, nil): return true
        case (let first?, let second?): return first.hasShape(of: second)
        default: return false
        }
    }

    /// Collects the values of a condition, and the digest of the rest.
    private struct Walk {
        var digest = ShapeDigest()
        var values: [ConditionValue] = []

        /// - Returns: false for a part that has no shape.
        mutating func visit(_ condition: Condition, level: Int) -> Bool {
            if level > FetchShape.most { return false }
            switch condition {
            case .constant(let value):
                digest.combine(value ? 1 : 0)
                return true
            case .and(let parts), .or(let parts):
                digest.combine(parts.count)
                return parts.allSatisfy { visit($0, level: level + 1) }
            case .not(let inner):
                return visit(inner, level: level + 1)
            case .quantified(_, let inner):
                return visit(inner, level: level + 1)
            case .comparison(let left, _, let right):
                return visit(left) && visit(right)
            case .text(let left, let comparison, let right):
                // Which texts are regular expressions is found out when a fetch is resolved.
                if comparison.form == .matches { return false }
                return visit(left) && visit(right)
            case .between(let operand, let low, let high):
                return visit(operand) && visit(low) && visit(high)
            case .membership:
                return false
            }
        }

        private mutating func visit(_ operand: Operand) -> Bool {
            switch operand.kind {
            case .keyPath(let path):
                digest.combine(path)
                return true
            case .value(let value):
                switch value {
                case .null, .bool: return true
                case .data, .list: return false
                // New objects have keys of their own, which no statement finds.
                case .object(let reference) where reference.key <= 0: return false
                // The shape of a fetch that is kept has its values.
                case .text(let text) where text.utf8.count > 1_000: return false
                default:
                    values.append(value)
                    return values.count <= FetchShape.most
                }
            default:
                return false
            }
        }
    }
}

extension FetchQuery {
    var hasLimit: Bool { limit != nil }
    var hasOffset: Bool { offset > 0 }
}

extension Condition {
    fileprivate func hasShape(of other: Condition) -> Bool {
        switch (self, other) {
        case (.constant(let first), .constant(let second)):
            first == second
        case (.and(let first), .and(let second)), (.or(let first), .or(let second)):
            first.count == second.count && zip(first, second).allSatisfy { $0.hasShape(of: $1) }
        case (.not(let first), .not(let second)):
            first.hasShape(of: second)
        case (.quantified(let first, let inner), .quantified(let second, let other)):
            first == second && inner.hasShape(of: other)
        case (.comparison(let left, let first, let right), .comparison(let otherLeft, let second, let otherRight)):
            first == second && left.hasShape(of: otherLeft) && right.hasShape(of: otherRight)
        case (.text(let left, let first, let right), .text(let otherLeft, let second, let otherRight)):
            first == second && left.hasShape(of: otherLeft) && right.hasShape(of: otherRight)
        case (.between(let operand, let low, let high), .between(let other, let otherLow, let otherHigh)):
            operand.hasShape(of: other) && low.hasShape(of: otherLow) && high.hasShape(of: otherHigh)
        default:
            false
        }
    }
}

extension Operand {
    fileprivate func hasShape(of other: Operand) -> Bool {
        switch (kind, other.kind) {
        case (.keyPath(let first), .keyPath(let second)): first == second
        case (.value(let first), .value(let second)): first.hasKind(of: second)
        default: false
        }
    }
}

extension ConditionValue {
    fileprivate func hasKind(of other: ConditionValue) -> Bool {
        switch (self, other) {
        case (.bool(let first), .bool(let second)): first == second
        case (.object(let first), .object(let second)): first.entity == second.entity && first.store == second.store
        case (.null, .null), (.integer, .integer), (.real, .real), (.decimal, .decimal), (.text, .text), (.date, .date), (.day, .day),
            (.duration, .duration), (.uuid, .uuid):
            true
        default: false
        }
    }
}
