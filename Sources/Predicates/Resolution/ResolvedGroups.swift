import SQLiteAccess

/// Groups and what is known of them, matched to a layout.
public struct ResolvedGroups: Sendable, Hashable {
    public var fetch: ResolvedFetch
    public var columns: [ResolvedGroupExpression]
    public var having: ResolvedGroupCondition?
    public var sort: [Term]
    /// How many groups at most, and how many are passed over before; never negative.
    public var limit: Int?
    public var offset: Int

    /// A sort key matched to a layout.
    public struct Term: Sendable, Hashable {
        public var expression: ResolvedGroupExpression
        public var isAscending: Bool
    }

    /// - Throws: ``ConditionErrors`` with everything that does not fit.
    public init(_ query: GroupQuery, in layout: FetchLayout) throws(ConditionErrors) {
        fetch = try ResolvedFetch(query.fetch, in: layout)
        var resolver = GroupResolver(query.columns, of: fetch, in: layout)
        if query.fetch.limit != nil || query.fetch.offset != 0 {
            resolver.report("a grouped fetch cannot have a limit or an offset: set them on the groups")
        }
        if query.columns.isEmpty { resolver.report("a grouped fetch needs at least one column, for example '.count'") }
        columns = query.columns.compactMap { resolver.resolve($0) }
        do throws(ConditionError) {
            try query.having?.checkDepth()
        } catch {
            throw ConditionErrors([error])
        }
        having = query.having.flatMap { resolver.resolve($0) }
        if having != nil, !resolver.hasKeys {
            resolver.report("a condition on groups needs at least one key")
        }
        sort = query.sort.compactMap { resolver.resolve($0) }
        limit = query.limit.map { max($0, 0) }
        offset = max(query.offset, 0)
        if !resolver.errors.isEmpty { throw ConditionErrors(resolver.errors) }
    }

    /// The paths that groups are made by.
    var keys: [ResolvedPath] {
        columns.compactMap { if case .key = $0.function { $0.path } else { nil } } + kinds
    }

    /// What tells which entities identities among the columns are of: it stands behind the columns, in their order.
    var kinds: [ResolvedPath] { columns.compactMap(\.kind) }
}

/// What is known of a group, matched to a layout.
public struct ResolvedGroupExpression: Sendable, Hashable {
    public enum Function: Sendable, Hashable {
        case key
        case objects
        case aggregate(Aggregate)
        case countDistinct
    }

    public var function: Function
    /// The property that it is about; nil for the number of objects.
    public var path: ResolvedPath?
    /// The type of what it gives.
    public var type: ValueType
    public var isNullable: Bool
    /// Whether the model lets it be nil: less often than it may be in a file.
    public var mayBeNil = false
    /// Of a key that is an object's identity the path to the name of the entity that the object is of; nil where there is one
    /// entity alone.
    public var kind: ResolvedPath?
}

/// A condition on groups, matched to a layout.
public indirect enum ResolvedGroupCondition: Sendable, Hashable {
    case compare(ResolvedGroupExpression, Comparison, SQLiteValue)
    case and([ResolvedGroupCondition])
    case or([ResolvedGroupCondition])
    case not(ResolvedGroupCondition)
}

/// Matches what is known of groups to a layout and collects all that does not fit.
private struct GroupResolver {
    private let layout: FetchLayout
    private let entity: String
    /// Keys, and functions that are.
    private let keys: Set<GroupExpression>
    private(set) var errors: [ConditionError] = []

    init(_ columns: [GroupExpression], of fetch: ResolvedFetch, in layout: FetchLayout) {
        self.layout = layout
        entity = fetch.entity
        keys = Set(columns.filter { if case .key = $0 { true } else { false } })
    }

    var hasKeys: Bool { !keys.isEmpty }

    mutating func report(_ message: String) {
        errors.append(ConditionError(.type, message, at: nil))
    }

    mutating func resolve(_ term: GroupSortTerm) -> ResolvedGroups.Term? {
        guard let expression = resolve(term.expression) else { return nil }
        guard expression.type.isSortable else {
            report("\(expression.type.inWords) cannot be sorted")
            return nil
        }
        return ResolvedGroups.Term(expression: expression, isAscending: term.isAscending)
    }

