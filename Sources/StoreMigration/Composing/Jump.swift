/// Plans that run as one, in one transaction: a store passes the versions between without ever being of one of them.
package struct Jump: Sendable, Hashable {
    /// What runs.
    package var plan: MigrationPlan
    /// The plans that it consists of, oldest first. A store records that it ran each of them.
    package var parts: [MigrationPlan]

    /// A plan on its own.
    init(_ plan: MigrationPlan) { self.init(plan: plan, parts: [plan]) }

    private init(plan: MigrationPlan, parts: [MigrationPlan]) {
        self.plan = plan
        self.parts = parts
    }

    /// Composes the plans of a path as far as they can be: user-written statements run between the plans before and after them.
    /// - Parameters:
    ///   - path: consecutive plans, oldest first.
    ///   - tables: the tables of the store before the first one.
    package static func jumps(along path: [MigrationPlan], from tables: StoredTables) -> [Jump] {
        var (jumps, run) = ([Jump](), [MigrationPlan]())
        for plan in path {
            if plan.isComposable {
                run.append(plan)
            } else {
                jumps += composed(run, tables)
                jumps.append(Jump(plan))
                run = []
            }
        }
        return jumps + composed(run, tables)
    }

    private static func composed(_ plans: [MigrationPlan], _ tables: StoredTables) -> [Jump] {
        guard plans.count > 1, let first = plans.first, let last = plans.last else { return plans.map(Jump.init) }
        var composer = JumpComposer(tables, plans)
        let steps = composer.steps()
        let plan = MigrationPlan(
            fromVersion: first.fromVersion, toVersion: last.toVersion, isDraft: last.isDraft, fromHash: first.fromHash, toHash: last.toHash,
            minimumSQLite: plans.compactMap(\.minimumSQLite).max(), tables: ComposedOutcomes(plans).tables, objects: first.objects, steps: steps)
        return [Jump(plan: plan, parts: plans)]
    }
}

extension MigrationPlan {
    /// Whether what it does is known: no person wrote a statement or a Swift step of it, and none was frozen as SQL.
    fileprivate var isComposable: Bool {
        steps.allSatisfy { step in
            switch step.operation {
            case .user, .runSwift, .frozen: false
            default: true
            }
        }
    }
}
