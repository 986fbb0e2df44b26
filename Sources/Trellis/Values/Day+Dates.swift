public import Foundation

// MARK: - Days and instants

extension Day {
    /// The day that `date` falls on in a time zone. Instants of other years than 1 to 9999 fall on the first or the last day, also
    /// infinite ones. An instant that is not a number falls on 2001-01-01.
    public init(_ date: Date, in timeZone: TimeZone = .current) {
        let number = DayCount.number(of: date.timeIntervalSinceReferenceDate) {
            timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: $0))
        }
        self.init(existing: DayCount.parts(number) ?? (2001, 1, 1))
    }

    /// The day that it is now in a time zone: by default where the program runs.
    ///
    /// Beside an attribute in a condition, `.today()` is the day of the fetch, `ComputedField.today(in:)`. `Day.today()` is the day on
    /// which you build the condition.
    // Disfavored, because a condition that is kept must not keep the day on which it was built.
    @_disfavoredOverload
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
            let isGregorian = style.calendar.identifier == .gregorian || style.calendar.identifier == .iso8601
            guard isGregorian, day < Self.firstOfFoundation else { return style.format(Self.noon(of: day)) }
            return String(earlyText(of: day).characters)
        }

        /// Before this day Foundation shows the Julian calendar.
        private static let firstOfFoundation = Day(existing: (1582, 10, 15))

        private static func noon(of day: Day) -> Date { day.date(in: .gmt, adding: .seconds(12 * 3600)) }

        /// The day 2000 years later with the year of the day. The calendar repeats itself each 400 years, with its weekdays.
        private func earlyText(of day: Day) -> AttributedString {
            var text = style.attributedStyle.format(Self.noon(of: Day(existing: (day.year + 2000, day.month, day.day))))
            // The year of a week may be another one than that of the day.
            let years = [day.year, day.year - 1, day.year + 1]
            let names = years.map { (shown: yearText($0 + 2000), year: yearText($0)) }
            for range in text.runs.filter({ $0.foundation.dateField == .year }).map(\.range).reversed() {
                let shown = String(text[range].characters)
                guard let name = names.first(where: { $0.shown == shown })?.year else { continue }
                text.replaceSubrange(range, with: AttributedString(name))
            }
            return text
        }

        /// How the style shows a year: in the middle of it both calendars have the same.
        private func yearText(_ year: Int) -> String? {
            let text = style.attributedStyle.format(Self.noon(of: Day(existing: (year, 7, 1))))
            return text.runs.first { $0.foundation.dateField == .year }.map { String(text[$0.range].characters) }
        }

        public func locale(_ locale: Locale) -> FormatStyle { FormatStyle(style.locale(locale)) }
    }
}

extension FormatStyle where Self == Day.FormatStyle {
    /// A day in the current locale, for example `3 Feb 2026`.
    public static var day: Day.FormatStyle { Day.FormatStyle() }
}
