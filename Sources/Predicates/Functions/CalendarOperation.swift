import SQLiteAccess

/// What the calendar does with a date, in seconds since 2001-01-01 UTC, or a day: the one implementation behind SQL and the evaluation
/// in memory. NULL stays NULL; what is outside the calendar becomes NULL.
public enum CalendarOperation: Sendable, Hashable {
    /// A part or a start; the arguments are the date and the time zone.
    case function(CalendarFunction)
    /// The date, moved by a number of units; the arguments are the date, the number and the time zone.
    case add(CalendarUnit)
    /// The day of a date; the arguments are the date and the time zone.
    case day

    static let all = CalendarFunction.allCases.map(Self.function) + CalendarUnit.allCases.map(Self.add) + [.day]

    var argumentCount: Int32 { if case .add = self { 3 } else { 2 } }

    /// The name of the function in SQL.
    var sqlName: String {
        switch self {
        case .function(let function): "trellis_\(function.rawValue.snakeCase)"
        case .add(let unit): "trellis_add_\(unit.rawValue)"
        case .day: "trellis_local_day"
        }
    }

    /// - Throws: ``EvaluationError`` for an unknown time zone.
    func apply(_ arguments: [SQLiteValue], _ zones: TimeZoneCache) throws -> SQLiteValue {
        guard arguments[0] != .null, case .text(let name)? = arguments.last else { return .null }
        let zone = try zones.zone(name)
        guard case .add(let unit) = self else { return apply(to: arguments[0], in: zone) }
        guard case .integer(let count) = arguments[1] else { return .null }
        switch arguments[0] {
        case .text(let text):
            guard !unit.isFixed, let day = GregorianDays.day(text), let moved = unit.moved(day, by: Int(count)) else { return .null }
            return GregorianDays.text(moved).map { .text($0) } ?? .null
        case .real, .integer:
            return Instant(arguments[0]).flatMap { unit.moved($0, by: Int(count), in: zone) }.map { .real($0) } ?? .null
        case .null, .blob:
            return .null
        }
    }

    /// A function of one value.
    func apply(to value: SQLiteValue, in zone: TimeZoneRules) -> SQLiteValue {
        switch value {
        case .text(let text):
            guard case .function(let function) = self, !function.needsTime, let day = GregorianDays.day(text) else { return .null }
            if !function.isStart { return .integer(Int64(function.part(day: day, second: 0))) }
            return GregorianDays.text(function.start(of: day)).map { .text($0) } ?? .null
        case .real, .integer:
            guard let instant = Instant(value) else { return .null }
            let (day, second) = zone.local(instant.whole).flooredDivision(by: 86_400)
            guard case .function(let function) = self else { return GregorianDays.text(day).map { .text($0) } ?? .null }
            if !function.isStart { return .integer(Int64(function.part(day: day, second: second))) }
            return .real(Double(zone.firstInstant(showing: function.start(of: day) * 86_400)))
        case .null, .blob:
            return .null
        }
    }
}

/// An instant in whole seconds since 2001-01-01 UTC, and the seconds with their fraction.
private struct Instant {
    let whole: Int
    let seconds: Double

    /// So many seconds to both sides, 300,000 years, have a calendar.
    static let limit = 1e13

    init?(_ value: SQLiteValue) {
        switch value {
        case .real(let number): seconds = number
        case .integer(let number): seconds = Double(number)
        case .null, .text, .blob: return nil
        }
        guard abs(seconds) <= Self.limit else { return nil }
        whole = Int(seconds.rounded(.down))
    }
}

extension CalendarFunction {
    /// - Parameters:
    ///   - day: counted from 2001-01-01.
    ///   - second: of the day.
    fileprivate func part(day: Int, second: Int) -> Int {
        let date = GregorianDays.civil(day)
        // 2001-01-01 was a Monday.
        let thursday = day - day.flooredDivision(by: 7).remainder + 3
        switch self {
        case .year, .startOfYear: return date.year
        case .quarter, .startOfQuarter: return (date.month - 1) / 3 + 1
        case .month, .startOfMonth: return date.month
        case .week, .startOfWeek: return (thursday - GregorianDays.days(GregorianDays.civil(thursday).year, 1, 1)) / 7 + 1
        case .weekYear: return GregorianDays.civil(thursday).year
        case .day, .startOfDay: return date.day
        case .dayOfYear: return day - GregorianDays.days(date.year, 1, 1) + 1
        case .weekday: return (day + 1).flooredDivision(by: 7).remainder + 1
        case .hour: return second / 3600
        case .minute: return second / 60 % 60
        case .second: return second % 60
        }
    }

    /// The first day.
    fileprivate func start(of day: Int) -> Int {
        let date = GregorianDays.civil(day)
        return switch self {
        case .startOfYear: GregorianDays.days(date.year, 1, 1)
        case .startOfQuarter: GregorianDays.days(date.year, (date.month - 1) / 3 * 3 + 1, 1)
        case .startOfMonth: GregorianDays.days(date.year, date.month, 1)
        case .startOfWeek: day - day.flooredDivision(by: 7).remainder
        default: day
        }
    }
}

extension CalendarUnit {
    /// How many of the days, months or seconds it has that it is counted in.
    private var factor: Int {
        switch self {
        case .years: 12
        case .quarters: 3
        case .weeks: 7
        case .hours: 3600
        case .minutes: 60
        case .months, .days, .seconds: 1
        }
    }

    /// A day that lies so many units later; nil beyond the calendar. Of a month that has no such day it is the last one.
    fileprivate func moved(_ day: Int, by count: Int) -> Int? {
        let (number, isTooLarge) = count.multipliedReportingOverflow(by: factor)
        if isTooLarge || abs(Double(number)) > Instant.limit { return nil }
        switch self {
        case .days, .weeks: return day + number
        case .hours, .minutes, .seconds: return nil
        case .years, .quarters, .months: break
        }
        let date = GregorianDays.civil(day)
        let (year, month) = (date.year * 12 + date.month - 1 + number).flooredDivision(by: 12)
        let first = GregorianDays.days(year, month + 1, 1)
        let next = month == 11 ? GregorianDays.days(year + 1, 1, 1) : GregorianDays.days(year, month + 2, 1)
        return min(first + date.day - 1, next - 1)
    }

    /// Seconds that lie so many units later.
    fileprivate func moved(_ instant: Instant, by count: Int, in zone: TimeZoneRules) -> Double? {
        if isFixed {
            let moved = instant.seconds + Double(count) * Double(factor)
            return abs(moved) <= Instant.limit ? moved : nil
        }
        let offset = zone.offset(at: instant.whole)
        let (day, second) = (instant.whole + offset).flooredDivision(by: 86_400)
        guard let movedDay = moved(day, by: count), abs(Double(movedDay) * 86_400) <= Instant.limit else { return nil }
        let moved = zone.instant(showing: movedDay * 86_400 + second, preferring: offset)
        return instant.seconds + Double(moved - instant.whole)
    }
}

extension GregorianDays {
    /// The day of a text, counted from 2001-01-01; nil for another text.
    fileprivate static func day(_ text: String) -> Int? {
        CalendarDay.parse(text).map { days($0.year, $0.month, $0.day) }
    }

    /// The text of a day; nil outside the years 1 to 9999.
    fileprivate static func text(_ day: Int) -> String? {
        let date = civil(day)
        return (1...9999).contains(date.year) ? CalendarDay.text(year: date.year, month: date.month, day: date.day) : nil
    }
}

extension String {
    /// `startOfMonth` as `start_of_month`.
    fileprivate var snakeCase: String {
        reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }
}
