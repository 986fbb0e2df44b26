import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Plans that run as one must leave what they leave one after the other.
struct RandomJumpTests {
    /// How far chains came.
    private struct Figures {
        var chains = 0
        var steps = 0
        /// The runs that took fewer transactions than steps.
        var composed = 0
        /// The runs that rows stopped, in both ways at the same version.
        var stopped = 0
        /// The runs that steps alone refuse.
        var passed = 0
        /// The rebuilds of the plans, and those of the composed ones.
        var rebuilds = 0
        var composedRebuilds = 0
    }

    @Test func `a jump leaves the rows, the schema and the record that its steps leave, or is refused where they are`() throws {
        var random = SeededGenerator.forTests()
        var figures = Figures()
        for _ in 0..<TestScale.count(10, long: 2_000) {
            let seed = random.next()
            let isRight: Bool
            do {
                isRight = try self.isRight(seed, &figures)
            } catch {
                Issue.record(error)
                isRight = false
            }
            guard isRight else {
                Issue.record("the chain's seed is \(seed)")
                return
            }
        }
        print("jumps over random models: \(figures)")
        #expect(figures.composed > figures.chains / 2 && figures.composedRebuilds <= figures.rebuilds)
        // A few chains may rebuild no table twice.
        if figures.chains >= 20 { #expect(figures.composedRebuilds < figures.rebuilds) }
    }

    @Test(arguments: KeptSeeds.chains) func `what a jump did wrong once is right`(_ kept: KeptSeeds.Pair) throws {
        var figures = Figures()
        #expect(try isRight(kept.seed, &figures), "\(kept.fault)")
    }

    private func isRight(_ seed: UInt64, _ figures: inout Figures) throws -> Bool {
        var random = SeededGenerator(seed: seed)
        var edits = RandomEdits(RandomModel(&random).text)
        guard let first = version(edits, 1) else { return true }
        var (versions, plans, texts) = ([first], [MigrationPlan](), [edits.text])
        for _ in 0..<30 where versions.count < 5 {
            guard let (next, latter) = edited(edits, versions.count + 1, &random),
                let migration = try? Migration(versions[versions.count - 1], latter, next)
            else { continue }
            var plan = migration.plan
            plan.frozenHash = "plan \(versions.count + 1)"
            plans.append(plan)
            versions.append(latter)
            edits = next.next
            texts.append(edits.text)
        }
        // What is random, or the time, is another value each time.
        let isRepeatable = !plans.contains { $0.text.contains("randomblob") || $0.text.contains("'now'") } && !texts.contains { $0.contains("now()") }
        guard plans.count > 1, isRepeatable else { return true }
        figures.chains += 1
        figures.steps += plans.count
        let identity = versions[versions.count - 1].schema.identity
        let chain = MigrationChain(model: identity.model, version: plans.count + 1, isDraft: false, hash: identity.hash, plans: plans)
        for seeds in SeedRows.all(for: first).prefix(3) {
            let (one, other) = (try Self.database(first, seeds), try Self.database(first, seeds))
            let stepwise = Result { try StoreMigrator(one, chain, options(composing: false)).migrate() }
            let jump = Result { try StoreMigrator(other, chain, options(composing: true)).migrate() }
            switch (stepwise, jump) {
            case (.success(let separate), .success(let together)):
                #expect(separate.toVersion == together.toVersion && separate.steps == together.steps)
                if together.transactions == 1 {
                    figures.composed += 1
                    figures.rebuilds += rebuilds(plans)
                    figures.composedRebuilds += rebuilds(try Self.jumps(plans, first, seeds))
                } else {
                    Issue.record("\(try refusal(plans, first, seeds, chain))\n\(plans.map(\.text).joined(separator: "\n=====\n"))")
                    return false
                }
            case (.failure(let first), .failure(let second)):
                figures.stopped += 1
                #expect("\(first)" == "\(second)")
            case (.failure(MigrationError.newViolations), .success(let together)) where together.transactions == 1:
                // A key leads nowhere in a version between alone.
                figures.passed += 1
                continue
            default:
                let texts = (plans + (try Self.jumps(plans, first, seeds))).map(\.text)
                Issue.record("one after the other: \(stepwise), as a jump: \(jump)\n\(texts.joined(separator: "\n=====\n"))")
                return false
            }
            let (expected, found) = (try StoreDump(one), try StoreDump(other))
            let differences = found.differences(from: expected)
            if differences.isEmpty { continue }
            let texts = (plans + (try Self.jumps(plans, first, seeds))).map(\.text)
            Issue.record("\(differences.joined(separator: "\n"))\n\(texts.joined(separator: "\n=====\n"))")
            return false
        }
        return true
    }

    /// The plans that run as one, after those that run before them.
    private static func jumps(_ plans: [MigrationPlan], _ version: StoredVersion, _ seeds: SeedRows) throws -> [MigrationPlan] {
        Jump.jumps(along: plans, from: try StoredTables(database(version, seeds))).map(\.plan)
    }

    /// Why the jump is none, though the steps succeed.
    private func refusal(_ plans: [MigrationPlan], _ version: StoredVersion, _ seeds: SeedRows, _ chain: MigrationChain) throws -> String {
        let jumps = try Self.jumps(plans, version, seeds)
        let composed = MigrationChain(
            model: chain.model, version: chain.version, isDraft: false, hash: chain.hash, plans: jumps)
        let outcome = Result { try StoreMigrator(Self.database(version, seeds), composed, options(composing: false)).migrate() }
        return "no jump, though the steps succeed: \(outcome)\n\(jumps.map(\.text).joined(separator: "\n=====\n"))\n=====\nThe steps:"
    }

    private func rebuilds(_ plans: [MigrationPlan]) -> Int { plans.reduce(0) { $0 + $1.steps.count { $0.strategy == .rebuild } } }

    private func options(composing: Bool) -> MigrationOptions { MigrationOptions(availableSpace: .max, composesPlans: composing) }

    private static func database(_ version: StoredVersion, _ seeds: SeedRows) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try seeds.insert(into: connection)
        // Each store has another one.
        try connection.execute("UPDATE _trellis_metadata SET value = 'same' WHERE key = 'uuid'")
        return connection
    }

    // MARK: Versions

    private func version(_ edits: RandomEdits, _ number: Int) -> StoredVersion? {
        guard let model = ModelReader.read(Array(edits.text.utf8), file: "Model.yaml").model else { return nil }
        let (schema, findings) = LayoutPlanner.plan(model, as: ModelVersion(number: number, isDraft: false))
        return findings.isEmpty ? StoredVersion(model, schema) : nil
    }

    private func edited(_ edits: RandomEdits, _ number: Int, _ random: inout SeededGenerator) -> (RandomEdits, StoredVersion)? {
        var edits = edits
        var last: StoredVersion?
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var next = edits
            next.edit(&random)
            guard next.lines != edits.lines, let version = version(next, number) else { continue }
            (edits, last) = (next, version)
        }
        return last.map { (edits, $0) }
    }
}
