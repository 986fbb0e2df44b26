import SQLiteAccess
import TestSupport
import Testing

@testable import SQLiteImport

/// Texts that are moments.
struct InstantTextTests {
    /// SQLite's own date functions are the oracle: they read the same forms, but for a fraction beyond milliseconds.
    @Test func `texts stand for the moments that SQLite reads in them`() throws {
        let connection = try SQLiteConnection.inMemory()
        var random = SeededGenerator.forTests()
        func digits(_ range: Range<Int>, _ width: Int = 2) -> String {
            let text = String(Int.random(in: range, using: &random))
            return String(repeating: "0", count: width - text.count) + text
        }
        var differences = [String]()
        for _ in 0..<2_000 {
            var text = "\(digits(1..<9999, 4))-\(digits(1..<13))-\(digits(1..<29))\(Bool.random(using: &random) ? "T" : " ")\(digits(0..<24)):\(digits(0..<60))"
            if Bool.random(using: &random) { text += ":" + digits(0..<60) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text += "Z"
            case 1: text += "\(Bool.random(using: &random) ? "+" : "-")\(digits(0..<14)):\(digits(0..<60))"
            default: break
            }
            let expected = try connection.rows("SELECT strftime('%s', \(SQL.literal(text))) - 978307200").first?[0].flatMap { Double($0) }
            if InstantText.seconds(text) != expected { differences.append("\(text): \(String(describing: expected))") }
        }
        #expect(differences == [])
    }

    @Test(arguments: [
        ("2001-01-01 00:00:00 UTC", 0), ("2001-01-01T00:00:00.5Z", 0.5), ("2001-01-01 00:00:00,123456789", 0.123456789),
        ("2001-01-01T01:00+01", 0), ("2001-01-01T01:30+0130", 0), ("2000-12-31 23:00:00 -0100", 0), ("2001-01-01 00:00", 0),
    ])
    func `other forms of programs are read`(text: String, seconds: Double) {
        #expect(InstantText.seconds(text) == seconds)
    }

    @Test(arguments: [
        "2001-02-29 00:00", "0000-01-01 00:00", "2001-13-01 00:00", "2001-01-01 24:00", "2001-01-01 00:60", "2001-01-01 00:00:60", "2001-01-01",
        "2001-01-01 00:00:00.", "2001-01-01 00:00:00.1234567890", "2001-01-01 00:00 +24:00", "2001-01-01 00:00 +1:00", "2001-01-01 00:00 +01:",
        "2001-01-01 00:00 UT", "2001-01-01 00:00Zz", "2001-01-01  00:00", "2001-01-01t00:00:0", " 2001-01-01 00:00", "२००१-०१-०१ ००:००",
    ])
    func `a text of another form is no moment`(text: String) {
        #expect(InstantText.seconds(text) == nil)
    }
}
