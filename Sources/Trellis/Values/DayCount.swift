import Foundation

/// Days of the Gregorian calendar as numbers: 0 is 2001-01-01.
///
/// The calendar is the Gregorian one for all years, as SQLite and ISO 8601 have it. Foundation's is the Julian one before 1582.
enum DayCount {
    /// The numbers of the first and the last day.
    static let all = number(year: 1, month: 1, day: 1)...number(year: 9999, month: 12, day: 31)

    /// The number of days from 2001-01-01.
    static func number(year: Int, month: Int, day: Int) -> Int {
        daysBefore(year: year) - daysBefore(year: 2001) + daysBefore(month: month, year: year) + day - 1
    }

    /// The day with a number; nil outside the years 1 to 9999.
    static func parts(_ number: Int) -> (year: Int, month: Int, day: Int)? {
        guard all.contains(number) else { return nil }
        let days = number + daysBefore(year: 2001)
        // The estimate is at most one year off, because no year is longer than 366 days or much shorter than the mean.
        var year = days * 400 / daysBefore(year: 401) + 1
        while daysBefore(year: year) > days { year -= 1 }
        while daysBefore(year: year + 1) <= days { year += 1 }
        let dayOfYear = days - daysBefore(year: year)
        var month = 12
        while daysBefore(month: month, year: year) > dayOfYear { month -= 1 }
        return (year, month, dayOfYear - daysBefore(month: month, year: year) + 1)
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

    /// The days from the first day of year 1 to that of a later year.
    private static func daysBefore(year: Int) -> Int {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }
}
