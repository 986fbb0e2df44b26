import Predicates

/// Days of the Gregorian calendar as numbers: 0 is 2001-01-01.
///
/// The calendar is the Gregorian one for all years, as SQLite and ISO 8601 have it. Foundation's is the Julian one before 1582.
enum DayCount {
    /// The numbers of the first and the last day.
    static let all = number(year: 1, month: 1, day: 1)...number(year: 9999, month: 12, day: 31)

    /// The number of days from 2001-01-01.
    static func number(year: Int, month: Int, day: Int) -> Int {
        GregorianDays.days(year, month, day)
    }

    /// The day with a number; nil outside the years 1 to 9999.
    static func parts(_ number: Int) -> (year: Int, month: Int, day: Int)? {
        all.contains(number) ? GregorianDays.civil(number) : nil
    }

    /// The number of the day on which an instant falls, in seconds since 2001-01-01 UTC; the nearest one for an instant of another year.
    static func number(of seconds: Double, offset: (Double) -> Int) -> Int {
        if seconds.isNaN { return 0 }
        // Time zones are not asked for instants that no calendar has.
        let (first, last) = (Double(all.lowerBound), Double(all.upperBound))
        let near = Swift.min(Swift.max(seconds, (first - 2) * secondsPerDay), (last + 2) * secondsPerDay)
        let days = ((near + Double(offset(near))) / secondsPerDay).rounded(.down)
        return Int(Swift.min(Swift.max(days, first), last))
    }

    static let secondsPerDay = 86_400.0

    static func length(ofMonth month: Int, year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    static func daysBefore(month: Int, year: Int) -> Int {
        (1..<month).reduce(0) { $0 + length(ofMonth: $1, year: year) }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
