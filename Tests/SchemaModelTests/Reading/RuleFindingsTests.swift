import Foundation
import SchemaModel
import TestSupport
import Testing

/// Rules on an attribute's values: each is for some types, can be met, and holds for the attribute's own default.
struct RuleFindingsTests {
    @Test(
        "Bounds are values of the attribute's type, up to the ends of its range",
        arguments: [
            "int16, min: -32768, max: 32767", "int32, min: -2147483648, max: 2147483647",
            "int64, min: -9223372036854775808, max: 9223372036854775807", "float, min: -1.5, max: 3.4028235e38",
            "double, min: -1e300, max: 1e300", "double, min: 2.2250738585072014e-308",
            "decimal, scale: 2, min: -0.01, max: 9999999999999999.99",
            "date, min: '2001-01-01T00:00:00Z', max: '9999-12-31T23:59:59+01:00'",
            "day, min: 0001-01-01, max: 9999-12-31", "duration, min: -PT0.000001S, max: P106751991DT4H0M54.775807S",
            "int?, max: 0", "double, min: 1, max: 1", "string, minLength: 0, maxLength: 0",
            "data?, minLength: 3, maxLength: 3",
            "string, maxLength: 9223372036854775807", "string?, pattern: '[a-z]+|[0-9]+'",
        ])
    func good(attribute: String) throws {
        let rules = try readModel(ModelSource.attributes("a: { type: \(attribute) }")).entities[0].attributes[0].rules
        for key in ["min:", "max:", "minLength:", "maxLength:", "pattern:"] {
            #expect(attribute.contains(" \(key)") == rules.keys.contains(key), "\(key)")
        }
    }

