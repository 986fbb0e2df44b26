import Foundation
import SQLiteAccess
import TestSupport
import Testing

@testable import SQLiteImport

/// Spellings that a report states suffice to write the texts of a column again.
struct TextSpellingTests {
    @Test func `seconds and a spelling give each text back`() throws {
        let connection = try SQLiteConnection.inMemory()
        var random = SeededGenerator.forTests()
        var (failures, found) = ([String](), 0)
        for _ in 0..<TestScale.count(500, long: 50_000) {
            let texts = Self.column(&random)
            let codes = texts.compactMap { InstantText.spelling($0)?.code }
            guard codes.count == texts.count, let spelling = InstantSpelling.unified(Array(Set(codes)).sorted()) else { continue }
            found += 1
            for text in texts {
                let again = try Self.written(InstantText.seconds(text) ?? 0, as: spelling, connection)
                if again != text { failures.append("\(text) as \(spelling) is \(again)") }
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(3))")
        #expect(found > 100)
    }

    /// Texts of one column, most of them alike.
    private static func column(_ random: inout SeededGenerator) -> [String] {
        func digits(_ range: Range<Int>, _ width: Int = 2) -> String { String("0000\(Int.random(in: range, using: &random))".suffix(width)) }
        let separator = Bool.random(using: &random) ? "T" : " ", mark = Int.random(in: 0..<9, using: &random) == 0 ? "," : "."
        let zones = ["", "Z", " UTC", "+02:00", "-0530", "+01"]
        let (zone, most, hasSeconds) = (zones.randomElement(using: &random) ?? "", Int.random(in: 0...9, using: &random), Int.random(in: 0..<5, using: &random) > 0)
        let (isFixed, isPlain) = (Bool.random(using: &random), Bool.random(using: &random))
        let years = Int.random(in: 0..<4, using: &random) == 0 ? 1..<9999 : 1950..<2100
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in
            var text = "\(digits(years, 4))-\(digits(1..<13))-\(digits(1..<29))\(separator)\(digits(0..<24)):\(digits(0..<60))"
            guard hasSeconds else { return text + zone }
            text += ":\(digits(0..<60))"
            let count = isFixed ? most : isPlain ? (Bool.random(using: &random) ? most : 0) : Int.random(in: 0...most, using: &random)
            if count > 0 { text += mark + (0..<count).map { _ in "\([0, 0, 5, 9, Int.random(in: 0..<10, using: &random)].randomElement(using: &random) ?? 0)" }.joined() }
            return text + zone
        }
    }

    /// A moment as the words of a spelling say, with SQLite's calendar.
    private static func written(_ seconds: Double, as spelling: String, _ connection: SQLiteConnection) throws -> String {
        let parts = spelling.split(separator: "'", omittingEmptySubsequences: true).map(String.init)
        let match = try #require(parts[0].wholeMatch(of: /(YYYY-MM-DD)(.)(hh:mm)(:ss)?([.,])?(f*)(.*)/)).output
        let (zone, digits) = (String(match.7), match.6.count)
        var offset = 0.0
        if let found = zone.wholeMatch(of: /([+-])(\d\d):?(\d\d)?/)?.output {
            offset = ((Double(found.2) ?? 0) * 60 + (found.3.flatMap { Double($0) } ?? 0)) * (found.1 == "-" ? -60 : 60)
        }
        let power = pow(10, Double(digits)), local = seconds + offset
        var whole = local.rounded(.down)
        var fraction = ((local - whole) * power).rounded()
        if fraction == power { (whole, fraction) = (whole + 1, 0) }
        let base = try connection.rows("SELECT strftime('%Y-%m-%d|%H:%M|:%S', \(Int(whole)) + 978307200, 'unixepoch')").first?[0]?.split(separator: "|") ?? []
        var text = "\(base[0])\(match.2)\(base[1])\(match.4 == nil ? "" : base[2])"
        var decimals = digits == 0 ? "" : String((String(repeating: "0", count: digits) + "\(Int(fraction))").suffix(digits))
        let rule = parts.count > 1 ? parts[1] : ""
        if rule.contains("fraction of zero"), fraction == 0 { decimals = "" }
        if rule.contains("zeros at its end") { while decimals.hasSuffix("0") { decimals.removeLast() } }
        if !decimals.isEmpty { text += "\(match.5 ?? ".")\(decimals)" }
        return text + zone
    }
}
