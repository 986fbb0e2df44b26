import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Migrations between random models on a target whose foreign keys are always on.
struct RandomKeptKeysTests {
    @Test func `plans that keep foreign keys on give the rows and the schema that the oracle expects`() throws {
        var random = SeededGenerator.forTests()
        var (tried, planned, changed, run, refused) = (0, 0, 0, 0, 0)
        let maker = RandomMigrationTests()
        while planned < TestScale.count(12, long: 2_000) {
            tried += 1
            let seed = random.next()
            var random = SeededGenerator(seed: seed)
            let first = RandomEdits(RandomModel(&random).text)
            guard let one = maker.version(first), let (second, two) = maker.edited(first, &random),
                let step = try Migration(one, two, second)
            else { continue }
            planned += 1
            let plan = KeptKeysPlan.plan(step.plan, from: one.schema, to: two.schema)
            if plan != step.plan { changed += 1 }
            do {
                guard let result = try step.runWithKeys(plan, onRowsOf: one) else {
                    refused += 1
                    continue
                }
                run += 1
                var complaints = MigrationOracle(old: one, new: two, edits: second, before: result.before).differences(in: result.after)
                complaints += try Self.schemaDifferences(result.connection, two.schema)
                let stray = try result.connection.rows("PRAGMA foreign_key_check").count
                if stray > 0 { complaints.append("\(stray) keys lead nowhere") }
                guard complaints.isEmpty else {
                    Issue.record("seed \(seed): \(complaints.joined(separator: "\n"))\n\(first.text)to\n\(second.text)\(plan.text)")
                    return
                }
            } catch {
                Issue.record("seed \(seed): \(error)\n\(first.text)to\n\(second.text)\(plan.text)")
                return
            }
        }
        print("migrations with foreign keys on: \(tried) tried, \(planned) planned, \(changed) in another form, \(run) run, \(refused) refused by rows")
        #expect(run > planned / 4 && changed > planned / 4)
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
