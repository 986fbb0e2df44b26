import SQLiteAccess
import SchemaEvolution
import TestSupport
import Testing

/// What a person decides, beside new names, losses and values.
struct DecisionTests {
    private static func orders(_ cases: String, _ attributes: String = "channel: Channel") -> String {
        "trellis: 1\nmodel: Shop\nenums: { Channel: \(cases) }\nentities:\n  Order:\n    attributes: { \(attributes) }\n  Visit:\n    attributes: { by: Channel? }\n"
    }

    private static let old = orders("[web, fax, phone]")
    private static let rows = "INSERT INTO \"order\" (channel) VALUES ('web'), ('fax'), ('phone'); INSERT INTO visit (by) VALUES ('fax'), (NULL)"

    // MARK: Cases

    @Test("A case that goes becomes another one, in every column of its enum")
    func cases() throws {
        let new = Self.orders("[web, phone]")
        let asked = try PlannedMigration(from: Self.old, to: new)
        #expect(asked.codes == ["TR2104", "TR2104"] && asked.helps[0].contains("'cases: { Channel.fax: … }'"))
        let connection = try PlannedMigration(from: Self.old, to: new, "cases: { Channel.fax: phone }").run(Self.rows)
        #expect(try connection.rows("SELECT channel FROM \"order\" ORDER BY _id") == [["web"], ["phone"], ["phone"]])
        #expect(try connection.rows("SELECT by FROM visit ORDER BY _id") == [["phone"], [nil]])
    }

    @Test("A case under another name needs nothing where it keeps its raw value")
    func renamedCase() throws {
        let new = Self.orders("{ cases: { web: web, telefax: fax, phone: phone } }")
        let migration = try PlannedMigration(from: Self.old, to: new)
        #expect(migration.findings.isEmpty && migration.plan?.steps.allSatisfy { $0.sql.contains("_trellis_metadata") } == true)
    }

    @Test("Raw values that change places are told, and go with their cases")
    func exchangedRaws() throws {
        let old = Self.orders("{ raw: int, cases: { low: 1, high: 2 } }"), new = Self.orders("{ raw: int, cases: { low: 2, high: 1 } }")
        #expect(Set(try PlannedMigration(from: old, to: new).helps).first?.contains("'cases: { Channel.low: low, Channel.high: high }'") == true)
        let connection = try PlannedMigration(from: old, to: new, "cases: { Channel.low: low, Channel.high: high }")
            .run("INSERT INTO \"order\" (channel) VALUES (1), (2)")
        #expect(try connection.rows("SELECT channel FROM \"order\" ORDER BY _id") == [["2"], ["1"]])
    }

