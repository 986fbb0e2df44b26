import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// What a planner asks or refuses, and what a proof sees.
struct PlanRefusalTests: ShopPlans {
    @Test("A loss needs a reason: an attribute, an entity, connections")
    func losses() throws {
        let without = Self.old.replacing(", price: { type: decimal, scale: 2 }", with: "")
        #expect(try findings(to: without).map(\.message) == ["the values of 'Order.price' would be lost"])
        let (connection, _) = try migrate(to: without, "drops: { Order.price: No program shows it. }")
        #expect(try connection.rows("SELECT count(*) FROM \"order\"") == [["2"]])

        let bare = Self.old.replacing("      labels: { to: [Label], inverse: orders }\n", with: "")
            .replacing("    relationships: { orders: { to: [Order], inverse: labels } }\n", with: "")
        #expect(Set(try findings(to: bare).map(\.code.name)) == ["TR2102"])
        _ = try migrate(to: bare, "drops: { Label.orders: no, Order.labels: no }")
        let gone = try #require(bare.firstRange(of: "  Label:")).lowerBound
        let (last, _) = try migrate(to: String(bare[..<gone]), "drops: { Label: Not used., Order.labels: no }")
        #expect(try last.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'label%'") == [])
    }

    @Test("A new required attribute or key needs a value")
    func missingValues() throws {
        let required = try findings(to: Self.old.replacing("number: int16,", with: "number: int16, total: int,"))
        #expect(required.map(\.code.name) == ["TR2103"])
        #expect(required[0].suggestion?.message.contains("'values: { Order.total: \"…\" }'") == true)
        // A new name that is nearly the old one is offered first.
        let shop = "trellis: 1\nmodel: Shop\nentities:\n  Order: { attributes: { totalSum: int? } }\n"
        let asked = try PlannedMigration(from: shop, to: shop.replacing("totalSum: int?", with: "totalSums: int"))
        #expect(asked.codes == ["TR2102", "TR2103"])
        #expect(asked.helps.first?.hasPrefix("decide in the migration's file: 'renames: { Order.totalSum: totalSums }', or ") == true, "\(asked.helps)")
        // Under the rename some rows may still lack a value.
        #expect(asked.helps.last?.contains("coalesce(\"totalSum\"") == true || asked.helps.last?.contains("coalesce(total_sum") == true, "\(asked.helps)")
        #expect(try findings(to: Self.old.replacing("to: Customer?", with: "to: Customer")).map(\.code.name) == ["TR2103"])
    }

    @Test("Decisions on what there is not, and those that nothing needs, are told at their place")
    func uselessDecisions() throws {
        let found = try findings(
            to: Self.old,
            """
            renames: { Order.nothing: x, Order.price: nothing }
            drops: { Order.number: why, Ordr: why }
            values: { Order.total: "1" }
            """).filter { $0.code.name == "TR2105" }
        #expect(found.map(\.span.start.line) == [2, 2, 3, 3, 4])
    }

    @Test("Decisions that are empty or no texts are refused")
    func badDecisions() {
        let marked = MarkedText("trellis: 1\nrenames: { A: 1️⃣\"\" }\ndrops: { B: 2️⃣[] }\n3️⃣value: {}\n")
        let (decisions, findings) = DecisionReader.read(marked.bytes, file: "m.yaml")
        #expect(decisions == nil)
        #expect(marked.differences(findings, [.init("TR2101", at: 1), .init("TR1102", at: 2), .init("TR1101", at: 3)]).isEmpty)
    }

    @Test("A rule that rows may break is told: the migration would stop and change nothing")
    func dataDependent() throws {
        let new = try version(Self.old.replacing("indexes: [name]", with: "unique: [[name, info]]").replacing("info: string?", with: "info: { type: string?, unique: true }"))
        let old = try version(Self.old)
        let plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        #expect(MigrationProof(from: old, to: new, .init()).findings(of: plan).map(\.code.name) == ["TR2108", "TR2108"])
    }

    @Test("The proof sees a plan that leaves something out")
    func proof() throws {
        let (old, new) = (try version(Self.old), try version(Self.old.replacing("number: int16", with: "number: double")))
        let plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        let proof = MigrationProof(from: old, to: new, .init())
        #expect(proof.findings(of: plan).isEmpty)
        for (index, step) in plan.byStatements.steps.enumerated() where !step.sql.hasPrefix("UPDATE _trellis") && !step.sql.hasPrefix("DELETE FROM sqlite_sequence") {
            var shorter = plan.byStatements
            shorter.steps.remove(at: index)
            #expect(proof.findings(of: shorter).first?.code.name == "TR2107", "without \(step.sql)")
        }
    }

    @Test("The proof sees values from another column, lost versions and connections that are turned, though the schema is right")
    func proofOfValues() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { width: int, height: int, depth: int }\n    relationships: { inner: { to: Box?, inverse: outer }, outer: { to: [Box], inverse: inner } }\n"
        let (old, new) = (try version(model), try version(model.replacing("depth: int", with: "depth: double?")))
        let decisions = try decisions("accept: { Box.depth: { TR2109: a test } }")
        let plan = try #require(MigrationPlanner.plan(from: old, to: new, decisions).plan)
        let proof = MigrationProof(from: old, to: new, decisions)
        #expect(proof.findings(of: plan).isEmpty)
        for (right, wrong) in [("SELECT _id, _version, width, height", "SELECT _id, _version, height, width"), ("SELECT _id, _version", "SELECT _id, 1 + _version"), ("inner_id\nFROM", "_id\nFROM")] {
            #expect(proof.findings(of: try plan.replacing(right, with: wrong)).first?.code.name == "TR2107", "\(wrong)")
        }
    }

    @Test("The proof checks that a user-defined view, trigger and index on a kept table survive")
    func proofOfPersonsObjects() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { width: int, depth: int }\n"
        let renamed = model.replacing("Box", with: "Crate").replacing("width", with: "breadth")
        for new in [renamed, renamed.replacing("depth: int", with: "depth: int?"), renamed.replacing(", depth: int", with: "")] {
            let decided = "renames: { Box: Crate, Box.width: breadth }" + (new.contains("depth") ? "" : "\ndrops: { Box.depth: a test }")
            let (old, latter, decisions) = (try version(model), try version(new), try decisions(decided))
            let plan = try #require(MigrationPlanner.plan(from: old, to: latter, decisions).plan)
            let proof = MigrationProof(from: old, to: latter, decisions)
            #expect(proof.findings(of: plan).map(\.message) == [])
            // Applying a plan depends on its outcomes of tables: if they are wrong, the objects keep the old names.
            for wrong in [TableOutcome("box", "box"), TableOutcome("box", "crate"), TableOutcome("box", nil)] {
                var other = plan
                other.tables = [wrong]
                let messages = proof.findings(of: other).map(\.message)
                #expect(!messages.isEmpty, "\(wrong)")
            }
        }
    }
}
