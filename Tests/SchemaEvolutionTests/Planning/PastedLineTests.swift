import SQLiteAccess
import Testing

/// What a person gets who pastes the lines that findings print, and fills in what they leave open.
struct PastedLineTests {
    private static func model(_ type: String, cases: String = "[web, fax, phone]", name: String = "value") -> String {
        "trellis: 1\nmodel: Things\nenums: { Channel: \(cases) }\nentities:\n  Thing:\n    attributes: { \(name): \(type) }\n"
    }

    /// Plans, and pastes the first line of each finding, until nothing is asked.
    private func decided(from old: String, to new: String, _ fillings: [String: String]) throws -> PlannedMigration {
        var lines = [String]()
        var migration = try PlannedMigration(from: old, to: new)
        while migration.plan == nil, lines.count < 4 {
            for help in migration.helps {
                let match = try #require(help.firstMatch(of: /'((accept|cases|values): .*?\})'(?:,| with|$)/), "\(help)")
                lines.append(String(match.output.1).replacing("…", with: fillings[String(match.output.2)] ?? ""))
            }
            migration = try PlannedMigration(from: old, to: new, lines.joined(separator: "\n"))
            if migration.helps.isEmpty { break }
        }
        return migration
    }

    @Test(
        "A value for rows that have none stands beside the others', which are converted",
        arguments: [
            ("{ type: decimal?, scale: 2 }", "{ type: decimal, scale: 4 }", "150", "15000", "0"),
            ("date?", "{ type: date, storage: unix }", "0.5", "978307200.5", "0.0"),
            ("int?", "{ type: decimal, scale: 2 }", "7", "700", "0"), ("int32?", "int16", "7", "7", "0"),
            ("int?", "string", "7", "'7'", "''"), ("string?", "string", "'x'", "'x'", "''"),
        ])
    func converted(old: String, new: String, value: String, expected: String, filling: String) throws {
        for name in ["value", "order"] {
            let migration = try decided(from: Self.model(old, name: name), to: Self.model(new, name: name), ["values": filling])
            #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
            let connection = try migration.run("INSERT INTO thing (\"\(name)\") VALUES (\(value)), (NULL)")
            #expect(try connection.rows("SELECT quote(\"\(name)\") FROM thing ORDER BY _id") == [[expected], [filling]])
        }
    }

    @Test("A value that does not fit stops the migration, also where rows that have none are given one")
    func doesNotFit() throws {
        let migration = try decided(from: Self.model("int?"), to: Self.model("int16"), ["values": "0"])
        let error = #expect(throws: SQLiteError.self) { try migration.run("INSERT INTO thing (value) VALUES (40000)") }
        #expect(error?.primaryCode == 19)
    }

    @Test("A case that goes becomes another one where rows that have none are given one")
    func cases() throws {
        let migration = try decided(
            from: Self.model("Channel?"), to: Self.model("Channel", cases: "[web, phone]"), ["cases": "phone", "values": "'web'"])
        #expect(migration.codes == [], "\(migration.findings.map(\.message))")
        let connection = try migration.run("INSERT INTO thing (value) VALUES ('fax'), (NULL), ('phone')")
        #expect(try connection.rows("SELECT value FROM thing ORDER BY _id") == [["phone"], ["web"], ["phone"]])
    }

    @Test("A key that is required now is given to the rows that have none, and stays in the others")
    func keys() throws {
        let old = """
            trellis: 1
            model: Shop
            entities:
              Order:
                relationships: { customer: { to: Customer?, inverse: orders } }
              Customer:
                attributes: { name: string }
                relationships: { orders: { to: [Order], inverse: customer } }

            """
        let migration = try decided(from: old, to: old.replacing("Customer?", with: "Customer"), ["values": "min(_id) FROM customer"])
        let connection = try migration.run(
            "INSERT INTO customer (name) VALUES ('a'), ('b'), ('c'); INSERT INTO \"order\" (customer_id) VALUES (2), (3), (NULL)")
        #expect(try connection.rows("SELECT customer_id FROM \"order\" ORDER BY _id") == [["2"], ["3"], ["1"]])
    }
}
