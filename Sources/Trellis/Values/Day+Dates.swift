public import Foundation

// MARK: - Days and instants

extension Day {
    /// The day that `date` falls on in a time zone. Instants of other years than 1 to 9999 fall on the first or the last day.
    public init(_ date: Date, in timeZone: TimeZone = .current) {
        let number = DayCount.number(of: date.timeIntervalSinceReferenceDate) {
            timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: $0))
        }
        self.init(existing: DayCount.parts(number) ?? (2001, 1, 1))
    }

    /// The day that it is now in a time zone: by default where the program runs.
    public static func today(in timeZone: TimeZone = .current) -> Day { Day(Date(), in: timeZone) }

    /// The first instant of the day in a time zone, or one that lies a duration after it.
    ///
    ///     let opening = day.date(in: office, adding: .seconds(9 * 3600))
    ///
    /// The duration is elapsed time: on a day on which clocks change, nine hours after its beginning a clock shows 8 or 10.
    /// If a time zone has skipped the day, its first instant is that of the next one.
    public func date(in timeZone: TimeZone = .current, adding duration: Duration = .zero) -> Date {
        let start = firstInstant(in: timeZone)
        if duration == .zero { return Date(timeIntervalSinceReferenceDate: start) }
        let (seconds, attoseconds) = duration.components
        return Date(timeIntervalSinceReferenceDate: start + Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// In seconds since 2001-01-01 UTC.
    private func firstInstant(in timeZone: TimeZone) -> Double {
        let midnight = Double(number) * DayCount.secondsPerDay
        func offset(_ instant: Double) -> Int {
            timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: instant))
        }
        func day(_ instant: Double) -> Int { DayCount.number(of: instant, offset: offset) }
        // Clocks may change near midnight, so each offset of the days around it can be the one of the first instant.
        let offsets = Set([-1, -0.5, 0, 0.5, 1].map { offset(midnight + $0 * DayCount.secondsPerDay) })
        let instants = offsets.map { midnight - Double($0) }.sorted()
        return instants.first { day($0) == number && (day($0 - 1) != number || self == .min) }
            ?? instants.first { day($0) > number } ?? midnight - Double(offset(midnight))
    }
}

// MARK: - Formatting

extension Day {
    /// The day as text for a person, with the date of a style of dates. The style's time zone plays no part.
    ///
    ///     day.formatted(.dateTime.weekday(.wide).day().month(.wide))
    public func formatted(_ style: Date.FormatStyle) -> String { FormatStyle(style).format(self) }

    /// The day as text for a person, in a locale.
    ///
    /// ``description`` is the text for programs, `2026-02-03`.
    public func formatted(date: Date.FormatStyle.DateStyle = .abbreviated, locale: Locale = .autoupdatingCurrent) -> String {
        FormatStyle(date: date, locale: locale).format(self)
    }

    /// Formats days with the date of a style of dates, for example for `Text(day, format: .day)` of SwiftUI.
    public struct FormatStyle: Foundation.FormatStyle {
        private var style: Date.FormatStyle

        /// - Parameter style: what to show. Its time zone plays no part.
        public init(_ style: Date.FormatStyle) {
            self.style = style
            self.style.timeZone = .gmt
        }

        /// - Parameters:
        ///   - date: how long the text is.
        ///   - locale: the language and the order of the parts.
        public init(date: Date.FormatStyle.DateStyle = .abbreviated, locale: Locale = .autoupdatingCurrent) {
            self.init(Date.FormatStyle(date: date, time: .omitted, locale: locale))
        }

        public func format(_ day: Day) -> String {
            // Foundation has another calendar before 1582: its own instant for the day's numbers shows them.
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
            return style.format(calendar.date(from: parts) ?? day.date(in: .gmt))
        }

        public func locale(_ locale: Locale) -> FormatStyle { FormatStyle(style.locale(locale)) }
    }
}

extension FormatStyle where Self == Day.FormatStyle {
    /// A day in the current locale, for example `3 Feb 2026`.
    public static var day: Day.FormatStyle { Day.FormatStyle() }
}
