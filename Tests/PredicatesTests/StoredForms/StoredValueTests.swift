import Foundation
import Predicates
import Testing

/// Decimals and days as they are stored.
struct StoredValueTests {
    @Test(
        "A decimal is the integer of its last place",
        arguments: [
            ("0", 2, 0), ("12.34", 2, 1234), ("-12.34", 2, -1234), ("12.3", 2, 1230), ("12", 0, 12), ("-0.01", 2, -1),
            ("1.500", 1, 15),
            ("0.000000000000000001", 18, 1), ("999999999999999999", 0, 999_999_999_999_999_999),
            ("-9999999999999999.99", 2, -999_999_999_999_999_999),
            ("100000000000000000", 0, 100_000_000_000_000_000), ("0.1", 18, 100_000_000_000_000_000),
        ] as [(String, Int, Int64)])
    func exact(text: String, scale: Int, integer: Int64) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(ScaledDecimal.integer(decimal, scale: scale) == integer)
        #expect(ScaledDecimal.decimal(integer, scale: scale) == decimal)
    }

    @Test(
        "A decimal with more places than the scale, or more than 18 digits, has no stored form",
        arguments: [
            ("0.001", 2), ("12.345", 2), ("1.5", 0), ("1000000000000000000", 0), ("10000000000000000", 2), ("9", 18),
            ("NaN", 2),
        ])
    func refused(text: String, scale: Int) {
        #expect(ScaledDecimal.integer(Decimal(string: text) ?? .nan, scale: scale) == nil)
    }

    @Test("Huge and tiny decimals have no stored form and do not crash")
    func extremes() {
        for value in [
            Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan,
            Decimal(sign: .plus, exponent: 100, significand: 1),
        ] {
            #expect(ScaledDecimal.integer(value, scale: 2) == nil, "\(value)")
        }
        #expect(ScaledDecimal.integer(Decimal(sign: .plus, exponent: 3, significand: 5), scale: 1) == 50000)
    }

    @Test(
        "Every stored integer comes back",
        arguments: [0, 1, -1, 999_999_999_999_999_999, -999_999_999_999_999_999] as [Int64])
    func roundTrip(integer: Int64) {
        for scale in 0...18 {
            #expect(
                ScaledDecimal.integer(ScaledDecimal.decimal(integer, scale: scale), scale: scale) == integer,
                "scale \(scale)")
        }
    }

    @Test("What another program wrote is read as it stands, up to 64 bits", arguments: [Int64.max, Int64.min])
    func foreign(integer: Int64) {
        #expect(ScaledDecimal.decimal(integer, scale: 2) * 100 == Decimal(string: String(integer)))
    }

    @Test(
        "A day is YYYY-MM-DD and exists in the Gregorian calendar",
        arguments: [
            ("2024-02-29", true), ("2023-02-29", false), ("2000-02-29", true), ("1900-02-29", false), ("0001-01-01", true),
            ("0000-12-31", false),
            ("9999-12-31", true), ("10000-01-01", false), ("2023-04-31", false), ("2023-00-01", false),
            ("2023-13-01", false), ("2023-01-00", false),
            ("2023-1-1", false), ("23-01-01", false), ("2023/01/01", false), ("2023-01-01T", false), (" 2023-01-1", false),
            ("-023-01-01", false),
            ("+023-01-01", false), ("２０２３-01-01", false), ("", false), ("2023-01-0a", false),
        ])
    func days(text: String, isValid: Bool) {
        #expect(CalendarDay.isValid(text) == isValid)
    }

    @Test("The parts of a day are its numbers")
    func parts() throws {
        let day = try #require(CalendarDay.parse("0987-06-05"))
        #expect(day == (987, 6, 5))
    }
}

/// Decimals without a scale as they are stored.
struct ExactDecimalTests {
    @Test(
        "Equal numbers have one text: no exponent, no zeros that say nothing",
        arguments: [
            ("0", "0"), ("-0", "0"), ("-0.00", "0"), ("1.50", "1.5"), ("-1.50", "-1.5"), ("100", "100"), ("1E5", "100000"),
            ("-2.5e3", "-2500"), ("1e-5", "0.00001"), ("007.0", "7"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("-0.00000000000000000000000000000000000001", "-0.00000000000000000000000000000000000001"),
            ("123456789012345678.12345678901234567890", "123456789012345678.1234567890123456789"),
        ])
    func text(written: String, canonical: String) throws {
        let decimal = try #require(Decimal(string: written))
        #expect(ExactDecimal.text(decimal) == canonical)
        #expect(ExactDecimal.decimal(canonical) == decimal)
    }

    @Test("Every way to make a number gives the same text")
    func made() {
        #expect(ExactDecimal.text(Decimal(150) / 100) == "1.5")
        #expect(ExactDecimal.text(Decimal(sign: .minus, exponent: -3, significand: 1500)) == "-1.5")
        #expect(ExactDecimal.text(Decimal(sign: .plus, exponent: 2, significand: 15)) == "1500")
        #expect(ExactDecimal.text(Decimal(sign: .minus, exponent: 0, significand: 0)) == "0")
    }

    @Test(
        "The largest and the smallest decimals come back",
        arguments: [
            Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            Decimal(1) / 3,
        ])
    func extremes(decimal: Decimal) throws {
        let text = try #require(ExactDecimal.text(decimal))
        #expect(ExactDecimal.decimal(text) == decimal)
    }

    @Test("What is no number has no text")
    func notANumber() {
        #expect(ExactDecimal.text(.nan) == nil)
    }

    @Test(
        "A text in any other form is no stored decimal",
        arguments: [
            "", " ", "1.50", "1.0", "-0", "00", "01", "+1", "1.", ".5", "1e5", "1E5", " 1", "1 ", "1x", "x", "1,5", "NaN", "--1",
            "1.2.3", "\u{FF11}", "1\u{301}", "1000000000000000000000000000000000000000000000000000.5",
        ])
    func foreign(text: String) {
        #expect(ExactDecimal.decimal(text) == nil)
    }
}
