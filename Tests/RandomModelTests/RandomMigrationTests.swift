import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Migrations between random models: every plan must be right.
@Suite("Migrations between random models")
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
        for _ in 0..<TestScale.count(120, long: 10_000) {
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

    private func version(_ edits: RandomEdits) -> StoredVersion? {
        guard let model = ModelReader.read(Array(edits.text.utf8), file: "Model.yaml").model else { return nil }
        let (schema, findings) = LayoutPlanner.plan(model)
        return findings.isEmpty ? StoredVersion(model, schema) : nil
    }

    /// Another version, some edits on; what leaves no model is not done.
    private func edited(_ edits: RandomEdits, _ random: inout SeededGenerator) -> (RandomEdits, StoredVersion)? {
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

/// A plan between two versions, with what was decided as the edits say.
private struct Migration {
    let old: StoredVersion
    let new: StoredVersion
    private(set) var decisions = MigrationDecisions()
    let plan: MigrationPlan
    /// Whether keys that are required now are given one.
    let givesKeys: Bool

    /// nil where something is to be decided that the edits do not say.
    init?(_ old: StoredVersion, _ new: StoredVersion, _ edits: RandomEdits) throws {
        self.old = old
        self.new = new
        givesKeys = !edits.requiredKeys.isEmpty
        var decisions = Self.decisions(old, new, edits)
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
            if let plan {
                self.plan = plan
                self.decisions = decisions
                return
            }
            let known = decisions.drops.count
            for finding in findings where finding.code.name == "TR2102" {
                let help = finding.suggestion?.message ?? ""
                guard let match = help.firstMatch(of: /drops: \{ ([A-Za-z0-9]+)(?:\.([A-Za-z0-9.]+))?: why/) else { continue }
                let place = MigrationDecisions.Place(String(match.output.1), match.output.2.map(String.init))
                let name = place.property?.split(separator: ".").first.map(String.init) ?? place.entity
                // What is still there is not lost, but for its order, and for a composite that was nil.
                let isPart = place.property?.hasSuffix(".order") == true || finding.message.contains("no longer distinguish nil")
                if edits.origins.values.contains(name), !isPart {
                    throw NotLost(description: "\(finding.message)\n\(old.model.meaningText)to\n\(new.model.meaningText)")
                }
                decisions.drops[place] = .init("a test", at: finding.span)
            }
            if decisions.drops.count == known { return nil }
        }
    }

    private struct NotLost: Error, CustomStringConvertible {
        var description: String
    }

    private static func decisions(_ old: StoredVersion, _ new: StoredVersion, _ edits: RandomEdits) -> MigrationDecisions {
        var decisions = MigrationDecisions()
        let span = new.model.name.span
        for (name, former) in edits.origins where name != former {
            let owner = old.model.entities.first { $0.declares(former) }?.name.text
            decisions.renames[owner.map { .init($0, former) } ?? .init(former)] = .init(name, at: span)
        }
        let values = edits.constants.merging(edits.requiredKeys.map { ($0, "1") }) { first, _ in first }
        for (name, value) in values {
            guard let entity = new.model.entities.first(where: { $0.declares(name) }) else { continue }
            let column = edits.origins[name].flatMap { former in
                old.model.entities.lazy.compactMap { old.schema.table(forEntity: $0.name.text)?.column(for: former, of: $0.name.text)?.name }.first
            }
            // Two rows lead to each other, or a row to itself.
            let isItsOwnInverse = entity.relationships.contains { $0.name.text == name && $0.isItsOwnInverse }
            let given = isItsOwnInverse ? "_id" : value
            let expression = column.map { "coalesce(\(SQL.identifier($0)), \(given))" } ?? given
            if entity.relationships.contains(where: { $0.name.text == name && !$0.holdsKey }) { continue }
            decisions.values[.init(entity.name.text, name)] = .init(expression, at: span)
        }
        return decisions
    }

    /// The old rows and the new ones; nil where rules of the new version refuse all rows.
    func run(onRowsOf version: StoredVersion) throws -> (rows: VersionRows, after: VersionRows, seeds: Int)? {
        for (number, seeds) in SeedRows.all(for: version).dropLast().enumerated() {
            let connection = try Self.database(version, seeds)
            let before = try VersionRows(version, connection)
            do {
                try connection.execute("BEGIN; \(plan.text) COMMIT")
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
            return (before, try VersionRows(new, connection), number)
        }
        return nil
    }

    /// The result of this plan, then of another.
    func run(onRowsOf version: StoredVersion, then later: Migration) throws -> VersionRows? {
        for seeds in SeedRows.all(for: version).dropLast() {
            let connection = try Self.database(version, seeds)
            do {
                try connection.execute("BEGIN; \(plan.text) COMMIT")
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
            try connection.execute("BEGIN; \(later.plan.text) COMMIT")
            return try VersionRows(later.new, connection)
        }
        return nil
    }

    private static func database(_ version: StoredVersion, _ seeds: SeedRows) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try seeds.insert(into: connection)
        return connection
    }
}

extension Entity {
    fileprivate func declares(_ property: String) -> Bool {
        attributes.contains { $0.name.text == property } || relationships.contains { $0.name.text == property }
    }
}
