import AttributeOptionsModel
import Foundation
import SQLiteAccess
import Testing
import Trellis

/// `check: true` gives the database the rules that the library has: what the one takes, the other takes.
struct DatabaseCheckTests {
    private let file: StoreFile<AttributeOptions>

    init() throws {
        file = try StoreFile(of: AttributeOptions.self)
        _ = try file.container()
    }

    /// Columns with values in SQL that are good, and such that are not.
    static let values: [(column: String, good: [String], bad: [String])] = [
        ("flag", ["0", "1"], ["2", "-1"]),
        ("small", ["NULL", "-32768", "32767"], ["-32769", "32768", "9223372036854775807"]),
        ("medium", ["0", "2147483647"], ["-1", "2147483648"]),
        ("large", ["-9223372036854775807 - 1", "9"], ["10"]),
        ("single", ["0", "-3.4028234663852886e+38", "1e-300"], ["3.5e38", "-1e300", "9e999"]),
        ("ratio", ["-0.5", "-0.0", "1e300"], ["-0.50000000000001", "1.1e300"]),
        ("price", ["0", "999999"], ["-1", "1000000"]),
        ("\"order\"", ["'1'", "'12345'", "'äöüß€'", "char(0)"], ["''", "'123456'"]),
        ("code", ["NULL", "'12'", "'123'", "char(0, 1, 2)", "'1' || char(0)"], ["'1'", "'1234'", "''"]),
        ("note", ["''", "'1234'", "char(0)"], ["'12345'"]),
        ("bytes", ["x'00'", "x'00000000'"], ["x''", "zeroblob(5)"]),
        ("more", ["x'0000'", "zeroblob(1000)"], ["x''", "x'00'"]),
        (
            "due", ["'0001-01-01'", "'9999-12-31'", "'2000-02-29'"],
            ["'0000-12-31'", "'1900-02-29'", "'2000-2-3'", "''", "'2000-01-01 '", "'2000-01-01T00:00'", "'2451545'", "'now'"]
        ),
        ("past", ["'2000-02-29'"], ["'2000-03-01'", "'2000-02-30'"]),
        ("made", ["0", "1e300"], ["-0.001"]),
        ("seen", ["978307200", "-1e300"], ["978307200.001"]),
        (
            "sent",
            [
                "'2001-01-01T00:00:00.000Z'", "'0000-01-01T00:00:00.000Z'", "'9999-12-31T23:59:59.999Z'",
                "'2024-02-29T12:34:56.789Z'", "'2024-02-29T12:34:59.999Z'",
            ],
            [
                "''", "'now'", "'2001-01-01T00:00:00Z'", "'2001-01-01 00:00:00.000Z'", "'2001-01-01T00:00:00.000'",
                "'2001-02-29T00:00:00.000Z'", "'2001-01-01T24:00:00.000Z'", "'2001-01-01T00:00:60.000Z'",
                "'2001-01-01T00:60:00.000Z'", "'2001-01-01T00:00:00.0000Z'", "'2001-01-01T00:00:00.000Z' || char(0)",
                "'2001-01-01T00:00:00.000+00:00'", "'2001-01-01T00:00:00.00AZ'", "'2001-01-01T00:00:0A.000Z'",
            ]
        ),
        ("read", ["'2001-01-01T00:00:00.000Z'"], ["'2000-12-31T23:59:59.999Z'", "'2001'"]),
        ("\"key\"", ["zeroblob(16)"], ["zeroblob(15)", "zeroblob(17)", "x''"]),
        (
            "token", ["'6ba7b810-9dad-11d1-80b4-00c04fd430c8'"],
            [
                "''", "'6BA7B810-9dad-11d1-80b4-00c04fd430c8'", "'6ba7b810-9dad-11d1-80b4-00c04fd430c8' || char(0)",
                "'6ba7b810-9dad-11d1-80b4-00c04fd430cg'", "'6ba7b8109dad11d180b400c04fd430c8'",
                "'--------------------------00c04fd430'", "'6ba7b810-9dad-11d1-80b4-00c04fd430c-'",
                "'6ba7b81009dad-11d1-80b4-00c04fd430c8'",
            ]
        ),
        ("level", ["'low'", "'high'"], ["'medium'", "''", "'LOW'"]),
        ("weekday", ["1", "5"], ["0", "2"]),
    ]

    /// A row of good values, with another value in one column.
    private func insert(_ value: String, into column: String) -> String {
        var values = ["flag": "0", "medium": "0", "price": "0", "\"order\"": "'x'", "level": "'low'"]
        values[column] = value
        let columns = values.keys.sorted()
        return "INSERT INTO checked (\(columns.joined(separator: ", "))) VALUES "
            + "(\(columns.map { values[$0] ?? "" }.joined(separator: ", ")))"
    }

    /// Whether the library reads what stands in the file, and saves it again.
    private func libraryTakesAll() throws -> Bool {
        let context = try file.context()
        do {
            for object in try context.fetchAll(Checked.self) { object.flag.toggle() }
            try context.save()
            return true
        } catch is StoreError, is ObjectValidationError {
            return false
        }
    }

    @Test(arguments: values)
    func `plain SQL can write what the library takes, and nothing else`(
        _ values: (column: String, good: [String], bad: [String])
    ) throws {
        for value in values.good where !(TestStore.isOnCluster && value.contains("char(0")) {
            try file.execute(insert(value, into: values.column))
            #expect(try libraryTakesAll(), "\(values.column) = \(value)")
            try file.execute("DELETE FROM checked")
        }
        for value in values.bad where !(TestStore.isOnCluster && value.contains("char(0")) {
            let error = #expect(throws: SQLiteError.self, "\(values.column) = \(value)") {
                try file.execute(insert(value, into: values.column))
            }
            // A text 'now' is refused because it asks for the time.
            #expect(error?.message.hasPrefix("CHECK constraint failed") == true || value == "'now'")
            try file.execute("PRAGMA ignore_check_constraints = ON; \(insert(value, into: values.column))")
            #expect(try !libraryTakesAll(), "\(values.column) = \(value)")
            try file.execute("DELETE FROM checked")
        }
    }

    @Test func `an update in plain SQL is checked too`() throws {
        try file.execute(insert("0", into: "price"))
        #expect(throws: SQLiteError.self) { try file.execute("UPDATE checked SET price = -1") }
        try file.execute("UPDATE checked SET price = 1")
        #expect(try file.column("SELECT price FROM checked") == ["1"])
    }

    @Test func `a save tells broken rules as ever, before the database sees them`() throws {
        let context = try file.context()
        let object = Checked(in: context, flag: true)
        (object.name, object.code, object.due) = ("", "1234", Day(2000, 1, 1))
        object.read = Date(timeIntervalSinceReferenceDate: -1)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["name", "code", "read"])
    }

    @Test(.filesOnly(.nul)) func `what SQLite cannot count is let through, and the library counts it`() throws {
        let context = try file.context()
        // Eight Unicode scalars, of which SQLite counts none.
        let object = Checked(in: context, flag: true, name: "\0two", code: "\0ab")
        try context.save()
        #expect(try file.rows("SELECT length(\"order\"), length(code) FROM checked") == [["0", "0"]])
        object.name = "\0too long"
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.maxLength(5)])
        try file.execute("UPDATE checked SET \"order\" = char(0) || 'too long'")
    }
}
