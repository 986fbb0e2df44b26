import SQLiteAccess
import TestSupport
import Testing

/// Rows that stop a migration, by the keys that they have in the file: `trellis migrate apply` names them.
struct StoppingRowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var first: String
        var second: String
        var decisions = ""
        var rows: String
        /// The line of the error that names the row.
        var named: String
    }

    private static let separate = "  Firm: { attributes: { n: int } }\n  Person: { attributes: { n: int } }"
    private static func joined(_ type: String) -> String {
        "  Party: { abstract: true, attributes: { n: \(type) } }\n  Firm: { parent: Party }\n  Person: { parent: Party }"
    }
    private static let parties = "INSERT INTO firm (_id, n) VALUES (70, 1), (71, 2); INSERT INTO person (_id, n) VALUES (3, 1), (8, ?), (9, 4)"
    private static let calls = """
          Firm: { attributes: { n: int? }, relationships: { calls: { to: [Call], inverse: firm } } }
          Call: { attributes: { length: int }, relationships: { firm: { to: "Firm?", inverse: calls } } }
        """

    private static let cases: [Case] = [
        Case(
            testDescription: "a calculation for rows that join another table", first: separate, second: joined("int"),
            decisions: "values: { Party.n: \"n * 2\" }", rows: parties.replacing("?", with: "9223372036854775807"),
            named: "entity 'Person': row 8 has 'n' 1.84467440737095516156e+19"),
        Case(
            testDescription: "a narrower type of rows that join another table", first: separate, second: joined("int16"),
            decisions: "accept: { Party.n: { TR2109: a test } }", rows: parties.replacing("?", with: "99999"),
            named: "entity 'Person': row 8 has 'n' 99999"),
        Case(
            testDescription: "a rule for rows that join another table", first: separate, second: joined("{ type: int, max: 100, check: true }"),
            decisions: "accept: { Party.n: { TR2108: a test } }", rows: parties.replacing("?", with: "999"),
            named: "entity 'Person': row 8 has 'n' 999"),
        Case(
            testDescription: "an overflow for rows that join another table", first: separate, second: joined("int"),
            decisions: "values: { Party.n: \"abs(n - 5)\" }", rows: parties.replacing("?", with: "-9223372036854775803"),
            named: "entity 'Person': row 8 has 'n' beyond 64 bits"),
        Case(
            testDescription: "an overflow for rows that leave a table", first: joined("int"), second: separate,
            decisions: "values: { Firm.n: n, Person.n: \"abs(n - 5)\" }",
            rows: "INSERT INTO party (_id, _entity, n) VALUES (3, 'Person', 1), (5, 'Firm', 2), (8, 'Person', -9223372036854775803)",
            named: "entity 'Person': row 8 has 'n' beyond 64 bits"),
        Case(
            testDescription: "an overflow in a table that is rebuilt", first: "  Firm: { attributes: { n: int } }",
            second: "  Firm: { attributes: { n: int, m: int } }", decisions: "values: { Firm.m: \"abs(n - 5)\" }",
            rows: "INSERT INTO firm (_id, n) VALUES (-4, 0), (3, 1), (8, -9223372036854775803), (9, 1)",
            named: "entity 'Firm': row 8 has 'm' beyond 64 bits"),
        Case(
            testDescription: "a sum beyond 64 bits", first: calls,
            second: calls.replacing("n: int?", with: "n: int?, total: { type: int, derived: calls.@sum.length }"),
            decisions: "accept: { Firm.total: { TR2108: a test } }",
            rows: "INSERT INTO firm (_id) VALUES (3), (8); INSERT INTO call (length, firm_id) VALUES (5, 3), (9223372036854775807, 8), (5, 8)",
            named: "entity 'Firm': row 8 has 'total' beyond 64 bits"),
        Case(
            testDescription: "a derived value beyond 64 bits", first: "  Firm: { attributes: { n: int } }",
            second: "  Firm: { attributes: { n: int, twice: { type: int, derived: n * 2 } } }",
            decisions: "accept: { Firm.twice: { TR2108: a test } }",
            rows: "INSERT INTO firm (_id, n) VALUES (3, 1), (8, 9223372036854775807)",
            named: "entity 'Firm': row 8 has 'twice' 1.84467440737095516156e+19"),
    ]

    @Test(arguments: cases) func `it is named with its entity, its key and the attribute, and nothing changes`(_ stopped: Case) throws {
        let store = try CheckedStore([stopped.first, stopped.second], decisions: [2: stopped.decisions])
        try store.execute(stopped.rows)
        let before = try StoreDump(store.connection())
        let applied = try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(applied.exitCode == 3 && applied.errors.contains("model 'Shop', \(stopped.named)\n"), "\(applied.errors)")
        #expect(try StoreDump(store.connection()) == before)
    }
}
