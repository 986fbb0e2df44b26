/// Instants as text, `2001-01-31T09:30:00.000Z`: in UTC, with three digits of a second's fraction, always 24 bytes long.
///
/// The calendar is the Gregorian one for all times, as ISO 8601, SQLite's date functions and JavaScript's `toISOString` have
/// it; it begins with the year 0000 and ends with 9999. Within these years texts sort as their instants do.
public enum ISO8601Instant {
    /// The first and the last millisecond that have a text, counted from 2001-01-01.
    private static let milliseconds = -63_145_526_400_000.0...252_423_993_599_999.0

    /// The text of the instant `seconds` after 2001-01-01 UTC, to the nearest millisecond; nil outside the years 0 to 9999.
    public static func text(_ seconds: Double) -> String? {
        let rounded = (seconds * 1000).rounded()
        guard milliseconds.contains(rounded) else { return nil }
        let (days, time) = Int(rounded).flooredDivision(by: 86_400_000)
        let (year, month, day) = GregorianDays.civil(days)
        return String(unsafeUninitializedCapacity: 24) { bytes in
            var end = 0
            func put(_ number: Int, _ width: Int, _ separator: UInt8) {
                var rest = number
                for place in (end..<end + width).reversed() {
                    bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                bytes[end + width] = separator
                end += width + 1
            }
            put(year, 4, UInt8(ascii: "-"))
            put(month, 2, UInt8(ascii: "-"))
            put(day, 2, UInt8(ascii: "T"))
            put(time / 3_600_000, 2, UInt8(ascii: ":"))
            put(time / 60_000 % 60, 2, UInt8(ascii: ":"))
            put(time / 1000 % 60, 2, UInt8(ascii: "."))
            put(time % 1000, 3, UInt8(ascii: "Z"))
            return end
        }
    }

    /// The text without the fraction where that is zero: `2001-01-31T09:30:00Z`, as a model's file has it.
    public static func shortText(_ seconds: Double) -> String? {
        guard let text = text(seconds) else { return nil }
        return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
    }

    /// A stored value to compare a column of texts with: one that sorts before or after all texts for an instant that has
    /// none, nil for no number.
    static func comparable(_ seconds: Double) -> String? {
        if seconds.isNaN { return nil }
        return text(seconds) ?? (seconds < 0 ? "" : "~")
    }

    /// The seconds since 2001-01-01 UTC that a text stands for, or nil where it is in any other form than ``text(_:)`` gives.
    public static func seconds(_ text: some Collection<UInt8>) -> Double? {
        let bytes = Array(text)
        guard bytes.count == 24 else { return nil }
        for (place, separator) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z")] {
            guard bytes[place] == separator.utf8.first else { return nil }
        }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        for (place, byte) in bytes.enumerated() where ![4, 7, 10, 13, 16, 19, 23].contains(place) {
            guard (0x30...0x39).contains(byte) else { return nil }
        }
        return seconds(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19), millisecond: number(20..<23))
    }

    /// The seconds from 2001-01-01 UTC to a moment, or nil where there is no such moment.
    public static func seconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
    ) -> Double? {
        // Year 0 has the months of the year 400: the calendar repeats itself.
        guard (0...9999).contains(year), CalendarDay.exists(year: year == 0 ? 400 : year, month: month, day: day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let whole = ((GregorianDays.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
        return Double(whole * 1000 + millisecond) / 1000
    }
}
