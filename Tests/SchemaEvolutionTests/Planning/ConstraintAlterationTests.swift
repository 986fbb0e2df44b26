import Diagnostics
import SQLiteAccess
import SchemaEvolution
import StoreMigration
import Testing

/// Plans for a SQLite that alters constraints: `minimum-sqlite` says that no older one runs them.
struct ConstraintAlterationTests {
    static let old = model(
        name: "string", note: "string?", points: "int?", price: "int")

    static func model(
        name: String = "string", note: String = "string?", points: String = "int?", price: String = "int", more: String = ""
    ) -> String {
        """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes:
              name: \(name)
              code: { type: string?, unique: true }
              note: \(note)
              points: \(points)
              orderCount: { type: int, derived: orders.@count }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: deny } }
            indexes: [note]
            search: [name]
          Order:
            attributes: { day: string, price: \(price)\(more) }
            relationships: { customer: { to: Customer?, inverse: orders, deleteRule: cascade } }

        """
    }

    /// A plan, without its proof: the SQLite that runs the tests may be older.
    static func plan(from old: String = old, to new: String, _ decided: String = "", minimum: String? = "3.53") throws -> MigrationPlan {
        let said = minimum.map { "minimum-sqlite: \"\($0)\"\n" } ?? ""
        let decisions = try #require(DecisionReader.read(Array("trellis: 1\n\(said)\(decided)".utf8), file: "2.migration.yaml").decisions)
        let (plan, findings) = MigrationPlanner.plan(from: try PlannedMigration.version(old), to: try PlannedMigration.version(new), decisions)
        return try #require(plan, "\(findings.map(\.message))")
    }

    /// The statements that tables change by, without what is made again at the end.
    private func statements(_ plan: MigrationPlan) -> [String] {
        plan.byStatements.steps.map(\.sql).filter { ["ALTER", "UPDATE", "INSERT INTO \"_trellis", "INSERT INTO _trellis"].contains(where: $0.hasPrefix) }
            .filter { !$0.contains("_trellis_metadata") && !$0.contains("order_count") }
    }

    private static let filled = model(note: "{ type: string, default: none }")

    @Test("A NOT NULL is dropped in place, and an older SQLite rebuilds the table")
    func notNullGoes() throws {
        let new = Self.model(name: "string?")
        let plan = try Self.plan(to: new)
        #expect(statements(plan) == ["ALTER TABLE customer ALTER COLUMN name DROP NOT NULL"])
        #expect(plan.minimumSQLite == SQLiteVersion(3, 53) && !plan.tables.contains(where: \.isRewritten))
        #expect(plan.steps.allSatisfy { $0.strategy != .rebuild && $0.rule == nil })

        for minimum in [nil, "3.37", "3.52.9"] {
            let rebuild = try Self.plan(to: new, minimum: minimum)
            #expect(rebuild.text.contains("-- customer: rebuilt, because name: NOT NULL is dropped\n-- SQLite cannot change NOT NULL before 3.53; every row is written\n"))
            #expect(rebuild.minimumSQLite == nil && !rebuild.text.contains("ALTER COLUMN"))
            #expect(rebuild == (try Self.plan(to: new, minimum: nil)))
        }
    }

