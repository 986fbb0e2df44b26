import Foundation
import SQLiteAccess

/// Matches conditions and sort terms to a layout and collects all that does not fit.
///
/// What fits gives a value, what does not gives nil and has its error in ``errors``.
struct Resolver {
    let layout: FetchLayout
    let parameters: [String: FetchParameter]
    let now: Date
    var errors: [ConditionError] = []
    var usedParameters: [String: FetchParameter] = [:]
    /// The objects that paths can start from: the one that the condition is about, then members, inwards.
    var scopes: [Scope]

    struct Scope {
        var entity: FetchLayout.Entity
        /// What a condition calls the object; nil for one that only a quantifier knows.
        var variable: String?
    }

    init(layout: FetchLayout, entity: FetchLayout.Entity, parameters: [String: FetchParameter], now: Date) {
        self.layout = layout
        self.parameters = parameters
        self.now = now
        scopes = [Scope(entity: entity)]
    }

    mutating func resolve(_ term: SortTerm) -> ResolvedSortTerm? {
        var range = term.range
        if let whole = term.range, term.calendar == nil {
            range = whole.upperBound - term.path.joined(separator: ".").unicodeScalars.count..<whole.upperBound
        }
        if term.path.isEmpty { return fail(.syntax, "a key path needs at least one property", at: range) }
        let place = term.calendar == nil ? range : range.map { $0.lowerBound + term.prefixLength..<$0.upperBound }
        guard var path = path(WrittenPath(term.path, at: place), from: 0, hint: "") else { return nil }
        if let calendar = term.calendar {
            let plain = path
            guard let applied = noting({ _ throws(ConditionError) in try plain.applying(calendar, at: range) }) else { return nil }
            path = applied
        }
        guard path.type.isSortable else { return fail(.type, "\(path.type.inWords) cannot be sorted", at: range) }
        if term.options.isEmpty { return ResolvedSortTerm(path: path, isAscending: term.isAscending) }
        guard path.type == .text || path.type == .foldedText else {
            return fail(.type, "options apply only to strings, not to \(path.type.inWords)", at: range)
        }
        return ResolvedSortTerm(path: layout.folding(path, term.options, from: scopes[0].entity), isAscending: term.isAscending)
    }

    mutating func resolve(_ condition: Condition) -> ResolvedCondition? {
        switch condition {
        case .constant(let value):
            return .constant(value)
        case .and:
            return resolve(condition.flatParts).map { .and(LongGroups.joined($0, by: .and)) }
        case .or:
            return resolve(condition.flatParts).map { .or(LongGroups.joined($0, by: .or)) }
        case .not:
            let (inner, isNegated) = condition.withoutNegations
            return resolve(inner).map { isNegated ? .not($0) : $0 }
        case .comparison(let left, _, let right):
            if left.isPeriod {
                let right = side(right)
                return resolve(condition, left: side(left, beside: right), right: right)
            }
            let left = side(left)
            return resolve(condition, left: left, right: side(right, beside: left))
        case .text(let left, let comparison, let right):
            // Of a collection of objects, "contains" is asked for a member.
            if comparison == TextComparison(.contains), isToMany(left) { return resolve(right, in: left) }
            return resolve(condition, left: side(left), right: side(right))
        case .between(let value, _, _):
            return resolve(condition, left: side(value), right: nil)
        case .membership(let value, let collection):
            return resolve(value, in: collection)
        case .quantified(let quantifier, let inner):
            return resolve(quantifier, inner)
        }
    }

    /// All parts, or nil where one does not fit; every one is looked at.
    private mutating func resolve(_ parts: [Condition]) -> [ResolvedCondition]? {
        var resolved = [ResolvedCondition]()
        for part in parts {
            if let part = resolve(part) { resolved.append(part) }
        }
        return resolved.count == parts.count ? resolved : nil
    }

    /// A comparison of any kind, whose sides are known: the left one may be a member of what stands in its place.
    mutating func resolve(_ condition: Condition, left: Side?, right: Side?) -> ResolvedCondition? {
        switch condition {
        case .comparison(_, let comparison, _):
            guard let left, let right else { return nil }
            return compare(left, comparison, right)
        case .text(_, let comparison, _):
            guard let left, let right else { return nil }
            return compare(left, comparison, right)
        case .between(_, let low, let high):
            let (low, high) = (side(low, beside: left), side(high, beside: left))
            guard let left, let low, let high else { return nil }
            let (first, second) = (compare(left, .greaterOrEqual, low), compare(left, .lessOrEqual, high))
            guard let first, let second else { return nil }
            return .and([first, second])
        case .membership(_, let collection):
            return left.flatMap { membership(of: $0, in: collection) }
        default:
            return fail(.syntax, "ANY, ALL and NONE apply to one comparison", at: left?.range)
        }
    }

    private mutating func resolve(_ value: Operand, in collection: Operand) -> ResolvedCondition? {
        side(value).flatMap { membership(of: $0, in: collection) }
    }

    // MARK: Errors

    /// Notes an error and gives nil in the place of what does not fit.
    mutating func fail<Result>(_ kind: ConditionError.Kind, _ message: String, at range: Range<Int>?) -> Result? {
        errors.append(ConditionError(kind, message, at: range))
        return nil
    }

    /// Notes an error that is thrown.
    mutating func noting<Result>(_ body: (Resolver) throws(ConditionError) -> Result) -> Result? {
        do {
            return try body(self)
        } catch {
            errors.append(error)
            return nil
        }
    }
}
