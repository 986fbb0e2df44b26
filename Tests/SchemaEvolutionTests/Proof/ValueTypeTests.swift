import SQLiteAccess
import Testing

/// SQL in `values` whose type is not that of its column.
struct ValueTypeTests {
    private static func model(_ type: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes: { name: string, value: \(type) }\n"
    }

    @Test(
        "An expression of another type than its column is reported with the type and a CAST",
        arguments: [
            ("int", "string", "CASE WHEN value > 200 THEN x'00' ELSE value END", "TEXT", "INTEGER"), ("int", "double", "1", "REAL", "INTEGER"),
            ("string", "int", "'7'", "INTEGER", "TEXT"), ("double", "int", "2.0", "INTEGER", "REAL"), ("string", "int", "name", "INTEGER", "TEXT"),
            ("string", "data", "name", "BLOB", "TEXT"), ("double", "string", "value", "TEXT", "REAL"),
        ])
    func reported(old: String, new: String, sql: String, needed: String, found: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new), "values: { Person.value: \"\(sql)\" }")
        #expect(migration.codes == ["TR2114"], "\(migration.findings.map(\.message))")
        let finding = try #require(migration.findings.first)
        #expect(finding.message.hasPrefix("'Person.value' is stored as \(needed), and its value in SQL has the type \(found): "))
        #expect(finding.span.start.line == 2 && finding.span.file == "2.migration.yaml")
        #expect(migration.helps == ["write 'values: { Person.value: \"CAST(\(sql) AS \(needed))\" }'"])
    }

    @Test(
        "A value of the right type that the library cannot read is reported with the whole expression, if there is one",
        arguments: [
            ("string", "decimal", "value", "trellis_decimal_from_text(value)"), ("string", "{ type: json, swift: Note }", "value", ""),
            ("double", "decimal", "CAST(value AS TEXT)", ""), ("{ type: decimal, scale: 2 }", "decimal", "printf('%d.00', value)", "trellis_decimal_to_text(value, 2)"),
            ("string", "url", "value", ""), ("string", "day", "value", ""), ("int", "int16", "value + 0", ""),
            ("string", "{ type: uuid, storage: text }", "value", "trellis_uuid_from_text(value, 'text')"),
        ])
    func unreadable(old: String, new: String, sql: String, help: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new), "values: { Person.value: \"\(sql)\" }")
        #expect(migration.codes == ["TR2114"], "\(migration.findings.map(\.message))")
        let finding = try #require(migration.findings.first)
        #expect(finding.message.hasPrefix("'Person.value' is ") && finding.message.contains(/on the proof's row \d+, which the library cannot read/), "\(finding.message)")
        #expect(finding.span.start.line == 2 && finding.span.file == "2.migration.yaml")
        #expect(migration.helps[0].hasPrefix(help.isEmpty ? "give " : "write 'values: { Person.value: \"\(help)\" }'"), "\(migration.helps)")
    }

    @Test("Texts are refused as JSON until the expression sorts out those that are none")
    func json() throws {
        let new = Self.model("{ type: json, swift: Note }")
        let migration = try PlannedMigration(from: Self.model("string"), to: new, "values: { Person.value: \"CASE WHEN json_valid(value) THEN value ELSE x'00' END\" }")
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
        #expect(try migration.run("INSERT INTO person (name, value) VALUES ('a', '[1]')").rows("SELECT value FROM person") == [["[1]"]])
        #expect(throws: SQLiteError.self) { try migration.run("INSERT INTO person (name, value) VALUES ('a', 'hello')") }
    }

    @Test("The CAST that is offered is taken")
    func cast() throws {
        let migration = try PlannedMigration(from: Self.model("int"), to: Self.model("string"), "values: { Person.value: \"CAST(value + 1 AS TEXT)\" }")
        #expect(try migration.run("INSERT INTO person (name, value) VALUES ('a', 1)").rows("SELECT quote(value) FROM person") == [["'2'"]])
    }

    @Test("A value that SQLite refuses, so that the migration stops at some rows, is not of a wrong type")
    func stops() throws {
        let sql = "CASE WHEN value BETWEEN 0 AND 9 THEN CAST(value AS TEXT) ELSE x'00' END"
        let migration = try PlannedMigration(from: Self.model("int"), to: Self.model("string"), "values: { Person.value: \"\(sql)\" }")
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
    }
}
