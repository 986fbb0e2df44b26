import Diagnostics
import SQLiteAccess
import SchemaEvolution
import TestSupport
import Testing

/// SQL in decisions that converts values from and to the form in which they are stored.
struct StoredFormTests {
    private static func model(_ type: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Task:\n    attributes: { old: \(type) }\n"
    }

    /// - Parameters:
    ///   - rows: SQL of values and what they become, as SQLite quotes it.
    private func convert(_ old: String, _ new: String, _ sql: String, _ rows: [(String, String)]) throws {
        let migration = try PlannedMigration(
            from: Self.model(old), to: Self.model(old).replacing("{ old", with: "{ new: \(new), old"), "values: { Task.new: \"\(sql)\" }")
        #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
        #expect(migration.plan?.text.contains("trellis_uuid") == false && migration.plan?.text.contains("trellis_d") == false)
        for (value, expected) in rows {
            let connection = try migration.run("INSERT INTO task (old) VALUES (\(value))")
            #expect(try connection.rows("SELECT quote(new) FROM task") == [[expected]], "\(value)")
        }
    }

    private func stops(_ old: String, _ new: String, _ sql: String, _ values: [String]) throws {
        let migration = try PlannedMigration(
            from: Self.model(old), to: Self.model(old).replacing("{ old", with: "{ new: \(new), old"), "values: { Task.new: \"\(sql)\" }")
        for value in values {
            let error = #expect(throws: SQLiteError.self, "\(value)") { try migration.run("INSERT INTO task (old) VALUES (\(value))") }
            #expect(error?.primaryCode == 19)
        }
    }

    @Test("A number becomes a decimal, and a decimal a number and a text")
    func decimals() throws {
        try convert("int?", "{ type: decimal?, scale: 2 }", "trellis_decimal_from_number(old / 60.0, 2)", [("600", "1000"), ("90", "150"), ("-1", "-2"), ("NULL", "NULL")])
        try convert("int", "{ type: decimal, scale: 2 }", "TRELLIS_decimal_from_number ( old, 2 )", [("9007199254740993", "900719925474099300")])
        try convert("double", "{ type: decimal, scale: 0 }", "trellis_decimal_from_number(old, 0)", [("2.5", "3")])
        try stops("double", "{ type: decimal, scale: 2 }", "trellis_decimal_from_number(old, 2)", ["1e18"])
        try stops("int", "{ type: decimal, scale: 2 }", "trellis_decimal_from_number(old, 2)", ["9223372036854775807"])
        try stops("string", "{ type: decimal, scale: 2 }", "trellis_decimal_from_number(old, 2)", ["'x'", "'7'"])
        try convert("{ type: decimal?, scale: 2 }", "double?", "trellis_decimal_to_number(old, 2)", [("1005", "10.05"), ("NULL", "NULL")])
        try convert("{ type: decimal?, scale: 2 }", "string?", "trellis_decimal_to_text(old, 2)", [("1005", "'10.05'"), ("-5", "'-0.05'"), ("1000", "'10'"), ("-10", "'-0.1'"), ("0", "'0'"), ("NULL", "NULL")])
        let texts = [("' 1'", nil), ("'-010.50'", "-1050"), ("'+.5'", "50"), ("'7.'", "700"), ("'1.005'", nil), ("'1e3'", nil), ("'1-2'", nil), ("'.'", nil), ("'9' || char(0)", nil), ("'12345678901234567'", nil)]
        for (text, scaled) in texts {
            if let scaled {
                try convert("string?", "{ type: decimal?, scale: 2 }", "trellis_decimal_from_text(old, 2)", [(text, scaled)])
            } else {
                try stops("string?", "{ type: decimal?, scale: 2 }", "trellis_decimal_from_text(old, 2)", [text])
            }
        }
        try convert("string?", "decimal?", "trellis_decimal_from_text(old)", [("'-010.50'", "'-10.5'"), ("'-0.00'", "'0'"), ("'+.5'", "'0.5'"), ("NULL", "NULL")])
        try stops("string", "decimal", "trellis_decimal_from_text(old)", ["'x'", "''", "'1e3'", "printf('%.39c', '9')"])
        try convert("string?", "double?", "trellis_number_from_text(old)", [("'-010.50'", "-10.5"), ("NULL", "NULL")])
        try stops("string", "double", "trellis_number_from_text(old)", ["'x'", "''", "'1e3'"])
    }

