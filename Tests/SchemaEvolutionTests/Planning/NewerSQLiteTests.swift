import Foundation
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Plans for a SQLite that alters constraints, run on one: the system's may be older than they need.
struct NewerSQLiteTests {
    private typealias Shop = ConstraintAlterationTests

    private static let tools = TestTools.folder(with: "apsw")

    @Test(
        "On a SQLite that alters constraints such plans end where a rebuild ends: in the schema of a fresh store, with the same rows",
        .enabled(if: tools != nil, "Scripts/setup.sh tests fetches a newer SQLite"))
    func newerSQLite() throws {
        let second = Shop.model(
            name: "string?", note: "{ type: string, default: none }", points: "{ type: int?, check: true, min: 0, max: 1000 }",
            price: "{ type: int, check: true, min: 0 }")
        // Then come a column behind the CHECK, a CHECK of two lines and a NOT NULL, and others go.
        let third = Shop.model(
            name: "{ type: string, default: unknown }", note: "{ type: string?, check: true, minLength: 2, maxLength: 900 }",
            points: "{ type: int, default: 7, check: true, min: 0, max: 1000 }", more: ", weight: { type: double, default: 1.5 }")
        let lines = try run(
            [Shop.old, second, third],
            queries: ["SELECT * FROM own_view ORDER BY 1, 2", "DELETE FROM customer WHERE _id = 9", "SELECT what FROM own_log", "SELECT order_count FROM customer ORDER BY _id",
                "INSERT INTO \"order\" (day, price, weight, customer_id) VALUES ('', -1, 1.5, 1)", "UPDATE customer SET points = 1001", "UPDATE customer SET points = NULL",
                "SELECT name FROM customer WHERE _id IN (SELECT rowid FROM customer_search WHERE customer_search MATCH 'ben')",
            ])
        #expect(
            lines == [
                "SQLite is new enough", "integrity_check [['ok']]", "foreign_key_check []",
                #"[["Ada", "none", 5], ["Ben", "long", 7]]"#, "[]", #"[["long"]]"#, "[[1], [1]]",
                "[]", "CHECK constraint failed: points BETWEEN 0 AND 1000", "NOT NULL constraint failed: customer.points", #"[["Ben"]]"#,
            ])
    }

    @Test("Rows that do not meet a CHECK or NOT NULL stop it, and everything is as it was", .enabled(if: tools != nil, "Scripts/setup.sh tests fetches a newer SQLite"))
    func refusedRows() throws {
        for (new, decided) in [(Shop.model(price: "{ type: int, check: true, min: 6 }"), ""), (Shop.model(note: "string"), "values: { Customer.note: \"coalesce(note, NULL)\" }\n")] {
            let lines = try run([Shop.old, new], decided, comparesRebuild: false, queries: ["SELECT value FROM _trellis_metadata WHERE key = 'version'"])
            #expect(lines.prefix(2) == ["refused: constraint failed", "undone"], "\(lines)")
        }
    }

    private struct Task: Encodable {
        var old, rows, own, new: String
        var scripts, rebuilds, queries: [String]
    }

    /// The results of plans between versions, native ones and rebuilds, on a database with rows and user-defined objects.
    private func run(_ versions: [String], _ decided: String = "", comparesRebuild: Bool = true, queries: [String]) throws -> [String] {
        func scripts(_ minimum: String?) throws -> [String] {
            try zip(versions, versions.dropFirst()).map {
                MigrationScript.text(try Shop.plan(from: $0, to: $1, decided, minimum: minimum), from: "one", to: "the next")
            }
        }
        let task = Task(
            old: try PlannedMigration.version(versions[0]).schema.ddl,
            rows: """
                INSERT INTO customer (_id, name, code, note) VALUES (1, 'Ada', 'a', NULL), (5, 'Ben', NULL, 'long'), (8, 'Gone', NULL, NULL), (9, 'Cid', 'c', 'long');
                INSERT INTO "order" (_id, day, price, customer_id) VALUES (1, '2020-01-01', 5, 1), (2, '', 7, 5);
                DELETE FROM customer WHERE _id = 8
                """,
            own: """
                CREATE TABLE own_log (what);
                CREATE TRIGGER own_trigger AFTER DELETE ON customer BEGIN INSERT INTO own_log VALUES (OLD.note); END;
                CREATE VIEW own_view AS SELECT name, note, price FROM customer JOIN "order" ON customer_id = customer._id;
                """,
            new: try PlannedMigration.version(comparesRebuild ? versions[versions.count - 1] : versions[0]).schema.ddl, scripts: try scripts("3.53"),
            rebuilds: comparesRebuild ? try scripts(nil) : [], queries: queries)
        let program = "\(Project.root)/Tests/Programs/run-migration.py"
        let input = String(decoding: try JSONEncoder().encode(task), as: UTF8.self)
        let process = try ChildProcess.run(named: "python3", [program, Self.tools ?? ""], input: input)
        #expect(process.exitCode == 0, "\(process.errors)")
        return process.output.split(separator: "\n").map(String.init)
    }
}
