import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

@testable import CoreDataImport

/// Histories that people ship, from their first version to the last one at once.
@Suite(
    "Jumps over histories of Core Data models that people ship",
    .enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusJumpTests {
    private static let histories = Dictionary(grouping: CorpusFolder.all, by: \.history).values.filter { $0.count > 2 }
        .sorted { $0[0].history < $1[0].history }

    @Test(arguments: histories)
    func `a jump leaves what its steps leave`(versions: [CorpusVersion]) throws {
        // An ordinary run takes the first part of a long history.
        let part = versions.prefix(TestScale.isLong ? versions.count : 8)
        var stored = [StoredVersion]()
        var plans = [MigrationPlan]()
        for version in part {
            guard let model = try TranslatedModel(version, generating: false).model else { continue }
            let (schema, _) = LayoutPlanner.plan(model, as: ModelVersion(number: stored.count + 1, isDraft: false))
            let latter = StoredVersion(model, schema)
            if let former = stored.last {
                guard former.schema.identity.hash != schema.identity.hash, let plan = planned(from: former, to: latter) else { continue }
                plans.append(plan)
            }
            stored.append(latter)
        }
        guard plans.count > 1, let first = stored.first, let last = stored.last else { return }
        let chain = MigrationChain(
            model: last.model.name.text, version: stored.count, isDraft: false, hash: last.schema.identity.hash, plans: plans)
        var report = ""
        for seeds in SeedRows.all(for: first).prefix(1) {
            let (one, other) = (try Self.database(first, seeds), try Self.database(first, seeds))
            let (stepwise, jump) = (try Self.migrated(one, chain, composing: false), try Self.migrated(other, chain, composing: true))
            #expect(try StoreDump(other).differences(from: StoreDump(one)) == [])
            #expect(stepwise.outcome == nil || jump.outcome?.transactions == 1)
            #expect(jump.outcome?.steps == stepwise.outcome?.steps)
            report = "\(stepwise.time) stepwise, \(jump.time) at once"
        }
        let jumps = Jump.jumps(along: plans, from: try StoredTables(Self.database(first, nil))).map(\.plan)
        print("\(versions[0].history): \(plans.count) plans with \(Self.rebuilds(plans)), at once with \(Self.rebuilds(jumps)); \(report)")
    }

    /// How often tables are rebuilt, and how many are.
    private static func rebuilds(_ plans: [MigrationPlan]) -> String {
        let steps = plans.flatMap(\.steps).filter { $0.strategy == .rebuild }
        return "\(steps.count) rebuilds of \(Set(steps.compactMap(\.operation.checkedTable)).count) tables"
    }

    private func planned(from old: StoredVersion, to new: StoredVersion) -> MigrationPlan? {
        var decisions = MigrationDecisions()
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
            if let plan { return plan }
            let known = decisions.count
            for finding in findings { decisions.complete(finding, new) }
            if decisions.count == known { return nil }
        }
    }

    private static func migrated(
        _ connection: SQLiteConnection, _ chain: MigrationChain, composing: Bool
    ) throws -> (outcome: StoreMigrator.Outcome?, time: Duration) {
        var outcome: StoreMigrator.Outcome?
        let time = try ContinuousClock().measure {
            do {
                outcome = try StoreMigrator(connection, chain, MigrationOptions(availableSpace: .max, composesPlans: composing)).migrate()
            } catch let error as MigrationError {
                print("  stopped: \(error)")
            }
        }
        return (outcome, time)
    }

    private static func database(_ version: StoredVersion, _ seeds: SeedRows?) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl)
        try seeds?.insert(into: connection)
        try connection.execute("UPDATE _trellis_metadata SET value = 'same' WHERE key = 'uuid'")
        return connection
    }
}

extension MigrationDecisions {
    fileprivate var count: Int { drops.count + values.count + accepted.count }
}