    @Test("Seconds become durations, and durations seconds")
    func durations() throws {
        try convert("int?", "duration?", "trellis_duration_from_seconds(old * 60)", [("90", "5400000000"), ("-1", "-60000000"), ("NULL", "NULL")])
        try convert("double?", "duration?", "trellis_duration_from_seconds(old)", [("1.1", "1100000"), ("-0.0000005", "-1"), ("NULL", "NULL")])
        try stops("int", "duration", "trellis_duration_from_seconds(old)", ["9223372036855", "-9223372036855"])
        try stops("double", "duration", "trellis_duration_from_seconds(old)", ["1e300"])
        try stops("string", "duration", "trellis_duration_from_seconds(old)", ["'x'", "'7'"])
        try convert("duration?", "double?", "trellis_duration_to_seconds(old)", [("1500000", "1.5"), ("NULL", "NULL")])
    }

    @Test("Only the user knows the unit of a number that becomes a duration")
    func unitOfDuration() throws {
        let migration = try PlannedMigration(from: Self.model("int"), to: Self.model("duration"), "")
        #expect(migration.plan == nil)
        let notes = migration.findings.flatMap(\.notes).map(\.message)
        #expect(notes.contains { $0.contains("INTEGER, in microseconds: PT1S is 1000000; trellis_duration_from_seconds(…) gives it") }, "\(notes)")
    }

    @Test("Seconds and texts become dates of each storage, and dates those")
    func dates() throws {
        let stored = [("", "728395200.5", "728395200.5"), ("unix", "1706702400.5", "1706702400.5"), ("iso8601", "'2024-01-31T12:00:00.500Z'", "'2024-01-31T12:00:00.500Z'")]
        for (storage, value, literal) in stored {
            let type = storage.isEmpty ? "date?" : "{ type: date?, storage: \(storage) }"
            let argument = storage.isEmpty ? "" : ", '\(storage)'"
            try convert("double?", type, "trellis_date_from_unix(old\(argument))", [("1706702400.5", literal), ("NULL", "NULL")])
            try convert("string?", type, "trellis_date_from_text(old\(argument))", [("'2024-01-31 13:00:00.500+01:00'", literal), ("NULL", "NULL")])
            try stops("string", type, "trellis_date_from_text(old\(argument))", ["'2024-02-31'", "'12'", "''"])
            try convert(type, "double?", "trellis_date_to_unix(old\(argument))", [(value, "1706702400.5"), ("NULL", "NULL")])
            try convert(type, "string?", "trellis_date_to_text(old\(argument))", [(value, "'2024-01-31T12:00:00.500Z'"), ("NULL", "NULL")])
            try convert(type, "day?", "trellis_day_from_date(old\(argument))", [(value, "'2024-01-31'"), ("NULL", "NULL")])
            let midnight = ["": "728352000.0", "unix": "1706659200.0", "iso8601": "'2024-01-31T00:00:00.000Z'"]
            try convert("day?", type, "trellis_day_to_date(old\(argument))", [("'2024-01-31'", midnight[storage] ?? ""), ("NULL", "NULL")])
        }
        // SQLite's own functions round to milliseconds.
        let ends = [
            ("86399.9996", "'2001-01-01'"), ("86399.99999999999", "'2001-01-01'"), ("-0.0001", "'2000-12-31'"), ("0.0", "'2001-01-01'"),
            ("-86400.0", "'2000-12-31'"), ("-86400.0001", "'2000-12-30'"),
        ]
        try convert("date?", "day?", "trellis_day_from_date(old)", ends)
        let unixEnds = [("978393599.9996", "'2001-01-01'"), ("-0.0001", "'1969-12-31'"), ("-1.0", "'1969-12-31'")]
        try convert("{ type: date?, storage: unix }", "day?", "trellis_day_from_date(old, 'unix')", unixEnds)
        try convert("string?", "day?", "trellis_day_from_text(old)", [("'2024-01-31T12:00'", "'2024-01-31'"), ("NULL", "NULL")])
        try stops("string", "day", "trellis_day_from_text(old)", ["'2024-02-31'", "'today'"])
    }

    @Test("Texts become UUIDs and Booleans, and these texts")
    func others() throws {
        let (text, bytes) = ("'0011aabb-ffee-4000-8000-0123456789ab'", "X'0011AABBFFEE400080000123456789AB'")
        try convert("string?", "uuid?", "trellis_uuid_from_text(old)", [(text, bytes), ("upper(\(text))", bytes), ("NULL", "NULL")])
        try stops("string", "uuid", "trellis_uuid_from_text(old)", ["'0011aabb'", "replace(\(text), 'a', 'x')"])
        try convert("uuid?", "string?", "trellis_uuid_to_text(old)", [(bytes, text), ("NULL", "NULL")])
        try convert("string?", "bool?", "trellis_bool_from_text(old)", [("'Yes'", "1"), ("'false'", "0"), ("NULL", "NULL")])
        try stops("string", "bool", "trellis_bool_from_text(old)", ["'maybe'"])
        try convert("bool?", "string?", "trellis_bool_to_text(old)", [("1", "'true'"), ("0", "'false'"), ("NULL", "NULL")])
    }

