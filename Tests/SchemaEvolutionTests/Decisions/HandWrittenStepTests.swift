import Foundation
import SQLiteAccess
import SchemaEvolution
import Testing

/// SQL in the decisions of this repository's own histories, which users take as an example.
struct HandWrittenStepTests {
    @Test("The step that makes services of texts reads no table once for each row")
    func noScanForEachRow() throws {
        let versions = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Schemas/Orders/versions")
        func text(_ name: String) throws -> String { try String(contentsOf: versions.appendingPathComponent(name), encoding: .utf8) }
        let decided = try text("2.migration.yaml").replacing("trellis: 1\n", with: "")
        let migration = try PlannedMigration(from: text("1.yaml"), to: text("2.yaml"), decided)
        let plan = try #require(migration.plan)
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(migration.old.schema.ddl)
        try connection.execute(
            """
            INSERT INTO customer (_id, name) VALUES (1, 'Ada'); INSERT INTO "order" (_id, date, made, customer_id) VALUES (1, 0, 0, 1);
            INSERT INTO order_row (_id, work, sum, order_id) VALUES (1, 'cut', 2, 1), (2, 'dye', 3, 1), (3, 'cut', 4, 1), (4, '', 5, 1)
            """)
        var updates = 0
        for step in plan.byStatements.steps {
            if step.isOwn, step.sql.hasPrefix("UPDATE") {
                let lines = try connection.rows("EXPLAIN QUERY PLAN \(step.sql)").map { $0.last.flatMap(\.self) ?? "" }
                // A query for each row stands under such a line, and scans its tables each time.
                #expect(!lines.contains { $0.contains("CORRELATED") }, "\(lines)")
                updates += 1
            }
            try connection.run(step.sql)
        }
        #expect(updates == 1)
        #expect(
            try connection.rows("SELECT r._id, s.name FROM order_row AS r LEFT JOIN service AS s ON s._id = r.service_id ORDER BY 1")
                == [["1", "cut"], ["2", "dye"], ["3", "cut"], ["4", nil]])
    }
}
