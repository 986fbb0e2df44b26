import Predicates
import SQLiteAccess

/// Finds the indexes that spare the fetches of an entity a full scan or a sort: each is made, and the plan made again.
struct IndexAdvisor {
    private let planner: FetchPlanner
    private let connection: SQLiteConnection
    /// The indexes that were advised, which stand in the database: another fetch may do with one of them.
    private var advised: [Trial] = []
    private var count = 0

    /// An index that stands in the database to be tried.
    private struct Trial {
        var advised: AdvisedIndex
        var index: Index
    }

    /// Adds advice to the plans of an entity's fetches, and leaves the database as it was.
    /// - Throws: ``SQLiteError``
    static func advise(_ plans: inout [FetchPlan], _ planner: FetchPlanner, on connection: SQLiteConnection) throws {
        let wasteful = plans.indices.filter { !plans[$0].waste.isEmpty }
        if wasteful.isEmpty { return }
        var advisor = IndexAdvisor(planner: planner, connection: connection)
        let lengths = wasteful.map { IndexCandidates(for: plans[$0].resolved).greatestLength }
        // The longest index first: it may serve for a shorter one, which would be one too many.
        for (place, _) in zip(wasteful, lengths).sorted(by: { ($0.1, $1.0) > ($1.1, $0.0) }) {
            plans[place].advice = try advisor.advice(for: plans[place])
        }
        for trial in advisor.advised { try advisor.drop(trial) }
    }

    private init(planner: FetchPlanner, connection: SQLiteConnection) {
        self.planner = planner
        self.connection = connection
    }

    private mutating func advice(for plan: FetchPlan) throws -> IndexAdvice? {
        let isLimited = plan.resolved.limit != nil
        var best: IndexAdvice?
        if !advised.isEmpty, let shared = try outcome(for: plan, with: advised) {
            // What stands there for another fetch is welcome also where it makes a sort no more than smaller.
            if plan.waste.isRelieved(by: shared.remaining, isLimited: isLimited, smallerSort: true) { best = shared }
        }
        for set in IndexCandidates(for: plan.resolved).sets {
            let new = set.filter { !isServed($0) }
            if new.isEmpty { continue }
            let made = try new.map { try make($0) }
            if let outcome = try outcome(for: plan, with: advised + made),
                plan.waste.isRelieved(by: outcome.remaining, isLimited: isLimited),
                best.map({ outcome.remaining.isBetter(than: $0.remaining, isLimited: isLimited) }) ?? true
            {
                best = outcome
            }
            for trial in made { try drop(trial) }
        }
        for index in best?.indexes ?? [] where !advised.contains(where: { $0.advised == index }) {
            advised.append(try make(index))
        }
        return best
    }

    /// What the fetch makes of the indexes that are there now; nil where it uses none of `trials`.
    private func outcome(for plan: FetchPlan, with trials: [Trial]) throws -> IndexAdvice? {
        let newPlan = try planner.queryPlan(of: plan.statement, on: connection)
        let read = newPlan.allSteps.compactMap(\.indexName)
        let used = trials.filter { read.contains($0.index.name) }.map(\.advised)
        if used.isEmpty { return nil }
        let waste = PlanWaste(
            of: newPlan, for: plan.resolved, tables: plan.tables.adding(trials.map(\.index)),
            kinds: planner.kinds(of: plan.resolved.entity))
        return IndexAdvice(indexes: used, remaining: waste)
    }

    /// Whether there is such an index: of the schema, or one that was advised.
    private func isServed(_ index: AdvisedIndex) -> Bool {
        let kinds = planner.kinds(of: index.entity)
        let existing = planner.schema.table(forEntity: index.entity)?.indexes ?? []
        return existing.contains { $0.condition == kinds && index.isServed(by: $0.keys) }
            || advised.contains { $0.advised.entity == index.entity && index.isServed(by: $0.index.keys) }
    }

    /// Makes an index as the schema would have it, under a name that no index of a schema has.
    private mutating func make(_ advised: AdvisedIndex) throws -> Trial {
        count += 1
        let keys = advised.keys.map { Index.Key(column: $0.column, isAscending: $0.isAscending) }
        let index = Index(
            name: "_trellis_advised_\(count)", keys: keys, isUnique: false, condition: planner.kinds(of: advised.entity))
        try connection.execute(index.createStatement(on: planner.schema.table(forEntity: advised.entity)?.name ?? ""))
        return Trial(advised: advised, index: index)
    }

    private func drop(_ trial: Trial) throws { try connection.execute("DROP INDEX \(trial.index.name)") }
}

extension QueryPlan.Step {
    /// The index that it reads; nil where it reads none.
    fileprivate var indexName: String? {
        switch action {
        case .scan(_, .index(let name, _)), .search(_, .index(let name, _), _): name
        default: nil
        }
    }
}