    @Test(
        "Bounds are for what has an order that a person expects",
        arguments: ["bool", "string", "data", "uuid", "url", "decimal"])
    func boundsOfAnotherType(type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), min: 1️⃣1 }", "b: { type: \(type)?, max: 2️⃣1 }"),
            .init("TR1402", at: 1, saying: "'min' applies only to numbers, dates, days and durations, not to \(type)"),
            .init("TR1402", at: 2, saying: "'max' applies only to numbers, dates, days and durations, not to \(type)"))
    }

    @Test("Of a string, the key for its length is named")
    func boundsOfStrings() {
        expectFindings(
            ModelSource.attributes("a: { type: string, min: 1️⃣1, max: 2️⃣2 }"),
            .init("TR1402", at: 1, saying: "'minLength'"),
            .init("TR1402", at: 2, saying: "'maxLength'"))
    }

    @Test("Of a decimal, what is missing for bounds is named")
    func boundsOfExactDecimals() {
        expectFindings(
            ModelSource.attributes("a: { type: decimal, min: 1️⃣1 }"),
            .init("TR1402", at: 1, saying: "not to decimal without a scale"))
    }

    @Test(
        "Lengths are for strings and data",
        arguments: ["bool", "int16", "int", "float", "double", "decimal", "date", "day", "uuid", "url"])
    func lengthsOfAnotherType(type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), minLength: 1️⃣1, maxLength: 2️⃣2 }"),
            .init("TR1402", at: 1, saying: "'minLength' applies only to string and data"),
            .init("TR1402", at: 2, saying: "'maxLength' applies only to string and data"))
    }

    @Test(
        "A pattern is for strings",
        arguments: ["bool", "int", "double", "decimal", "date", "day", "data", "uuid", "url"])
    func patternOfAnotherType(type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), pattern: 1️⃣'[a-z]' }"),
            .init("TR1402", at: 1, saying: "'pattern' applies only to string, not to"))
    }

    @Test(
        "A bound that is no value of the type is reported at the bound",
        arguments: [
            ("int16", "32768"), ("int16", "-32769"), ("int32", "2147483648"), ("int64", "9223372036854775808"),
            ("int", "1.5"),
            ("int", "many"), ("int", "''"), ("float", "1e39"), ("double", "nan"), ("double", "inf"),
            ("double", "1e309"),
            ("decimal, scale: 2", "0.001"), ("decimal, scale: 0", "1.5"), ("decimal, scale: 18", "1"),
            ("decimal, scale: 2", "1e2"), ("date", "2001-01-01"), ("date", "now()"), ("day", "2023-02-29"),
            ("day", "now()"),
            ("day", "2001-01-01T00:00:00Z"),
        ])
    func badBound(type: String, value: String) {
        for key in ["min", "max"] {
            expectFindings(
                ModelSource.attributes("a: { type: \(type), \(key): 1️⃣\(value) }"),
                .init("TR1406", at: 1, saying: "is not a value of"))
        }
    }

    @Test("A bound or a pattern that is no single value is reported")
    func noValue() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: int, min: 1️⃣[], max: 2️⃣{} }", "b: { type: string, pattern: 3️⃣[a-z], maxLength: 4️⃣~ }"),
            .init("TR1102", at: 1), .init("TR1102", at: 2), .init("TR1102", at: 3), .init("TR1107", at: 4))
    }

    @Test(
        "A length that is no whole number of at least 0 is reported",
        arguments: ["-1", "1.5", "many", "[]", "99999999999999999999"])
    func badLength(number: String) {
        expectFindings(
            ModelSource.attributes("a: { type: string, maxLength: 1️⃣\(number) }"),
            .init("TR1107", at: 1, saying: "of at least 0"))
    }

    @Test(
        "Bounds between which no value lies are reported at the upper one",
        arguments: [
            "int, min: 2, max: 1️⃣1", "double, min: 0.1, max: 1️⃣-0.1", "decimal, scale: 2, min: 0.02, max: 1️⃣0.01",
            "day, min: 2001-01-02, max: 1️⃣2001-01-01",
            "date, min: '2001-01-01T00:00:00Z', max: 1️⃣'2001-01-01T00:00:00+01:00'",
            "string, minLength: 2, maxLength: 1️⃣1",
            "data, minLength: 1, maxLength: 1️⃣0",
        ])
    func emptyRange(attribute: String) {
        expectFindings(ModelSource.attributes("a: { type: \(attribute) }"), .init("TR1407", at: 1))
    }

    @Test("Where a bound is wrong itself, no range is judged")
    func wrongBoundInRange() {
        expectFindings(ModelSource.attributes("a: { type: int, min: 9, max: 1️⃣x }"), .init("TR1406", at: 1))
    }

    @Test(
        "A pattern is a regular expression that can stand within another one",
        arguments: [
            "''", "'['", "'('", "')'", "'a)|(b'", "'*'", "'a{2'", "'\\Qabc'", "'(?x)a # rest'", "'[[:nothing:]]'",
        ])
    func badPattern(pattern: String) {
        expectFindings(
            ModelSource.attributes("a: { type: string, pattern: 1️⃣\(pattern), default: abc }"),
            .init("TR1408", at: 1, saying: "not a valid regular expression"))
    }
}

extension ValueRules {
    /// The keys of the rules that there are, as a model's file has them.
    fileprivate var keys: [String] {
        let given: [(String, Bool)] = [
            ("min:", min != nil), ("max:", max != nil), ("minLength:", minLength != nil),
            ("maxLength:", maxLength != nil),
            ("pattern:", pattern != nil),
        ]
        return given.filter(\.1).map(\.0)
    }
}

/// Defaults and the rules of their attribute.
struct RuledDefaultTests {
    @Test(
        "A default at the edge of its rules is good",
        arguments: [
            "int, min: 1, default: 1", "int, max: 1, default: 1", "decimal, scale: 2, max: 1.5, default: 1.50",
            "double, min: -0.5, default: -0.5", "day, max: 2001-01-01, default: 2001-01-01",
            "date, min: '2001-01-01T01:00:00+01:00', default: '2001-01-01T00:00:00Z'",
            "string, maxLength: 2, default: ab",
            "string, pattern: 'a|ab', default: ab", "string, pattern: '[a-z]+', default: ab",
            "string, pattern: 'a*', default: ''",
            "day, min: 2999-01-01, default: now()", "int?, min: 1",
        ])
    func good(attribute: String) throws {
        _ = try readModel(ModelSource.attributes("a: { type: \(attribute) }"))
    }

