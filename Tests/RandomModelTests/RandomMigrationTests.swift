import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Migrations between random models: every plan must be right.
struct RandomMigrationTests {
    /// How far pairs of models came.
    private struct Figures {
        var tried = 0
        var planned = 0
        var run = 0
        var composed = 0
    }

    @Test(arguments: KeptSeeds.pairs) func `what was wrong once is right`(_ kept: KeptSeeds.Pair) throws {
        var figures = Figures()
        #expect(try isRight(kept.seed, &figures), "\(kept.fault)")
    }

    @Test func `each plan is proved, keeps every value and connection, and two steps give what one does`() throws {
        var random = SeededGenerator.forTests()
        var figures = Figures()
        for _ in 0..<TestScale.count(20, long: 10_000) {
            let seed = random.next()
            let isRight: Bool
            do {
                isRight = try self.isRight(seed, &figures)
            } catch {
                Issue.record(error)
                isRight = false
            }
            guard isRight else {
                Issue.record("to keep the pair, add a line to KeptSeeds.swift: .init(\(seed), \"what was wrong\"),")
                return
            }
        }
        print("migrations between random models: \(figures)")
        #expect(figures.run > figures.tried / 10 && figures.composed > 0)
    }

    // MARK: One pair

    /// Whether a plan between two versions of a model is right, and one that goes a step on; what is not is an issue.
    private func isRight(_ seed: UInt64, _ figures: inout Figures) throws -> Bool {
        var random = SeededGenerator(seed: seed)
        figures.tried += 1
        let first = RandomEdits(RandomModel(&random).text)
        guard let one = version(first), let (second, two) = edited(first, &random), let step = try Migration(one, two, second)
        else { return true }
        figures.planned += 1
        guard try check(step, first, second) else { return false }
        guard let before = try step.run(onRowsOf: one) else { return true }
        figures.run += 1
        let complaints = MigrationOracle(old: one, new: two, edits: second, before: before.rows).differences(in: before.after)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))\n\(first.text)to\n\(second.text)\(step.plan.text)")
        if !complaints.isEmpty { return false }

        // A step on, and the same way at once.
        guard let (third, three) = edited(second.next, &random), let later = try Migration(two, three, third),
            let whole = try Migration(one, three, second.followed(by: third))
        else { return true }
        // A key to a dropped row is gone after the first of two steps; in one step, values that compute a key still see it.
        let kept = Set(second.origins.values)
        guard !later.givesKeys || one.model.entities.allSatisfy({ kept.contains($0.name.text) }) else { return true }
        // What is random, or the time, is another value each time.
        guard !whole.plan.text.contains("randomblob"), !whole.plan.text.contains("'now'"), !first.text.contains("derived: now()") else {
            return true
        }
        guard try check(whole, first, third) else { return false }
        guard let direct = try whole.run(onRowsOf: one), direct.seeds == before.seeds,
            let composed = try? step.run(onRowsOf: one, then: later)
        else { return true }
        figures.composed += 1
        // A key without a row connects nothing: it is given up where it changes sides.
        let (byTwo, byOne) = (composed.withoutLooseKeys, direct.after.withoutLooseKeys)
        let isSame = byTwo == byOne
        let others = byTwo.connections.filter { byOne.connections[$0.key] != $0.value }.map { name, pairs in
            "\(name) by two steps: \(pairs), by one: \(byOne.connections[name] ?? [])\n"
        }
        #expect(isSame, "\(others.joined())\(first.text)to\n\(second.text)to\n\(third.text)\(whole.plan.text)")
        return isSame
    }

    private func check(_ migration: Migration, _ old: RandomEdits, _ new: RandomEdits) throws -> Bool {
        let errors = MigrationProof(from: migration.old, to: migration.new, migration.decisions).findings(of: migration.plan)
            .filter { $0.severity == .error }
            // The key that a required one is given may be no row's, or that of another entity's row in the same table.
            .filter { finding in
                let isOfGivenKey = finding.message.hasSuffix("more keys refer to no row") || finding.message.contains(", which is of '")
                return !(migration.givesKeys && isOfGivenKey)
            }
        #expect(errors.isEmpty, "\(errors.map(\.message).joined(separator: "\n"))\n\(old.text)to\n\(new.text)\(migration.plan.text)")
        return errors.isEmpty
    }

    // MARK: Versions

    func version(_ edits: RandomEdits) -> StoredVersion? {
        guard let model = ModelReader.read(Array(edits.text.utf8), file: "Model.yaml").model else { return nil }
        let (schema, findings) = LayoutPlanner.plan(model)
        return findings.isEmpty ? StoredVersion(model, schema) : nil
    }

    /// Another version, some edits on; what leaves no model is not done.
    func edited(_ edits: RandomEdits, _ random: inout SeededGenerator) -> (RandomEdits, StoredVersion)? {
        var edits = edits
        var last: StoredVersion?
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            var next = edits
            next.edit(&random)
            guard next.lines != edits.lines, let version = version(next) else { continue }
            (edits, last) = (next, version)
        }
        return last.map { (edits, $0) }
    }
}
