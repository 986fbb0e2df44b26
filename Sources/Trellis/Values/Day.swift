/// A calendar day without a time or a time zone, such as a birthday: a day of the Gregorian calendar in the years 1 to 9999.
///
///     let due = Day(2026, 2, 3) + 30
///     let age = birthday.years(to: .today(in: timeZone))
///     for day in start...end where day.weekday == .monday { … }
public struct Day: Sendable, Hashable {
    public let year: Int
    public let month: Int
    public let day: Int

    /// The first day: 0001-01-01.
    public static let min = Day(existing: (1, 1, 1))
    /// The last day: 9999-12-31.
    public static let max = Day(existing: (9999, 12, 31))

    /// The day of parts that are known to be one.
    init(existing parts: (year: Int, month: Int, day: Int)) {
        (year, month, day) = parts
    }

    /// The day, or nil where there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard CalendarDay.exists(year: year, month: month, day: day) else { return nil }
        self.init(existing: (year, month, day))
    }

    /// The day that `text` names as `YYYY-MM-DD`, or nil where it names none.
    public init?(_ text: String) {
        guard let parts = CalendarDay.parse(text) else { return nil }
        self.init(existing: parts)
    }

    public static func == (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) == (right.year, right.month, right.day)
    }

    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

// MARK: - Literals

extension Day {
    /// A number that stands in the program's text.
    public struct Literal: ExpressibleByIntegerLiteral, Sendable {
        let value: Int

        public init(integerLiteral value: Int) { self.value = value }
    }

    /// The day of three numbers in the program's text: `Day(2026, 2, 3)`.
    ///
    /// It takes literals only, so no input of a user reaches it: use ``init(year:month:day:)`` for other numbers.
    ///
    /// - Precondition: the day exists. `Day(2026, 2, 30)` stops the program, and names the line and the length of the month.
    public init(_ year: Literal, _ month: Literal, _ day: Literal, file: StaticString = #fileID, line: UInt = #line) {
        let parts = (year: year.value, month: month.value, day: day.value)
        guard CalendarDay.exists(year: parts.year, month: parts.month, day: parts.day) else {
            let reason =
                !(1...9999).contains(parts.year) ? "a day is in the years 1 to 9999"
                : !(1...12).contains(parts.month) ? "a year has the months 1 to 12"
                : "the month has the days 1 to \(DayCount.length(ofMonth: parts.month, year: parts.year))"
            fatalError("Day(\(parts.year), \(parts.month), \(parts.day)) does not exist: \(reason)", file: file, line: line)
        }
        self.init(existing: parts)
    }
}

// MARK: - Text

extension Day: LosslessStringConvertible {
    /// The day as `YYYY-MM-DD`, the form in which it is stored.
    public var description: String { CalendarDay.text(year: year, month: month, day: day) }
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A day is written as YYYY-MM-DD.")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
