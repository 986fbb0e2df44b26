import SQLiteAccess
import Testing

/// The new values of attributes whose type changed.
struct ConversionTests {
    private static func model(_ type: String) -> String {
        "trellis: 1\nmodel: Things\nenums: { State: [open, sent], Level: { raw: int, cases: { low: 1, high: 2 } } }\nentities:\n  Thing:\n    attributes: { value: \(type) }\n"
    }

    struct Example: CustomTestStringConvertible {
        var old: String
        var new: String
        /// Values as SQL, and what they become.
        var values: [(String, String)]
        var refused: [String] = []
        var testDescription: String { "\(old) to \(new)" }
    }

    static let lossless: [Example] = [
        .init(old: "bool", new: "int16", values: [("1", "1")]),
        .init(old: "bool", new: "double", values: [("1", "1.0")]),
        .init(old: "bool", new: "string", values: [("0", "'0'")]),
        .init(old: "int16", new: "int64", values: [("-32768", "-32768")]),
        .init(old: "int32", new: "double", values: [("2147483647", "2147483647.0")]),
        .init(old: "int", new: "{ type: decimal, scale: 2 }", values: [("-7", "-700")]),
        .init(old: "int", new: "decimal", values: [("-7", "'-7'")]),
        .init(old: "int", new: "string", values: [("-9223372036854775807", "'-9223372036854775807'")]),
        .init(old: "float", new: "double", values: [("1.5", "1.5")]),
        .init(old: "{ type: decimal, scale: 1 }", new: "{ type: decimal, scale: 3 }", values: [("-15", "-1500")]),
        .init(old: "url", new: "string", values: [("'https://a.b/'", "'https://a.b/'")]),
        .init(old: "double", new: "date", values: [("0.1", "0.1")]),
        .init(old: "date", new: "double", values: [("-0.25", "-0.25")]),
        .init(old: "date", new: "{ type: date, storage: unix }", values: [("0.5", "978307200.5")]),
        .init(old: "{ type: date, storage: unix }", new: "date", values: [("978307200.5", "0.5")]),
        .init(old: "uuid", new: "{ type: uuid, storage: text }", values: [("X'6BA7B8109DAD11D180B400C04FD430C8'", "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'")]),
        .init(old: "State", new: "string", values: [("'sent'", "'sent'")]),
        .init(old: "Level", new: "int", values: [("2", "2")]),
    ]

    @Test("Where every value has one of the new type, nothing is asked", arguments: lossless)
    func converts(example: Example) throws {
        let migration = try PlannedMigration(from: Self.model(example.old), to: Self.model(example.new))
        #expect(migration.codes.filter { $0 != "TR2108" } == [])
        for (value, expected) in example.values {
            let connection = try migration.run("INSERT INTO thing (value) VALUES (\(value))")
            #expect(try connection.rows("SELECT quote(value) FROM thing") == [[expected]])
        }
    }

    @Test("nil stays nil", arguments: lossless + narrowing)
    func missing(example: Example) throws {
        func optional(_ type: String) -> String { type.hasPrefix("{") ? type.replacing(",", with: "?,", maxReplacements: 1) : type + "?" }
        let accepted = "accept: { Thing.value: { TR2109: a test } }"
        let (old, new) = (Self.model(optional(example.old)), Self.model(optional(example.new)))
        let migration = try PlannedMigration(from: old, to: new, example.refused.isEmpty ? "" : accepted)
        #expect(try migration.run("INSERT INTO thing (value) VALUES (NULL)").rows("SELECT value FROM thing") == [[nil]])
    }

    static let narrowing: [Example] = [
        .init(old: "int", new: "int16", values: [("-32768", "-32768")], refused: ["32768"]),
        .init(old: "int", new: "int32", values: [("2147483647", "2147483647")], refused: ["-2147483649"]),
        .init(old: "int32", new: "bool", values: [("1", "1")], refused: ["2"]),
        .init(old: "int", new: "double", values: [("-7", "-7.0")], refused: ["9007199254740993"]),
        .init(old: "double", new: "int", values: [("-3.0", "-3")], refused: ["0.5", "9223372036854775808.0"]),
        .init(old: "double", new: "int16", values: [("7.0", "7")], refused: ["40000.0"]),
        .init(old: "date", new: "int", values: [("86400.0", "86400")], refused: ["0.5"]),
        .init(old: "{ type: decimal, scale: 3 }", new: "{ type: decimal, scale: 1 }", values: [("-1500", "-15")], refused: ["1"]),
        .init(old: "{ type: decimal, scale: 2 }", new: "int", values: [("1200", "12")], refused: ["1250"]),
        .init(old: "{ type: decimal, scale: 2 }", new: "double", values: [("1234", "12.34")], refused: ["9007199254740993"]),
        .init(old: "double", new: "{ type: decimal, scale: 2 }", values: [("0.29", "29"), ("12.34", "1234")], refused: ["0.125"]),
        .init(old: "string", new: "int", values: [("'-12'", "-12")], refused: ["'007'", "'abc'", "''", "'1 '"]),
        .init(old: "string", new: "State", values: [("'sent'", "'sent'")], refused: ["'gone'"]),
        .init(old: "string", new: "day", values: [("'2024-02-29'", "'2024-02-29'")], refused: ["'2023-02-29'", "'x'"]),
        .init(old: "int", new: "Level", values: [("2", "2")], refused: ["3"]),
        .init(
            old: "string", new: "url",
            values: ["https://a.b:8080/c%20d/?e=f:g@h#i", "mailto:a@b.c", "http://a.b?c", "file:///a/b", "a/b", "//a"].map { ("'\($0)'", "'\($0)'") },
            refused: ["''", "'a b'", "'http://['", "'http://a:b/'", "'1:b'", "'%'", "'a%2'", "'a%zz'", "'a##'", "'ü'", "'a' || char(0)", "'http://a@b@c'"]),
    ]

