import Foundation

/// A calendar day without a time or a time zone, such as a birthday: a day of the Gregorian calendar in the years 1 to 9999.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// The day, or nil where there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard CalendarDay.exists(year: year, month: month, day: day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that `text` names as `YYYY-MM-DD`, or nil where it names none.
    public init?(_ text: String) {
        guard let parts = CalendarDay.parse(text) else { return nil }
        (year, month, day) = parts
    }

    /// The day that `date` falls on in a time zone.
    public init(_ date: Date, in timeZone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        year = min(max(parts.year ?? 1, 1), 9999)
        month = parts.month ?? 1
        day = parts.day ?? 1
    }

    /// The day that it is now, where the program runs.
    public static func today() -> Day { Day(Date()) }

    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

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
