/// A function of a date or a day in the Gregorian calendar.
///
/// A date is read in a time zone. A day is in none, and has no hour, minute and second.
public enum CalendarFunction: String, Sendable, Hashable, CaseIterable {
    /// The year, counted as in ISO 8601: the year 0 precedes the year 1.
    case year
    /// 1 to 4.
    case quarter
    /// 1 to 12.
    case month
    /// The week of ISO 8601, 1 to 53: weeks begin on Monday, and the first one of a year has its first Thursday.
    case week
    /// The year that the week belongs to.
    case weekYear
    /// The day of the month, 1 to 31.
    case day
    /// 1 to 366.
    case dayOfYear
    /// 1 for Sunday to 7 for Saturday, as Foundation's `Calendar` counts.
    case weekday
    /// 0 to 23.
    case hour
    case minute
    case second
    /// The first moment of the year; of a day, the first day of the year.
    case startOfYear
    case startOfQuarter
    case startOfMonth
    /// The first moment of the week, which begins on Monday.
    case startOfWeek
    /// The first moment of the day, which is not midnight where clocks skip it.
    case startOfDay

    /// Whether it reads the time of day, which a day has not.
    var needsTime: Bool {
        switch self {
        case .hour, .minute, .second, .startOfDay: true
        default: false
        }
    }

    /// Whether it gives a date or a day, and no number.
    public var isStart: Bool {
        switch self {
        case .startOfYear, .startOfQuarter, .startOfMonth, .startOfWeek, .startOfDay: true
        default: false
        }
    }
}

/// A calendar function of a property, for orders and groups.
public struct CalendarTerm: Sendable, Hashable {
    public var function: CalendarFunction
    /// The identifier of the time zone; nil for UTC, and for a day.
    public var timeZone: String?

    public init(_ function: CalendarFunction, in timeZone: String? = nil) {
        self.function = function
        self.timeZone = timeZone
    }
}

/// A unit of time: what a date or a day is moved by.
public enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
    case years, quarters, months, weeks, days, hours, minutes, seconds

    /// Whether it is a fixed number of seconds. Days are none: some have 23 or 25 hours.
    var isFixed: Bool {
        switch self {
        case .hours, .minutes, .seconds: true
        case .years, .quarters, .months, .weeks, .days: false
        }
    }

    /// How many seconds a duration of one has; nil for a unit without a fixed length. A day has 24 hours, as in ISO 8601 texts.
    var seconds: Int64? {
        switch self {
        case .years, .quarters, .months: nil
        case .weeks: 604_800
        case .days: 86_400
        case .hours: 3600
        case .minutes: 60
        case .seconds: 1
        }
    }

    /// The name for one of it.
    var singular: String { String(rawValue.dropLast()) }

    /// The unit of a name for one or several, in any case.
    init?(name: String) {
        guard name.utf8.count <= 8 else { return nil }
        let name = name.lowercased()
        self.init(rawValue: name.hasSuffix("s") ? name : name + "s")
    }
}