    @Test("The conversions in the guide give what it says")
    func guide() throws {
        let page = try String(contentsOfFile: "\(Project.root)/Documentation/migrations.md", encoding: .utf8)
        let rows = page.matches(of: /(?m)^\| `(trellis_\w+\(.*\))` \| `(.*)` \| `(.*)` \|$/)
        #expect(Set(rows.map { $0.output.1.prefix { $0 != "(" } }).count == 18)
        let connection = try SQLiteConnection.inMemory()
        for row in rows {
            let text = "trellis: 1\nvalues: { A.b: \"\(row.output.1)\" }\n"
            let sql = try #require(DecisionReader.read(Array(text.utf8), file: "m.yaml").decisions?.values.values.first?.text)
            #expect(try connection.rows("SELECT quote(\(sql)) FROM (SELECT \(row.output.2) AS old)") == [[String(row.output.3)]], "\(row.output.1)")
        }
    }

    @Test("A conversion stands within other SQL and within another one, and not in texts and comments")
    func nested() throws {
        try convert(
            "int", "string", "'trellis_bool_to_text(' || trellis_decimal_to_text(trellis_decimal_from_number(max(old, (1)), 1), 1) /* trellis_x( */",
            [("5", "'trellis_bool_to_text(5'")])
    }

    @Test("A conversion that does not exist, or has other arguments, is reported where it is written")
    func wrong() throws {
        for (sql, message) in [
            ("trellis_decimal(old, 2)", "no conversion has the name 'trellis_decimal'"), ("trellis_decimal_from_number(old)", "takes other arguments"),
            ("trellis_decimal_from_number(old, x)", "takes other arguments"), ("trellis_date_from_unix(old, 'local')", "takes other arguments"),
            ("trellis_bool_to_text(old", "is open"), ("trellis_bool_to_text()", "takes other arguments"),
        ] {
            for text in ["values: { Task.new: \"\(sql)\" }", "after: [\"UPDATE task SET new = \(sql)\"]"] {
                let (decisions, findings) = DecisionReader.read(Array("trellis: 1\n\(text)\n".utf8), file: "m.yaml")
                #expect(decisions == nil && findings.map(\.code.name) == ["TR2115"] && findings[0].message.contains(message), "\(findings)")
                #expect(findings.first?.span.start.line == 2)
            }
        }
    }

    @Test("A question for a value states the stored form of both columns, with the conversions that give it")
    func question() throws {
        let migration = try PlannedMigration(from: Self.model("string"), to: Self.model("{ type: decimal, scale: 2 }"))
        #expect(migration.codes == ["TR2104"])
        #expect(
            migration.findings[0].notes.map(\.message).suffix(2) == [
                "it was stored as TEXT",
                "'Task.old' is stored as INTEGER, in hundredths: 10.00 is 1000",
            ])
        #expect(migration.helps == ["decide in the migration's file: 'values: { Task.old: \"trellis_decimal_from_text(old, 2)\" }'"])
        let added = try PlannedMigration(from: Self.model("int"), to: Self.model("int").replacing("{ old", with: "{ at: date, old"))
        #expect(added.codes == ["TR2103"] && added.findings[0].notes.last?.message.contains("seconds since 2001-01-01 UTC") == true)
    }

    @Test("Three rows show what a value becomes, as stored and as the model reads it")
    func samples() throws {
        let migration = try PlannedMigration(
            from: Self.model("int"), to: Self.model("int").replacing("{ old", with: "{ hours: { type: decimal, scale: 2 }, old"),
            "values: { Task.hours: \"trellis_decimal_from_number(old / 60.0, 2)\" }")
        let decisions = try #require(
            DecisionReader.read(Array("trellis: 1\nvalues: { Task.hours: old * 150 }".utf8), file: "").decisions)
        let lines = ValueSamples(from: migration.old, to: migration.new, decisions).lines
        #expect(lines.count == 4 && lines[0] == "Task.hours is stored as INTEGER, in hundredths: 10.00 is 1000; its value in sample rows, before → after:", "\(lines)")
        for line in lines.dropFirst() {
            let match = try #require(line.firstMatch(of: /^  old (\d+) → (\d+) \((\d+\.\d\d)\)$/), "\(line)")
            let (old, new) = try (#require(Int(match.output.1)), #require(Int(match.output.2)))
            #expect(new == old * 150 && Double(match.output.3) == Double(new) / 100)
        }
    }
}
