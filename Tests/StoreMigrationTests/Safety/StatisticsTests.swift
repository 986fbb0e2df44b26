import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// What ANALYZE knew, after a migration.
struct StatisticsTests {
    private static func model(_ first: String, _ second: String) -> String {
        "trellis: 1\nmodel: Figures\nentities:\n  \(first):\n    attributes: { a: int }\n  \(second):\n    attributes: { b: string }\n"
    }

    @Test(arguments: [true, false]) func `they are those of the tables that have the names now`(composes: Bool) throws {
        let exchange = "renames: { One: Two, Two: One }"
        let history = try SampleHistory([(Self.model("One", "Two"), ""), (Self.model("Two", "One"), exchange), (Self.model("Three", "One"), "renames: { Two: Three }")])
        let connection = try SQLiteConnection.inMemory()
        try history.make(1, in: connection)
        try connection.execute(
            "INSERT INTO one (a) VALUES (1), (2), (3), (4), (5); INSERT INTO two (b) VALUES ('x'); CREATE TABLE mine (x); INSERT INTO mine VALUES (1), (2); ANALYZE")
        _ = try StoreMigrator(connection, history.chain(), MigrationOptions(availableSpace: .max, composesPlans: composes)).migrate()
        #expect(try connection.rows("SELECT tbl, stat FROM sqlite_stat1 WHERE tbl IN ('one', 'two', 'three', 'mine') ORDER BY tbl") == [
            ["mine", "2"], ["one", "1"], ["three", "5"],
        ])
    }
}
