import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Migrations between random models on a target whose foreign keys are always on.
struct RandomKeptKeysTests {
    /// How far pairs of models came.
    private struct Figures {
        var (tried, planned, changed, run, refused, proved) = (0, 0, 0, 0, 0, 0)
    }

    /// A target that takes every step but for its foreign keys: functions of the library would be refused.
    private static let target: StorageTarget = {
        var target = StorageTarget.rqlite
        target.hasLibraryFunctions = true
        return target
    }()

    @Test(arguments: KeptSeeds.keptKeys) func `what was wrong once with foreign keys on is right`(_ kept: KeptSeeds.Pair) throws {
        var figures = Figures()
        let isRight = try isRight(kept.seed, &figures, isProved: true)
        #expect(isRight && figures.run == 1, "\(kept.fault)")
    }

    @Test func `plans that keep foreign keys on give the rows and the schema that the oracle expects`() throws {
        var random = SeededGenerator.forTests()
        var figures = Figures()
        while figures.planned < TestScale.count(12, long: 2_000) {
            let seed = random.next()
            guard try isRight(seed, &figures) else {
                Issue.record("to keep the pair, add a line to KeptSeeds.swift: .init(\(seed), \"what was wrong\"),")
                return
            }
        }
        print("migrations with foreign keys on: \(figures)")
        #expect(figures.run > figures.planned / 4 && figures.changed > figures.planned / 4)
    }

    /// Whether the plan of one pair is right; what is not is an issue.
    private func isRight(_ seed: UInt64, _ figures: inout Figures, isProved: Bool = false) throws -> Bool {
        var random = SeededGenerator(seed: seed)
        figures.tried += 1
        let maker = RandomMigrationTests()
        let first = RandomEdits(RandomModel(&random).text)
        guard let one = maker.version(first), let (second, two) = maker.edited(first, &random), let step = try Migration(one, two, second)
        else { return true }
        figures.planned += 1
        let plan = KeptKeysPlan.plan(step.plan, from: one.schema, to: two.schema)
        if plan != step.plan { figures.changed += 1 }
        var complaints = [String]()
        do {
            guard let result = try step.runWithKeys(plan, onRowsOf: one) else {
                figures.refused += 1
                return true
            }
            figures.run += 1
            complaints += MigrationOracle(old: one, new: two, edits: second, before: result.before).differences(in: result.after)
            complaints += try Self.schemaDifferences(result.connection, two.schema)
            let stray = try result.connection.rows("PRAGMA foreign_key_check").count
            if stray > 0 { complaints.append("\(stray) keys lead nowhere") }
            // The proof that 'migrate create' runs must not refuse what is right. It takes longer than the oracle.
            if isProved || figures.planned % 4 == 0 {
                let proof = MigrationProof(from: one, to: two, step.decisions)
                complaints += proof.findings(ofFormOf: step.plan, on: Self.target).map(\.message)
                figures.proved += 1
            }
        } catch {
            complaints.append("\(error)")
        }
        if !complaints.isEmpty { Issue.record("seed \(seed): \(complaints.joined(separator: "\n"))\n\(first.text)to\n\(second.text)\(plan.text)") }
        return complaints.isEmpty
    }

    /// What is in one schema and not in the other: tables by their columns and keys, other objects by their names.
    private static func schemaDifferences(_ connection: SQLiteConnection, _ schema: StorageSchema) throws -> [String] {
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(schema.ddl)
        func facts(_ connection: SQLiteConnection) throws -> Set<String> {
            let queries = [
                "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'",
                "SELECT s.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'",
                "SELECT s.name, k.\"table\", k.\"from\", k.\"to\", k.on_delete FROM sqlite_schema AS s, pragma_foreign_key_list(s.name) AS k WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'",
            ]
            return Set(try queries.flatMap { try connection.rows($0).map { $0.map { $0 ?? "NULL" }.joined(separator: " ") } })
        }
        return try facts(connection).symmetricDifference(facts(fresh)).sorted()
    }
}
