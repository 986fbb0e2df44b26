import Foundation
import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// Conditions on dates around changes of clocks, decided three times: by SQL, by memory, and by Foundation's `Calendar`.
struct CalendarOracleTests {
    @Test func `random conditions on dates find what Foundation's calendar says`() throws {
        var random = SeededGenerator.forTests()
        var (counts, moves) = (Set<Int>(), 0)
        for _ in 1...TestScale.count(20, long: 2_000) {
            let rows = (0..<60).map { _ in OracleRow(random: &random) }
            let store = try SampleStore(["thing": rows.map(\.stored)])
            let now = OracleRow.moment(&random)
            for _ in 0..<20 {
                let condition = OracleCondition(random: &random, depth: 2)
                let expected = rows.indices.filter { condition.holds(for: rows[$0], now: now) }.map { Int64($0 + 1) }
                let read = try PredicateParser.condition(condition.text)
                #expect(try PredicateParser.condition(read.text) == read)
                let fetch = try ResolvedFetch(FetchQuery(entity: "Thing", condition: read), in: SampleLayout.layout, now: now)
                let (sql, memory) = (try store.keysBySQL(fetch), try store.keysByMemory(fetch))
                guard sql == expected, memory == expected else {
                    let odd = Set(sql).symmetricDifference(expected).union(Set(memory).symmetricDifference(expected)).sorted()
                    let row = odd.first.map { "\(rows[Int($0) - 1])" } ?? ""
                    Issue.record("\(condition.text)\nnow \(now), SQL \(sql), memory \(memory), expected \(expected)\n\(row)")
                    return
                }
                counts.insert(sql.count)
                moves += condition.text.contains(" + ") || condition.text.contains(" - ") ? 1 : 0
            }
        }
        #expect(counts.count > 10 && moves > 10)
    }
}

/// The zones whose clocks the test watches.
private let zoneNames = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]