    @Test(
        "A default that a save would refuse is reported at the default, with the rule",
        arguments: [
            ("int16, min: 1, default: 1️⃣0", "less than 'min'"), ("int, max: 1, default: 1️⃣2", "greater than 'max'"),
            ("decimal, scale: 2, max: 1.5, default: 1️⃣1.51", "greater than 'max'"),
            ("float, min: 0.5, default: 1️⃣0.25", "less than 'min'"),
            ("day, max: 2001-01-01, default: 1️⃣2001-01-02", "greater than 'max'"),
            ("date, min: '2001-01-01T00:00:00Z', default: 1️⃣'2000-12-31T23:59:59Z'", "less than 'min'"),
            ("string, maxLength: 2, default: 1️⃣abc", "longer than 'maxLength', which is 2"),
            ("string, pattern: '[a-z]+', default: 1️⃣abC", "does not match 'pattern'"),
            ("string, pattern: '[a-z]+', default: 1️⃣'abc '", "does not match 'pattern'"),
            ("string, pattern: '[a-z]+', default: 1️⃣\"abc\\n\"", "does not match 'pattern'"),
            ("string, pattern: 'a|b', default: 1️⃣ab", "does not match 'pattern'"),
            ("string, pattern: '^b$', default: 1️⃣\"a\\nb\"", "does not match 'pattern'"),
            ("string, pattern: '[a-z]+', default: 1️⃣''", "does not match 'pattern'"),
        ])
    func broken(attribute: String, words: String) {
        expectFindings(ModelSource.attributes("a: { type: \(attribute) }"), .init("TR1401", at: 1, saying: words))
    }

    @Test("A default that breaks several rules is reported for each")
    func several() {
        expectFindings(
            ModelSource.attributes("a: { type: string, minLength: 3, pattern: '[0-9]*', default: 1️⃣ab }"),
            .init("TR1401", at: 1, saying: "minLength"), .init("TR1401", at: 1, saying: "pattern"))
    }

    @Test("Lengths count Unicode scalars, also the greatest")
    func scalars() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: string, maxLength: 1, default: \u{E9} }",
                "b: { type: string, maxLength: 1, default: 1️⃣e\u{301} }"),
            .init("TR1401", at: 1, saying: "longer than 'maxLength'"))
    }

    @Test("A URL's default is one that Foundation reads, and leaves as it is")
    func urls() throws {
        for text in ["https://example.org/a?b=c#d", "mailto:a@b.c", "a/relative/path", "https://example.org/%C3%A9"] {
            let model = try readModel(ModelSource.attributes("a: { type: url, default: '\(text)' }"))
            #expect(model.entities[0].attributes[0].defaultValue == .literal(.url(text)))
        }
        expectFindings(
            ModelSource.attributes("a: { type: url, default: 1️⃣'' }", "b: { type: url, default: 2️⃣'http://[' }",
                "c: { type: url, default: 3️⃣'https://example.org/x y' }",
                "d: { type: url, default: 4️⃣'https://example.org/\u{E9}' }"),
            .init("TR1401", at: 1), .init("TR1401", at: 2), .init("TR1401", at: 3), .init("TR1401", at: 4))
    }

    @Test(
        "A decimal without a scale holds up to 38 digits",
        arguments: [
            "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
            "0.0000000000000000000000000000000000001", "123456789012345678.12345678901234567890", "0", "-0", "1.50",
            "007",
        ])
    func exactDecimals(text: String) throws {
        let model = try readModel(ModelSource.attributes("a: { type: decimal, default: \(text) }"))
        let attribute = model.entities[0].attributes[0]
        #expect(attribute.type == .decimal(scale: nil))
        #expect(attribute.defaultValue == .literal(.decimal(try #require(Decimal(string: text)))))
    }

    @Test(
        "A decimal of more digits than 38 would be rounded, and what is no number is none",
        arguments: [
            "100000000000000000000000000000000000000", "0.00000000000000000000000000000000000001",
            "1.00000000000000000000000000000000000000", "1e5", "1.", ".5", "'1,5'", "''", "nan", "'1 '", "+1",
        ])
    func badExactDecimals(text: String) {
        expectFindings(ModelSource.attributes("a: { type: decimal, default: 1️⃣\(text) }"), .init("TR1401", at: 1))
    }

    @Test("Zeros at the end of a decimal say nothing")
    func zeros() throws {
        let hashes = try ["1.5", "1.50", "01.500"].map {
            try readModel(ModelSource.attributes("a: { type: decimal, default: \($0) }")).meaningHash
        }
        #expect(Set(hashes).count == 1)
    }
}
