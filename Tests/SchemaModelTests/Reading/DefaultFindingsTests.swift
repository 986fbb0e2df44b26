import Foundation
import TestSupport
import Testing

/// A default is read by its attribute's type and by nothing else.
struct DefaultFindingsTests {
    @Test(
        "A default that its type cannot hold is reported at the default",
        arguments: [
            ("bool", "yes"), ("bool", "1"), ("bool", "TRUE"), ("int16", "32768"), ("int16", "-32769"), ("int16", "1.0"),
            ("int32", "2147483648"), ("int32", "x"), ("int64", "9223372036854775808"), ("int", "1e3"), ("int", "0x10"),
            ("float", "1e39"), ("float", "nan"), ("double", "inf"), ("double", "1e309"), ("double", "'1,5'"),
            ("double", "''"), ("double", "5e-324"), ("float", "1e-40"),
            ("day", "2023-02-29"), ("day", "1900-02-29"), ("day", "2023-13-01"), ("day", "2023-1-1"), ("day", "0000-01-01"),
            ("day", "2023-04-31"), ("date", "2023-01-01"), ("date", "today"), ("date", "2023-02-29T00:00:00Z"),
            ("date", "2023-02-28T24:30:00Z"), ("date", "2023-02-28T00:00:00Z and more"), ("date", "2023-02-28T00:00:00"),
            ("uuid", "now()"), ("uuid", "6BA7B810"), ("data", "abc"), ("data", "''"), ("string", "[]"), ("string", "{}"),
            ("string", "~"), ("string", "null"), ("bool", "null"),
        ])
    func badDefault(type: String, value: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), default: 1️⃣\(value) }"), .init("TR1401", at: 1))
    }

    @Test(
        "A decimal's default has as many places as the scale and 18 digits at most",
        arguments: [
            "1.234", "0.001", "1.2.3", ".5", "'-'", "--1", "1e2", "12345678901234567.00", "12345678901234567890", "1 2",
            "1.",
            "1\u{301}", "0.10000000000000000000000000000000000000000000001",
        ])
    func badDecimal(value: String) {
        expectFindings(
            ModelSource.attributes("a: { type: decimal, scale: 2, default: 1️⃣\(value) }"), .init("TR1401", at: 1))
    }

    @Test("A decimal's default may have fewer places, and zeros beyond them")
    func goodDecimals() throws {
        for value in ["0", "-0.5", "12.34", "1.500", "1234567890123456.78", "-1234567890123456.78"] {
            let model = try readModel(ModelSource.attributes("a: { type: decimal, scale: 2, default: \(value) }"))
            #expect(model.entities[0].attributes[0].defaultValue != nil, "\(value)")
        }
    }

    @Test("A default at the edge of its type is good")
    func edges() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: { type: int16, default: -32768 }", "b: { type: int32, default: 2147483647 }",
                "c: { type: int64, default: -9223372036854775808 }", "d: { type: day, default: 2024-02-29 }",
                "e: { type: day, default: 9999-12-31 }", "f: { type: string, default: '' }",
                "g: { type: string, default: no }"))
        let defaults = model.entities[0].attributes.map(\.defaultValue)
        #expect(
            defaults == [
                .literal(.integer(-32768)), .literal(.integer(2_147_483_647)), .literal(.integer(.min)),
                .literal(.day("2024-02-29")), .literal(.day("9999-12-31")), .literal(.string("")), .literal(.string("no")),
            ])
    }

    @Test("A default that is shorter than 'minLength' is reported, counted in Unicode scalars")
    func tooShort() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: string, minLength: 3, default: 1️⃣ab }",
                "b: { type: string, minLength: 2, default: é }".replacingOccurrences(of: "é", with: "e\u{301}")),
            .init("TR1401", at: 1, saying: "shorter than 'minLength', which is 3"))
    }

    @Test("'now()' is for dates and days, 'uuid()' for UUIDs; for a string they are texts")
    func functions() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: { type: date, default: now() }", "b: { type: day, default: now() }",
                "c: { type: uuid, default: uuid() }",
                "d: { type: string, default: now() }"))
        #expect(model.entities[0].attributes.map(\.defaultValue) == [.now, .now, .newUUID, .literal(.string("now()"))])
        expectFindings(
            ModelSource.attributes("a: { type: date, default: 1️⃣uuid() }", "b: { type: int, default: 2️⃣now() }"),
            .init("TR1401", at: 1), .init("TR1401", at: 2))
    }

    @Test("An instant is read with its time zone")
    func instants() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: { type: date, default: '2001-01-01T00:00:10Z' }",
                "b: { type: date, default: '2001-01-01T02:00:10+02:00' }"))
        #expect(model.entities[0].attributes.map(\.defaultValue) == [.literal(.date(10)), .literal(.date(10))])
    }
}
