import Foundation
import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// Instants as they are stored for other programs.
struct StoredInstantTests {
    @Test(
        "An instant's text is UTC, to the millisecond, in the Gregorian calendar",
        arguments: [
            (0, "2001-01-01T00:00:00.000Z"), (-0.001, "2000-12-31T23:59:59.999Z"), (0.0004, "2001-01-01T00:00:00.000Z"),
            (0.0006, "2001-01-01T00:00:00.001Z"), (-978_307_200, "1970-01-01T00:00:00.000Z"),
            (730_944_000, "2024-03-01T00:00:00.000Z"), (730_943_999.5, "2024-02-29T23:59:59.500Z"),
            // The day before the Gregorian calendar began is another Gregorian day.
            (-13_197_600_000.001, "1582-10-14T23:59:59.999Z"), (-63_113_904_000, "0001-01-01T00:00:00.000Z"),
            (-63_145_526_400, "0000-01-01T00:00:00.000Z"), (-63_145_526_400.0004, "0000-01-01T00:00:00.000Z"),
            (252_423_993_599.999, "9999-12-31T23:59:59.999Z"), (-0.0, "2001-01-01T00:00:00.000Z"),
        ])
    func text(seconds: Double, text: String) {
        #expect(ISO8601Instant.text(seconds) == text)
        let read = ISO8601Instant.seconds(text.utf8)
        #expect(read == (seconds * 1000).rounded() / 1000)
    }

    @Test(
        "Outside the years 0 to 9999 there is no text",
        arguments: [
            -63_145_526_400.001, 252_423_993_599.9996, 1e300, -1e300, .infinity, -.infinity, .nan,
            .greatestFiniteMagnitude,
        ])
    func outside(seconds: Double) {
        #expect(ISO8601Instant.text(seconds) == nil)
    }

    @Test(
        "A text in any other form is no stored instant",
        arguments: [
            "", "2001-01-01", "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.0Z", "2001-01-01T00:00:00.0000Z",
            "2001-01-01 00:00:00.000Z", "2001-01-01T00:00:00.000", "2001-01-01T00:00:00.000z", "2001-01-01T00:00:00,000Z",
            "2001-02-29T00:00:00.000Z", "2001-13-01T00:00:00.000Z", "2001-00-01T00:00:00.000Z", "2001-01-00T00:00:00.000Z",
            "2001-01-01T24:00:00.000Z", "2001-01-01T00:60:00.000Z", "2001-01-01T00:00:60.000Z",
            "+001-01-01T00:00:00.000Z", "-001-01-01T00:00:00.000Z", "2001-01-01T00:00:00.00\u{FF10}Z", "2001-01-01T-1:00:00.000Z",
            "1900-02-29T00:00:00.000Z", "0001-02-29T00:00:00.000Z", "2001-01-01T00:00:00.000Z ",
        ])
    func foreign(text: String) {
        #expect(ISO8601Instant.seconds(text.utf8) == nil)
    }

    @Test("The year 0 is a leap year, as 400 is")
    func yearZero() {
        let seconds = ISO8601Instant.seconds("0000-02-29T00:00:00.000Z".utf8)
        #expect(seconds.flatMap(ISO8601Instant.text) == "0000-02-29T00:00:00.000Z")
    }

    @Test("The short text leaves a fraction of zero out")
    func shortText() {
        #expect(ISO8601Instant.shortText(10) == "2001-01-01T00:00:10Z")
        #expect(ISO8601Instant.shortText(10.5) == "2001-01-01T00:00:10.500Z")
        #expect(ISO8601Instant.shortText(1e300) == nil)
    }

    @Test("Random instants: SQLite reads the text as the same instant and writes it so; texts sort as instants; each comes back")
    func random() throws {
        var random = SeededGenerator.forTests()
        let connection = try SQLiteConnection.inMemory()
        let statement = try connection.prepare("SELECT strftime('%s', ?1), strftime('%Y-%m-%dT%H:%M:%S', ?1)")
        var instants = [(seconds: Double, text: String)]()
        for _ in 0..<2000 {
            let seconds = Double.random(in: -63_145_526_400...252_423_993_599, using: &random)
            let text = try #require(ISO8601Instant.text(seconds))
            instants.append((seconds, text))
            let read = try #require(ISO8601Instant.seconds(text.utf8))
            #expect(abs(read - seconds) <= 0.000_53)
            #expect(ISO8601Instant.text(read) == text)

            try statement.raw.bind(text, at: 1)
            #expect(try statement.raw.step())
            #expect(try statement.raw.text(at: 0) == String(Int(read.rounded(.down)) + 978_307_200), "\(text)")
            #expect(try statement.raw.text(at: 1) == text.prefix(19))
            statement.raw.reset()
        }
        let sorted = instants.sorted { $0.seconds < $1.seconds }.map(\.text)
        #expect(sorted == sorted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test("Seconds since 1970 are exact for whole seconds, and stay what they are once they were stored")
    func unix() {
        var random = SeededGenerator.forTests()
        #expect(UnixInstant.seconds(0) == 978_307_200)
        for _ in 0..<2000 {
            let whole = Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
            #expect(UnixInstant.reference(UnixInstant.seconds(whole)) == whole)
            // The dates that people have, to the last bit of a Date.
            let reference = Double.random(in: -978_307_200...3_000_000_000, using: &random)
            let stored = UnixInstant.seconds(reference)
            let read = UnixInstant.reference(stored)
            #expect(UnixInstant.seconds(read) == stored)
            #expect(abs(read - reference) <= 0.000_000_24)
            if stored < 489_153_600 { #expect(read == reference) }
        }
        for extreme in [1e300, -1e300, Date.distantPast.timeIntervalSinceReferenceDate] {
            #expect(UnixInstant.reference(UnixInstant.seconds(extreme)) == extreme)
        }
    }
}

/// UUIDs as texts.
struct UUIDTextTests {
    @Test("A UUID's text is in lower case and comes back")
    func text() throws {
        let uuid = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        #expect(UUIDText.text(uuid) == "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        #expect(UUIDText.uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8") == uuid)
    }

    @Test(
        "A text in any other form is no stored UUID",
        arguments: [
            "", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430cG", "6ba7b8109dad11d180b400c04fd430c8",
            "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
            "6ba7b810 9dad-11d1-80b4-00c04fd430c8", "6ba7b81-09dad-11d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b810-9dad-11d1-80b4-00c04fd430c88",
        ])
    func foreign(text: String) {
        #expect(UUIDText.uuid(text) == nil)
    }
}
