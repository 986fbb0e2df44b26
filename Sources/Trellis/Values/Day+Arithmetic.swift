public import Foundation

// MARK: - Parts

extension Day {
    /// The day of the week.
    public var weekday: Locale.Weekday {
        // 2001-01-01 was a Monday.
        let days: [Locale.Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        return days[((number % 7) + 7) % 7]
    }

    /// The day's number in its year, from 1 to 366.
    public var dayOfYear: Int { DayCount.daysBefore(month: month, year: year) + day }

    /// How many days its month has.
    public var daysInMonth: Int { DayCount.length(ofMonth: month, year: year) }

    /// The first day of its month.
    public var startOfMonth: Day { Day(existing: (year, month, 1)) }

    /// The last day of its month.
    public var endOfMonth: Day { Day(existing: (year, month, daysInMonth)) }

    /// The days from 2001-01-01.
    var number: Int { DayCount.number(year: year, month: month, day: day) }
}

// MARK: - Days between days

/// Ranges of days can be iterated: `for day in start...end`, `stride(from: start, to: end, by: 7)`.
extension Day: Strideable {
    /// The number of days to another day; negative if it is earlier.
    public func distance(to other: Day) -> Int { other.number - number }

    /// The day after a number of days.
    ///
    /// - Precondition: the result is in the years 1 to 9999.
    public func advanced(by days: Int) -> Day { adding(days: days) }

    /// The day after a number of days: `day + 7`.
    ///
    /// - Precondition: the result is in the years 1 to 9999, as a sum of integers is in the range of its type.
    public static func + (day: Day, days: Int) -> Day { day.adding(days: days) }

    /// The day before a number of days: `day - 7`.
    ///
    /// - Precondition: the result is in the years 1 to 9999.
    public static func - (day: Day, days: Int) -> Day {
        guard let result = day.offset(months: 0, days: (0, days)) else { day.stop() }
        return result
    }

    /// The number of days from the right day to the left one: `due - today`.
    public static func - (left: Day, right: Day) -> Int { right.distance(to: left) }

    /// Moves the day by a number of days.
    public static func += (day: inout Day, days: Int) { day = day + days }

    /// Moves the day back by a number of days.
    public static func -= (day: inout Day, days: Int) { day = day - days }

    /// The number of whole months to another day; negative if it is earlier.
    ///
    /// From January 31 to February 28 it is none. A month is whole when the day of the month is reached.
    public func months(to other: Day) -> Int {
        let months = (other.year - year) * 12 + other.month - month
        if months > 0, other.day < day { return months - 1 }
        if months < 0, other.day > day { return months + 1 }
        return months
    }

    /// The number of whole years to another day, such as an age; negative if it is earlier.
    public func years(to other: Day) -> Int { months(to: other) / 12 }
}

// MARK: - Adding

extension Day {
    /// The day after a number of years, months, weeks and days.
    ///
    /// Years and months come first. If the month is too short, the result is its last day: one month after January 31 is
    /// February 28 or 29.
    ///
    /// - Precondition: the result is in the years 1 to 9999. For numbers of a user, take ``addingIfExists(years:months:weeks:days:)``.
    public func adding(years: Int = 0, months: Int = 0, weeks: Int = 0, days: Int = 0) -> Day {
        guard let result = addingIfExists(years: years, months: months, weeks: weeks, days: days) else { stop() }
        return result
    }

    /// The day after a number of years, months, weeks and days, or nil if it is not in the years 1 to 9999.
    public func addingIfExists(years: Int = 0, months: Int = 0, weeks: Int = 0, days: Int = 0) -> Day? {
        let (yearMonths, isTooLarge) = years.multipliedReportingOverflow(by: 12)
        let (allMonths, isSumTooLarge) = yearMonths.addingReportingOverflow(months)
        let (weekDays, areTooMany) = weeks.multipliedReportingOverflow(by: 7)
        let (allDays, isCountTooLarge) = weekDays.addingReportingOverflow(days)
        if isTooLarge || isSumTooLarge || areTooMany || isCountTooLarge { return nil }
        return offset(months: allMonths, days: (allDays, 0))
    }

    /// The day after some months, then some days, and before others.
    private func offset(months: Int, days: (after: Int, before: Int)) -> Day? {
        let (month, isTooLarge) = (year * 12 + self.month - 1).addingReportingOverflow(months)
        guard !isTooLarge, (12..<120_000).contains(month) else { return nil }
        let (newYear, newMonth) = (month / 12, month % 12 + 1)
        let first = DayCount.number(
            year: newYear, month: newMonth, day: Swift.min(day, DayCount.length(ofMonth: newMonth, year: newYear)))
        let (later, isLaterTooLarge) = first.addingReportingOverflow(days.after)
        let (number, isTooSmall) = later.subtractingReportingOverflow(days.before)
        if isLaterTooLarge || isTooSmall { return nil }
        return DayCount.parts(number).map { Day(existing: $0) }
    }

    /// Operators have no result but a day, as those of `Int` have none but a number. Numbers of a user go through `addingIfExists`.
    private func stop() -> Never {
        fatalError("A day computed from \(self) is not in the years 1 to 9999")
    }
}
