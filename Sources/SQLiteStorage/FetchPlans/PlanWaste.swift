import Predicates

/// What a plan does that an index might spare.
public struct PlanWaste: Sendable, Hashable {
    /// The entities, or tables of relationships, all of whose rows are looked at though not all are asked for.
    public var scans: [String] = []
    public var sort = Sort.none

    public enum Sort: Int, Sendable, Hashable {
        case none
        /// Rows come in a part of the order, and those that are equal in it are sorted.
        case partial
        case whole
    }

    public var isEmpty: Bool { scans.isEmpty && sort == .none }

    /// The columns by whose values and ranges the fetched rows are found, and the condition of the index: what decides between
    /// plans that waste alike.
    var foundBy: Set<String> = []

    /// Whether less is wasted in another plan of the same fetch: a full scan goes away, or the sort does.
    ///
    /// Reading more rows to have them in order makes up for no sort, unless a limit ends it early: putting those in order that
    /// were found costs less than reading others here and there.
    /// - Parameter smallerSort: whether it is enough that the sort becomes a smaller one.
    func isRelieved(by other: PlanWaste, isLimited: Bool, smallerSort: Bool = false) -> Bool {
        if other.scans.count != scans.count { return other.scans.count < scans.count }
        let readsNoMore = scans.isEmpty && other.foundBy.isSuperset(of: foundBy)
        let isOrdered = smallerSort ? other.sort.rawValue < sort.rawValue : sort != .none && other.sort == .none
        return isOrdered && (readsNoMore || isLimited)
    }

    /// Whether it is the better one of two plans of the same fetch. Finding fewer rows counts for more than having them in order,
    /// but not where only the first ones are asked for.
    func isBetter(than other: PlanWaste, isLimited: Bool) -> Bool {
        if scans.count != other.scans.count { return scans.count < other.scans.count }
        let isOrdered = sort.rawValue < other.sort.rawValue
        let isNarrower = foundBy.count > other.foundBy.count
        if isLimited { return sort == other.sort ? isNarrower : isOrdered }
        return foundBy.count == other.foundBy.count ? isOrdered : isNarrower
    }
}

extension PlanWaste {
    /// Judges the plan of a fetch.
    /// - Parameters:
    ///   - fetch: what is asked for: without a condition every row is.
    ///   - tables: the tables of the statement.
    ///   - kinds: which rows of the table are of the entity, as SQL; nil where all are.
    init(of plan: QueryPlan, for fetch: ResolvedFetch, tables: PlanTables, kinds: String?) {
        for step in plan.allSteps {
            switch step.action {
            case .scan(_, .virtualTable): continue
            case .scan(let row, let access):
                guard let table = tables[row], !table.isSmall else { continue }
                let condition = tables.index(of: access, row: row)?.condition
                // A partial index contains only rows that meet its condition.
                if condition != nil, condition != kinds { continue }
                if row == PlanTables.fetchedRow, fetch.asksForAll, condition == kinds { continue }
                scans.append(table.title)
            case .search(let row, .temporaryIndex, _):
                if let table = tables[row], !table.isSmall { scans.append(table.title) }
            case .search(PlanTables.fetchedRow, let access, let constraints):
                let condition = tables.index(of: access, row: PlanTables.fetchedRow)?.condition
                // The condition of a partial index is a value that it has been found by.
                foundBy.formUnion(constraints.map(\.column))
                if let condition, condition != kinds { foundBy.insert(condition) }
            case .sort(let isPartial):
                if tables[PlanTables.fetchedRow]?.isSmall == true { continue }
                sort = Sort(rawValue: max(sort.rawValue, (isPartial ? Sort.partial : .whole).rawValue)) ?? .whole
            default: continue
            }
        }
    }
}

extension ResolvedFetch {
    /// Whether no condition keeps an object of the entity out.
    fileprivate var asksForAll: Bool { condition == nil || condition == .constant(true) }
}