    @Test("Where some values have none it takes a reason, and the migration stops at such a value and changes nothing", arguments: narrowing)
    func narrows(example: Example) throws {
        let (old, new) = (Self.model(example.old), Self.model(example.new))
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.plan == nil && asked.codes == ["TR2109"])
        #expect(asked.helps[0].contains("'accept: { Thing.value: { TR2109: why } }', or 'values: { Thing.value: \"… value …\" }'"))
        let migration = try PlannedMigration(from: old, to: new, "accept: { Thing.value: { TR2109: a test } }")
        #expect(migration.codes == [], "what was accepted is not told again")
        for (value, expected) in example.values {
            #expect(try migration.run("INSERT INTO thing (value) VALUES (\(value))").rows("SELECT quote(value) FROM thing") == [[expected]])
        }
        for value in example.refused {
            let error = #expect(throws: SQLiteError.self) { try migration.run("INSERT INTO thing (value) VALUES (\(value))") }
            #expect(error?.primaryCode == 19, "\(value)")
        }
    }

    @Test("Integers that fit in fewer bits stay where they are: nothing is written")
    func inPlace() throws {
        let plan = try #require(
            try PlannedMigration(from: Self.model("int"), to: Self.model("int16"), "accept: { Thing.value: { TR2109: a test } }").plan)
        #expect(plan.steps.filter { !$0.sql.contains("_trellis_metadata") }.map(\.sql) == [
            "UPDATE thing SET value = 'does not fit' WHERE NOT (value BETWEEN -32768 AND 32767)"
        ])
    }

    @Test("A value that does not fit is refused even if another attribute rebuilds the table")
    func inRebuild() throws {
        for (type, good, bad) in [("int16", "5", "40000"), ("bool", "1", "5")] {
            let old = Self.model("int").replacing("value: int", with: "value: int, other: int?")
            let new = old.replacing("value: int,", with: "value: \(type),").replacing("int?", with: "{ type: int, default: 0 }")
            let migration = try PlannedMigration(from: old, to: new, "accept: { Thing.value: { TR2109: a test } }")
            #expect(migration.codes == [], "\(migration.findings.map(\.message))")
            #expect(try migration.run("INSERT INTO thing (value) VALUES (\(good))").rows("SELECT value, other FROM thing") == [[good, "0"]])
            let error = #expect(throws: SQLiteError.self) { try migration.run("INSERT INTO thing (value) VALUES (\(bad))") }
            #expect(error?.primaryCode == 19)
        }
    }

    @Test(
        "A number with more than the 18 digits of a decimal stops the migration, which is reported before",
        arguments: [
            ("int", "{ type: decimal, scale: 2 }", "9999999999999999", "10000000000000000"),
            ("int", "{ type: decimal, scale: 0 }", "-999999999999999999", "-1000000000000000000"),
            ("{ type: decimal, scale: 1 }", "{ type: decimal, scale: 3 }", "-9999999999999999", "-10000000000000000"),
            ("int32", "{ type: decimal, scale: 10 }", "99999999", "100000000"),
        ])
    func digits(old: String, new: String, fits: String, refused: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new))
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
        _ = try migration.run("INSERT INTO thing (value) VALUES (\(fits))")
        let error = #expect(throws: SQLiteError.self) { try migration.run("INSERT INTO thing (value) VALUES (\(refused))") }
        #expect(error?.primaryCode == 19)
    }

    @Test("The proof sees a text that is no URL")
    func unreadableURL() throws {
        let migration = try PlannedMigration(from: Self.model("string"), to: Self.model("url"), "values: { Thing.value: value }")
        #expect(migration.codes == ["TR2114"] && migration.findings[0].message.hasPrefix("'Thing.value' is url, "), "\(migration.findings.map(\.message))")
    }

    @Test("What no rule converts is asked for", arguments: [("string", "double"), ("data", "string"), ("double", "float"), ("bool", "day"), ("State", "Level"), ("int32", "date"), ("int", "{ type: date, storage: unix }")])
    func asked(old: String, new: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new))
        #expect(migration.codes == ["TR2104"] && migration.plan == nil)
    }
}