private func calendar(_ zone: String, isWeek: Bool = false) -> Calendar {
    var calendar = Calendar(identifier: isWeek ? .iso8601 : .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
}

/// A thing with three dates and a day.
private struct OracleRow {
    var made: Date
    var seen: Date?
    var sent: Date?
    var due: String?

    /// Changes of clocks in the zones, in UTC.
    static let changes = [
        "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2026-04-04T15:00:00Z",
        "2026-10-03T15:30:00Z", "2025-12-31T23:00:00Z", "2028-02-29T00:00:00Z", "2027-01-03T22:00:00Z", "1970-01-01T00:00:00Z",
    ].compactMap { ISO8601DateFormatter().date(from: $0) }

    /// A moment around a change, at half an hour or at some quarter of a second.
    static func moment(_ random: inout SeededGenerator) -> Date {
        let change = changes.randomElement(using: &random) ?? Date(timeIntervalSinceReferenceDate: 0)
        if Bool.random(using: &random) { return change + 1800 * Double(Int.random(in: -60...60, using: &random)) }
        return change + 0.25 * Double(Int.random(in: -800_000...800_000, using: &random))
    }

    init(random: inout SeededGenerator) {
        made = Self.moment(&random)
        seen = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.moment(&random)
        sent = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.moment(&random)
        due = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.text(Self.moment(&random), in: "UTC")
    }

    var stored: SampleStore.Row {
        [
            "made": .real(made.timeIntervalSinceReferenceDate),
            "seen": seen.map { .real($0.timeIntervalSince1970) } ?? .null,
            "sent": sent.flatMap { ISO8601Instant.text($0.timeIntervalSinceReferenceDate) }.map { .text($0) } ?? .null,
            "due": due.map { .text($0) } ?? .null,
        ]
    }

    /// The day of a date as it is written.
    static func text(_ date: Date, in zone: String) -> String {
        let parts = calendar(zone).dateComponents([.year, .month, .day], from: date)
        func padded(_ number: Int?, _ width: Int) -> String {
            let text = "\(number ?? 0)"
            return String(repeating: "0", count: max(width - text.count, 0)) + text
        }
        return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    }

    /// A day as a date in the middle of it, in UTC.
    var dueDate: Date? { due.flatMap { ISO8601DateFormatter().date(from: "\($0)T12:00:00Z") } }
}

/// A date in a condition, as the test writes it and as Foundation computes it.
private indirect enum OracleDate {
    case column(String)
    case now(zone: String?)
    case today(zone: String?)
    case moved(OracleDate, Int, unit: String, zone: String?)
    case start(OracleDate, of: String, zone: String?)

    static let units: [(name: String, component: Calendar.Component, factor: Int)] = [
        ("years", .year, 1), ("quarters", .month, 3), ("months", .month, 1), ("weeks", .day, 7), ("days", .day, 1), ("hours", .hour, 1),
        ("minutes", .minute, 1), ("seconds", .second, 1),
    ]

    init(random: inout SeededGenerator, depth: Int) {
        let zone = Int.random(in: 0..<3, using: &random) == 0 ? nil : zoneNames.randomElement(using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
        case 0: self = .now(zone: zone)
        case 1: self = .today(zone: zone)
        case 2, 3, 4: self = .column(["made", "seen", "sent"].randomElement(using: &random) ?? "made")
        case 5: self = .start(
            OracleDate(random: &random, depth: depth - 1),
            of: ["Year", "Quarter", "Month", "Week", "Day"].randomElement(using: &random) ?? "Day", zone: zone)
        default:
            let unit = Self.units.randomElement(using: &random)?.name ?? "days"
            self = .moved(OracleDate(random: &random, depth: depth - 1), Int.random(in: -40...40, using: &random), unit: unit, zone: zone)
        }
    }

    var text: String {
        func argument(_ zone: String?) -> String { zone.map { "'\($0)'" } ?? "" }
        switch self {
        case .column(let name): return name
        case .now(let zone): return "now(\(argument(zone)))"
        case .today(let zone): return "today(\(argument(zone)))"
        case .moved(let date, let count, let unit, let zone):
            return "(\(date.text) \(count < 0 ? "-" : "+") \(abs(count)) \(unit) \(argument(zone)))"
        case .start(let date, let unit, let zone): return "startOf\(unit)(\(date.text)\(zone.map { ", '\($0)'" } ?? ""))"
        }
    }

    /// The zone that it names, which what is done with it takes.
    var zone: String? {
        switch self {
        case .column: nil
        case .now(let zone), .today(let zone): zone
        case .moved(let date, _, _, let zone), .start(let date, _, let zone): zone ?? date.zone
        }
    }

    func date(of row: OracleRow, now: Date) -> Date? {
        switch self {
        case .column("made"): return row.made
        case .column("seen"): return row.seen
        case .column: return row.sent
        case .now: return now
        case .today(let zone): return calendar(zone ?? "UTC").startOfDay(for: now)
        case .moved(let date, let count, let unit, _):
            guard let start = date.date(of: row, now: now), let unit = Self.units.first(where: { $0.name == unit }) else { return nil }
            return Self.moved(start, count * unit.factor, unit.component, in: zone ?? "UTC")
        case .start(let date, let unit, _):
            guard let date = date.date(of: row, now: now) else { return nil }
            return Self.start(of: unit, date, in: zone ?? "UTC")
        }
    }

    /// Foundation adds days rightly, but of months it makes 28 February in leap years: so the test asks it for the lengths of months, and then
    /// adds days.
    static func moved(_ date: Date, _ count: Int, _ component: Calendar.Component, in zone: String) -> Date? {
        let local = calendar(zone)
        guard component == .month || component == .year else { return local.date(byAdding: component, value: count, to: date) }
        let plain = calendar("UTC")
        let parts = local.dateComponents([.year, .month, .day], from: date)
        guard let first = plain.date(from: DateComponents(year: parts.year, month: parts.month, day: 1)), let day = parts.day,
            let target = plain.date(byAdding: component, value: count, to: first),
            let length = plain.range(of: .day, in: .month, for: target)?.count,
            let days = plain.dateComponents([.day], from: first, to: target).day
        else { return nil }
        return local.date(byAdding: .day, value: days + min(day, length) - day, to: date)
    }

    private static func start(of unit: String, _ date: Date, in zone: String) -> Date? {
        let calendar = calendar(zone)
        var parts = calendar.dateComponents([.year, .month, .day], from: date)
        switch unit {
        case "Week":
            let weekday = calendar.component(.weekday, from: date)
            guard let monday = calendar.date(byAdding: .day, value: -((weekday + 5) % 7), to: date) else { return nil }
            return calendar.startOfDay(for: monday)
        case "Day": return calendar.startOfDay(for: date)
        case "Month": parts.day = 1
        case "Quarter": (parts.month, parts.day) = (((parts.month ?? 1) - 1) / 3 * 3 + 1, 1)
        default: (parts.month, parts.day) = (1, 1)
        }
        return calendar.date(from: parts).map { calendar.startOfDay(for: $0) }
    }
}

/// A condition on the parts of dates.
private indirect enum OracleCondition {
    case part(String, OracleDate, zone: String?, sign: String, Int)
    case dayPart(String, Int, unit: String, sign: String, Int)
    case order(OracleDate, String, OracleDate)
    case and(OracleCondition, OracleCondition)
    case or(OracleCondition, OracleCondition)
    case not(OracleCondition)

    private static let signs = ["==", "!=", "<", "<=", ">", ">="]
    private static let limits: [(part: String, values: ClosedRange<Int>)] = [
        ("year", 2025...2028), ("quarter", 1...4), ("month", 1...12), ("week", 1...53), ("weekYear", 2025...2028), ("day", 1...31),
        ("dayOfYear", 1...366), ("weekday", 1...7), ("hour", 0...23), ("minute", 0...59), ("second", 0...59),
    ]

    init(random: inout SeededGenerator, depth: Int) {
        let sign = Self.signs.randomElement(using: &random) ?? "=="
        switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &random) {
        case 0, 1:
            let limit = Self.limits.randomElement(using: &random) ?? ("year", 2026...2026)
            let zone = Int.random(in: 0..<4, using: &random) == 0 ? nil : zoneNames.randomElement(using: &random)
            self = .part(
                limit.part, OracleDate(random: &random, depth: 2), zone: zone, sign: sign, Int.random(in: limit.values, using: &random))
        case 2:
            let limit = Self.limits.dropLast(3).randomElement(using: &random) ?? ("year", 2026...2026)
            let unit = OracleDate.units.dropLast(3).randomElement(using: &random)?.name ?? "days"
            self = .dayPart(
                limit.part, Int.random(in: -40...40, using: &random), unit: unit, sign: sign, Int.random(in: limit.values, using: &random))
        case 3, 4, 5: self = .order(OracleDate(random: &random, depth: 2), sign, OracleDate(random: &random, depth: 2))
        case 6: self = .not(OracleCondition(random: &random, depth: depth - 1))
        case 7: self = .or(OracleCondition(random: &random, depth: depth - 1), OracleCondition(random: &random, depth: depth - 1))
        default: self = .and(OracleCondition(random: &random, depth: depth - 1), OracleCondition(random: &random, depth: depth - 1))
        }
    }

    var text: String {
        switch self {
        case .part(let part, let date, let zone, let sign, let number):
            "\(part)(\(date.text)\(zone.map { ", '\($0)'" } ?? "")) \(sign) \(number)"
        case .dayPart(let part, let count, let unit, let sign, let number):
            "\(part)(due \(count < 0 ? "-" : "+") \(abs(count)) \(unit)) \(sign) \(number)"
        case .order(let left, let sign, let right): "\(left.text) \(sign) \(right.text)"
        case .and(let left, let right): "(\(left.text) AND \(right.text))"
        case .or(let left, let right): "(\(left.text) OR \(right.text))"
        case .not(let inner): "NOT (\(inner.text))"
        }
    }

    func holds(for row: OracleRow, now: Date) -> Bool {
        switch self {
        case .part(let part, let date, let zone, let sign, let number):
            let value = date.date(of: row, now: now).map { Self.value(of: part, $0, in: zone ?? date.zone ?? "UTC") }
            return Self.compare(value.map(Double.init), sign, Double(number))
        case .dayPart(let part, let count, let unit, let sign, let number):
            let unit = OracleDate.units.first { $0.name == unit } ?? ("days", .day, 1)
            let moved = row.dueDate.flatMap { OracleDate.moved($0, count * unit.factor, unit.component, in: "UTC") }
            return Self.compare(moved.map { Double(Self.value(of: part, $0, in: "UTC")) }, sign, Double(number))
        case .order(let left, let sign, let right):
            return Self.compare(
                left.date(of: row, now: now)?.timeIntervalSinceReferenceDate, sign,
                right.date(of: row, now: now)?.timeIntervalSinceReferenceDate)
        case .and(let left, let right): return left.holds(for: row, now: now) && right.holds(for: row, now: now)
        case .or(let left, let right): return left.holds(for: row, now: now) || right.holds(for: row, now: now)
        case .not(let inner): return !inner.holds(for: row, now: now)
        }
    }

    private static func value(of part: String, _ date: Date, in zone: String) -> Int {
        let calendar = calendar(zone)
        return switch part {
        case "year": calendar.component(.year, from: date)
        case "quarter": (calendar.component(.month, from: date) + 2) / 3
        case "month": calendar.component(.month, from: date)
        case "week": PredicatesTests.calendar(zone, isWeek: true).component(.weekOfYear, from: date)
        case "weekYear": PredicatesTests.calendar(zone, isWeek: true).component(.yearForWeekOfYear, from: date)
        case "day": calendar.component(.day, from: date)
        case "dayOfYear": calendar.ordinality(of: .day, in: .year, for: date) ?? 0
        case "weekday": calendar.component(.weekday, from: date)
        case "hour": calendar.component(.hour, from: date)
        case "minute": calendar.component(.minute, from: date)
        default: calendar.component(.second, from: date)
        }
    }

    /// nil is equal to nil, different from everything else, and has no order.
    private static func compare(_ left: Double?, _ sign: String, _ right: Double?) -> Bool {
        if sign == "==" { return left == right }
        if sign == "!=" { return left != right }
        guard let left, let right else { return false }
        return switch sign {
        case "<": left < right
        case "<=": left <= right
        case ">": left > right
        default: left >= right
        }
    }
}