    @Test("NOT NULL comes when the gaps are filled, and rows without one are left alone")
    func notNullComes() throws {
        let update = "UPDATE customer SET note = coalesce(note, 'none') WHERE note IS NULL"
        let set = "ALTER TABLE customer ALTER COLUMN note SET NOT NULL"
        #expect(statements(try Self.plan(to: Self.filled)) == [update, set])
        let required = Self.model(note: "string")
        for value in ["coalesce(note, 'none')", "coalesce(note, replace(')', '(', code))"] {
            #expect(statements(try Self.plan(to: required, "values: { Customer.note: \"\(value)\" }")) == ["UPDATE customer SET note = \(value) WHERE note IS NULL", set])
        }
        // A decided value applies to all rows.
        for value in ["upper(coalesce(note, ''))", "coalesce(note, '') || code", "coalesce(note, '') || (code)"] {
            #expect(statements(try Self.plan(to: required, "values: { Customer.note: \"\(value)\" }")) == ["UPDATE customer SET note = \(value)", set])
        }
        // What follows a comment is no part of it.
        #expect(statements(try Self.plan(to: required, "values: { Customer.note: \"coalesce(note, '')--\" }")) == ["UPDATE customer SET note = coalesce(note, '')--\n", set])
        // A value of another column may be looked at while that is filled: all change at once.
        let both = Self.model(note: "string", points: "int")
        #expect(
            statements(try Self.plan(to: both, "values: { Customer.note: \"coalesce(note, points)\", Customer.points: \"coalesce(points, length(note), 0)\" }")) == [
                "UPDATE customer SET note = coalesce(note, points), points = coalesce(points, length(note), 0) WHERE note IS NULL OR points IS NULL",
                set, "ALTER TABLE customer ALTER COLUMN points SET NOT NULL",
            ])
    }

    @Test("A column is renamed, gets values and loses NOT NULL in an order in which each can be done")
    func order() throws {
        let new = Self.model(name: "string?").replacing("note: string?", with: "remark: { type: string, default: none }").replacing("[note]", with: "[remark]")
        let plan = try Self.plan(to: new, "renames: { Customer.note: remark }\nvalues: { Customer.name: \"nullif(name, '')\" }")
        #expect(
            statements(plan) == [
                "ALTER TABLE customer ALTER COLUMN name DROP NOT NULL",
                "UPDATE customer SET name = nullif(name, ''), note = coalesce(note, 'none')",
                "ALTER TABLE customer RENAME COLUMN note TO remark",
                "ALTER TABLE customer ALTER COLUMN remark SET NOT NULL",
            ])
    }

    @Test("A CHECK is added in place; a dropped or changed one has no name, so the table is rebuilt")
    func checks() throws {
        let checked = Self.model(price: "{ type: int, check: true, min: 0 }")
        let plan = try Self.plan(to: checked)
        #expect(statements(plan) == ["ALTER TABLE \"order\" ADD CHECK (price >= 0)"] && plan.minimumSQLite == SQLiteVersion(3, 53))
        let long = Self.model(note: "{ type: string?, check: true, minLength: 2, maxLength: 9 }")
        #expect(statements(try Self.plan(to: long)) == [
            "ALTER TABLE customer ADD CHECK ((length(note) >= 2 OR instr(note, char(0)) > 0) AND length(note) <= 9)"
        ])
        for new in [Self.old, checked.replacing("min: 0", with: "min: 1")] {
            let rebuild = try Self.plan(from: checked, to: new)
            #expect(rebuild.minimumSQLite == nil)
            #expect(rebuild.text.contains("because price: another CHECK\n-- SQLite can drop a CHECK only by its name, and this one has none; every row is written\n"))
        }
    }

    @Test("Any other reason rebuilds the table once with all changes, and is the reported one")
    func otherReasons() throws {
        let new = Self.model(name: "string?", points: "{ type: string, default: none, check: true, minLength: 1 }", price: "{ type: int, check: true, min: 0 }")
        let plan = try Self.plan(to: new)
        #expect(plan.tables.filter(\.isRewritten).map(\.oldName) == ["customer"])
        #expect(plan.text.contains("-- customer: rebuilt, because points: another type\n-- SQLite cannot change the type of a column; every row is written\n"))
        #expect(!plan.text.contains("ALTER TABLE customer") && plan.text.contains("ALTER TABLE \"order\" ADD CHECK"))
        #expect(plan.minimumSQLite == SQLiteVersion(3, 53))
        // Unique values that change one after the other could meet.
        let unique = Self.old.replacing("code: { type: string?, unique: true }", with: "code: { type: string, unique: true, default: x }")
        #expect(try Self.plan(to: unique).tables.filter(\.isRewritten).map(\.oldName) == ["customer"])
    }

    @Test("The script of such a plan says in its head which SQLite it needs")
    func script() throws {
        let text = MigrationScript.text(try Self.plan(to: Self.filled), from: "version 1", to: "version 2")
        #expect(text.contains("\n-- It needs SQLite 3.53 or newer.\nPRAGMA foreign_keys = OFF;\n"))
    }

    @Test("A plan that the tool's SQLite cannot run is not proved but refused, with both versions and what to do")
    func proof() throws {
        let (old, new) = (try PlannedMigration.version(Self.old), try PlannedMigration.version(Self.filled))
        var plan = try Self.plan(to: Self.filled, minimum: nil)
        let proof = MigrationProof(from: old, to: new, .init())
        #expect(proof.findings(of: plan).isEmpty)
        plan.minimumSQLite = SQLiteVersion(99, 1)
        let findings = proof.findings(of: plan)
        #expect(findings.map(\.code.name) == ["TR2112"] && findings[0].span.file == "Model.yaml")
        #expect(findings.first?.message == "the plan needs SQLite 99.1, and this tool has \(SQLiteVersion.linked): it cannot be proved here")
        #expect(findings.first?.suggestion?.message.contains("'minimum-sqlite'") == true)
        // With one that is new enough each plan of these tests is proved as any other.
        let migration = try PlannedMigration(from: Self.old, to: Self.filled, "minimum-sqlite: '3.53'\n")
        #expect(migration.codes == (SQLiteVersion.linked < SQLiteVersion(3, 53) ? ["TR2112"] : []))
    }
}
