import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// A model with rows, for tests of plans.
enum ShopSample {
    static let old = """
        trellis: 1
        model: Shop
        enums: { State: [open, paid, sent] }
        composites:
          Address: { street: string, zip: string? }
        entities:
          Customer:
            attributes: { name: string, info: string?, home: Address }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: cascade } }
            indexes: [name]
            search: [name]
          Order:
            attributes: { number: int16, state: { type: State, default: open }, price: { type: decimal, scale: 2 } }
            relationships:
              customer: { to: Customer?, inverse: orders }
              labels: { to: [Label], inverse: orders }
          Label:
            attributes: { name: { type: string, unique: true } }
            relationships: { orders: { to: [Order], inverse: labels } }

        """

    static let rows = """
        INSERT INTO customer (_id, name, info, home_street, home_zip) VALUES (1, 'Ada', 'x', 'Main 1', '3000'), (7, 'Ben', NULL, '', NULL);
        INSERT INTO "order" (_id, _version, number, state, price, customer_id) VALUES (3, 5, 1, 'paid', 1050, 7), (4, 1, 2, 'open', -1, NULL);
        INSERT INTO label (_id, name) VALUES (2, 'a'), (9, 'b');
        INSERT INTO label_orders (label_id, order_id) VALUES (2, 3), (9, 3), (2, 4);
        DELETE FROM label WHERE _id = 9;

        """
}

/// Tests that plan migrations of the sample, and run them on its rows.
protocol ShopPlans {}

extension ShopPlans {
    static var old: String { ShopSample.old }
    static var rows: String { ShopSample.rows }

    func version(_ text: String) throws -> StoredVersion {
        let result = ModelReader.read(Array(text.utf8), file: "Shop.yaml")
        return StoredVersion(try #require(result.model, "\(TextRenderer(sources: ["Shop.yaml": text]).render(result.findings))"))
    }

    func decisions(_ text: String) throws -> MigrationDecisions {
        let (decisions, findings) = DecisionReader.read(Array(("trellis: 1\n" + text).utf8), file: "2.migration.yaml")
        #expect(findings.isEmpty, "\(findings.map(\.message))")
        return try #require(decisions)
    }

    /// A database of the old version with rows, migrated by the plan; the plan is proved, too.
    func migrate(
        from oldText: String = ShopSample.old, to newText: String, _ decided: String = "", rows: String = ShopSample.rows
    ) throws -> (SQLiteConnection, MigrationPlan) {
        let (old, new) = (try version(oldText), try version(newText))
        let decisions = try decisions(decided)
        let (made, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        let plan = try #require(made, "\(findings.map { $0.message + " " + ($0.suggestion?.message ?? "") })")
        #expect(MigrationProof(from: old, to: new, decisions).findings(of: plan).map(\.message) == [])
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(rows) PRAGMA foreign_keys = OFF")
        try connection.execute("BEGIN IMMEDIATE; \(plan.text) COMMIT; PRAGMA foreign_keys = ON")
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
        #expect(try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[new.schema.identity.hash]])
        return (connection, plan)
    }

    func findings(to newText: String, _ decided: String = "") throws -> [Finding] {
        let (plan, findings) = MigrationPlanner.plan(from: try version(Self.old), to: try version(newText), try decisions(decided))
        #expect((plan == nil) == findings.containsError)
        return findings
    }

    func strategies(_ plan: MigrationPlan) -> Set<MigrationPlan.Strategy> { Set(plan.steps.map(\.strategy)) }
}