    @Test("The finding on a case states whether the case was removed or its raw value belongs to another case")
    func casesInWords() throws {
        let old = Self.orders("{ raw: int, cases: { low: 1, high: 2, top: 3 } }"), new = Self.orders("{ raw: int, cases: { low: 2, high: 1 } }")
        #expect(try PlannedMigration(from: old, to: new).findings.first?.message
            == "'Order.channel' can hold 'top', which 'Channel' no longer has, and 'low', 'high', whose raw value now belongs to another case of 'Channel'")
    }

    @Test("Raw values that no case has need one where 'unknown' goes")
    func unknown() throws {
        let old = Self.orders("[web, fax, unknown]"), new = Self.orders("[web, other]")
        #expect(try PlannedMigration(from: old, to: new).helps[0].contains("Channel.fax: …, Channel.unknown: …"))
        let connection = try PlannedMigration(from: old, to: new, "cases: { Channel.fax: web, Channel.unknown: other }")
            .run("INSERT INTO \"order\" (channel) VALUES ('web'), ('fax'), ('pigeon'), ('other')")
        #expect(try connection.rows("SELECT channel FROM \"order\" ORDER BY _id") == [["web"], ["web"], ["other"], ["other"]])
    }

    @Test("Cases that there are not, and those that nothing has, are told")
    func uselessCases() throws {
        let migration = try PlannedMigration(from: Self.old, to: Self.orders("[web, phone]"), "cases: { Channel.fax: telex, Channel.mail: web, Canal.fax: web }")
        #expect(migration.codes == Array(repeating: "TR2105", count: 3) && migration.plan == nil)
    }

    // MARK: Renames

    @Test("Of two things that get one name the first in the file has it, and the other is told", arguments: [("x", "y"), ("y", "x")])
    func oneNameForTwo(first: String, second: String) throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { x: int?, y: int? }\n"
        let properties = try PlannedMigration(
            from: old, to: old.replacing("x: int?, y: int?", with: "z: int?"), "renames:\n  Box.\(first): z\n  Box.\(second): z")
        #expect(Set(properties.findings.map(\.message)) == ["'Box.\(first)' is already renamed to 'z'", "the values of 'Box.\(second)' would be lost"])
        #expect(properties.findings.filter { $0.code.name == "TR2105" }.map(\.span.start.line) == [4])
        let entities = try PlannedMigration(
            from: "trellis: 1\nmodel: Shop\nentities:\n  x: { attributes: { a: int } }\n  y: { attributes: { a: int } }\n".replacing("x:", with: "X:").replacing("y:", with: "Y:"),
            to: "trellis: 1\nmodel: Shop\nentities:\n  Z: { attributes: { a: int } }\n",
            "renames:\n  \(first.uppercased()): Z\n  \(second.uppercased()): Z\ndrops: { \(second.uppercased()): why }")
        #expect(entities.findings.map(\.message) == ["'\(first.uppercased())' is already renamed to 'Z'"])
    }

    // MARK: SQL of one's own

    @Test("Statements before see the old tables, those after the new ones; both are part of the proof")
    func ownStatements() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes: { name: string, street: string?, city: string? }\n"
        let split = """
            trellis: 1
            model: Shop
            entities:
              Person:
                attributes: { name: string }
                relationships: { home: { to: Address?, inverse: people } }
              Address:
                attributes: { street: string?, city: string }
                relationships: { people: { to: [Person], inverse: home } }

            """
        let decided = """
            drops: { Person.street: It is an address now., Person.city: It is an address now. }
            before:
              - CREATE TABLE moved AS SELECT _id, street, city FROM person WHERE city IS NOT NULL
            after:
              - INSERT INTO address (_id, street, city) SELECT _id, street, city FROM moved
              - UPDATE person SET home_id = _id WHERE _id IN (SELECT _id FROM moved)
              - DROP TABLE moved
            """
        let connection = try PlannedMigration(from: model, to: split, decided)
            .run("INSERT INTO person (_id, name, street, city) VALUES (5, 'Ada', 'Main 1', 'Bern'), (6, 'Ben', NULL, NULL)")
        #expect(try connection.rows("SELECT p.name, a.street, a.city FROM person p LEFT JOIN address a ON a._id = p.home_id ORDER BY p._id") == [["Ada", "Main 1", "Bern"], ["Ben", nil, nil]])
        let left = try PlannedMigration(from: model, to: split, decided.replacing("  - DROP TABLE moved", with: ""))
        #expect(left.findings.map(\.message) == ["the plan does not give the expected result: the table 'moved' should not exist"])
    }

    @Test("A statement that SQLite refuses, that ends the transaction or that is two is told at its place")
    func badStatements() throws {
        for (statement, message) in [
            ("UPDATE vist SET by = NULL", "no such table: vist"), ("DELETE FROM visit; DELETE FROM visit", "more than one statement"),
            ("-- x\n commit", "COMMIT cannot stand"), ("PRAGMA foreign_keys = ON", "PRAGMA cannot stand"), ("UPDATE visit SET \"bi\" = 1", "no such column"),
            ("UPDATE visit SET by = \"bi\"", "no such column: bi"), ("DELETE FROM visit; COMMIT", "more than one statement"),
            ("DELETE FROM visit; -- all\n COMMIT", "more than one statement"), ("/* x */ ; COMMIT", "COMMIT cannot stand"),
            ("DELETE FROM visit /* all", "the statement does not end"), ("UPDATE visit SET by = 'web", "the statement does not end"),
            ("CREATE TRIGGER t AFTER DELETE ON visit BEGIN SELECT 1", "the statement does not end"),
        ] {
            let text = statement.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            let migration = try PlannedMigration(from: Self.old, to: Self.old, "after:\n  - \"\(text)\"")
            #expect(migration.codes == ["TR2110"] && migration.findings.first?.message.contains(message) == true, "\(migration.findings.map(\.message))")
            #expect(migration.findings.first?.span.start.line == 3)
        }
    }

    @Test("A comment at the end of a statement does not reach into what comes after it")
    func comments() throws {
        let decided = "before: \"DELETE FROM visit -- all; of them\"\nafter: \"UPDATE \\\"order\\\" SET channel = 'web'; ;\""
        let connection = try PlannedMigration(from: Self.old, to: Self.old, decided).run(Self.rows)
        #expect(try connection.rows("SELECT count(*) FROM visit") == [["0"]])
        #expect(try connection.rows("SELECT DISTINCT channel FROM \"order\"") == [["web"]])
    }

    @Test("Rows that a person takes away are explained, keys that lead to them are not")
    func ownLosses() throws {
        let shop = "trellis: 1\nmodel: Shop\nentities:\n  Order:\n    relationships: { rows: { to: [Row], inverse: order } }\n  Row:\n    relationships: { order: { to: Order?, inverse: rows } }\n"
        #expect(try PlannedMigration(from: shop, to: shop, "before: DELETE FROM \"row\"").findings.isEmpty)
        let dangling = try PlannedMigration(from: shop, to: shop, "before: DELETE FROM \"order\"")
        #expect(dangling.codes == ["TR2107"] && dangling.findings[0].message.contains("more keys refer to no row"))
    }

    // MARK: Acceptance

    @Test("What depends on the rows is accepted by code and place; what does not is told")
    func accepted() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes: { name: string, code: string }\n"
        let new = model.replacing("name: string", with: "name: { type: string, unique: true }")
        let told = try PlannedMigration(from: model, to: new)
        #expect(told.codes == ["TR2108"] && told.helps == ["accept it in the migration's file: 'accept: { Person.name: { TR2108: why } }'"])
        #expect(told.findings[0].span.start.line == 5)
        #expect(try PlannedMigration(from: model, to: new, "accept: { Person.name: { TR2108: Names are unique. } }").findings.isEmpty)
        #expect(try PlannedMigration(from: model, to: new, "accept: { Person.code: { TR2108: why } }").codes == ["TR2108", "TR2105"])
        for useless in ["Person.name: { TR2108: why }", "Person.name: { TR2109: why }", "Person.name: { TR2102: why }"] {
            #expect(try PlannedMigration(from: model, to: model, "accept: { \(useless) }").codes == ["TR2105"])
        }
    }

    @Test("What may not fit is accepted by its new name, also where the column has its old one when the rows are looked at")
    func acceptedOfRenamed() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { n: int64 }\n"
        let decided = "renames: { Box.n: k }\naccept: { Box.k: { TR2109: Small ones alone. } }"
        #expect(try PlannedMigration(from: model, to: model.replacing("n: int64", with: "k: int16"), decided).findings.map(\.message) == [])
    }

    @Test("What a printed line leaves open is not a decision", arguments: [
        "drops: { A.b: 1️⃣… }", "renames: { A.b: 1️⃣… }", "cases: { A.b: 1️⃣… }", "accept: { A.b: { TR2109: 1️⃣… } }",
        "values: { A.b: 1️⃣\"coalesce(b, …)\" }", "after: [1️⃣\"DELETE FROM …\"]",
    ])
    func leftOpen(text: String) {
        let marked = MarkedText("trellis: 1\n\(text)\n")
        #expect(marked.differences(DecisionReader.read(marked.bytes, file: "m.yaml").findings, [.init("TR2101", at: 1)]).isEmpty)
    }

    @Test("A text may contain an ellipsis")
    func ellipsis() {
        let text = "trellis: 1\ndrops: { A.b: Unused since 2019… }\nvalues: { A.c: \"b || ' …'\" }\n"
        #expect(DecisionReader.read(Array(text.utf8), file: "m.yaml").findings.map(\.message) == [])
    }

    @Test("Acceptances and statements without words, or in another form, are refused")
    func badForms() {
        let marked = MarkedText("trellis: 1\naccept: { A.b: { TR2108: 1️⃣\"\" }, C: 2️⃣why }\nbefore: [3️⃣{}, 4️⃣\"  \"]\n")
        let (decisions, findings) = DecisionReader.read(marked.bytes, file: "m.yaml")
        #expect(decisions == nil)
        #expect(marked.differences(findings, [.init("TR2101", at: 1), .init("TR1102", at: 2), .init("TR1102", at: 3), .init("TR2101", at: 4)]).isEmpty)
    }
}