    mutating func resolve(_ condition: GroupCondition) -> ResolvedGroupCondition? {
        switch condition {
        case .and: return .and(condition.flatParts.compactMap { resolve($0) })
        case .or: return .or(condition.flatParts.compactMap { resolve($0) })
        case .not:
            let (inner, isNegated) = condition.withoutNegations
            return resolve(inner).map { isNegated ? .not($0) : $0 }
        case .compare(let expression, let comparison, let value):
            guard let expression = resolve(expression) else { return nil }
            guard let stored = layout.stored(value, as: expression.type) else {
                report("\(expression.type.inWords) cannot be compared with \(value.inWords)")
                return nil
            }
            if comparison.asksForOrder, !expression.type.isOrdered {
                report("\(expression.type.inWords) supports only '==' and '!='")
            }
            if let lower = value.lowerNeighbour(in: expression.type) {
                guard let sign = comparison.withLowerNeighbour else { return comparison == .notEqual ? .and([]) : .or([]) }
                return .compare(expression, sign, .integer(lower))
            }
            return .compare(expression, comparison, stored)
        }
    }

    mutating func resolve(_ expression: GroupExpression) -> ResolvedGroupExpression? {
        switch expression {
        case .objects:
            return ResolvedGroupExpression(function: .objects, type: .integer, isNullable: false)
        case .countDistinct(let path, let calendar):
            return self.path(path, calendar).map {
                ResolvedGroupExpression(function: .countDistinct, path: $0, type: .integer, isNullable: false)
            }
        case .key(let name, let calendar):
            guard let path = path(name, calendar) else { return nil }
            if !keys.contains(expression) {
                report("'\(path.description)' is not a key of the groups")
            }
            return ResolvedGroupExpression(
                function: .key, path: path, type: path.type, isNullable: path.isNullable,
                mayBeNil: layout.mayBeNil(path, from: entity), kind: layout.kindPath(of: path))
        case .aggregate(let aggregate, let name):
            return path(name).flatMap { resolve(aggregate, of: $0) }
        }
    }

    private mutating func resolve(_ aggregate: Aggregate, of path: ResolvedPath) -> ResolvedGroupExpression? {
        let type: ValueType
        switch aggregate {
        case .count:
            type = .integer
        case .sum, .average:
            guard path.type.isSummable else {
                report("'\(path.description)' is \(path.type.inWords) and cannot be summed")
                return nil
            }
            // The mean of durations is one, with a fraction of a microsecond.
            type = aggregate == .average && path.type != .duration ? .real : path.type
        case .min, .max:
            guard path.type.isOrdered else {
                report("'\(path.description)' is \(path.type.inWords), which has no minimum or maximum")
                return nil
            }
            type = path.type
        }
        // A group has an object, and so a value, but for the one group of everything.
        let isNumber = aggregate == .count || aggregate == .sum
        return ResolvedGroupExpression(
            function: .aggregate(aggregate), path: path, type: type, isNullable: !isNumber && (path.isNullable || !hasKeys),
            mayBeNil: !isNumber && (!hasKeys || layout.mayBeNil(path, from: entity)))
    }

    private mutating func path(_ path: [String], _ calendar: CalendarTerm? = nil) -> ResolvedPath? {
        do throws(ConditionError) {
            return try layout.resolve(path, calendar, from: entity)
        } catch {
            errors.append(error)
            return nil
        }
    }
}

extension ValueType {
    /// Whether values can be added up in the form in which they are stored.
    fileprivate var isSummable: Bool {
        switch self {
        case .integer, .real, .decimal, .duration: true
        default: false
        }
    }
}

extension ResolvedGroupExpression: CustomStringConvertible {
    /// What messages call it: `service.name`, `sum(price)`.
    public var description: String {
        let name = path?.description ?? ""
        return switch function {
        case .key: name
        case .objects: "count"
        case .countDistinct: "countDistinct(\(name))"
        case .aggregate(.count): "count(\(name))"
        case .aggregate(.sum): "sum(\(name))"
        case .aggregate(.average): "average(\(name))"
        case .aggregate(.min): "min(\(name))"
        case .aggregate(.max): "max(\(name))"
        }
    }
}
