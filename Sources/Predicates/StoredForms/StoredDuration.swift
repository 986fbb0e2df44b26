import SQLiteAccess

/// Durations stored as integers of microseconds.
///
/// 64 bits of microseconds are 292,271 years to each side, so sums of many durations fit too.
public enum StoredDuration {
    /// The stored form of `duration`, or nil where it is no whole number of microseconds or 64 bits do not hold it.
    public static func microseconds(_ duration: Duration) -> Int64? {
        guard let (whole, rest) = parts(duration), rest == 0 else { return nil }
        return whole
    }

    /// Whether 64 bits do not hold the number of microseconds, however it is rounded.
    public static func isTooLong(_ duration: Duration) -> Bool { parts(duration) == nil }

    /// The duration that `microseconds` stands for.
    public static func duration(_ microseconds: Int64) -> Duration { .microseconds(microseconds) }

    /// The duration of a number of microseconds with a fraction, such as a mean; nil where 64 bits do not hold the number.
    public static func duration(number: Double) -> Duration? {
        abs(number) < 0x1p63 ? .microseconds(number) : nil
    }

    /// The duration in microseconds with a fraction, to the nearest number that a `Double` has.
    public static func number(_ duration: Duration) -> Double { duration / .microseconds(1) }

    /// The duration in its stored form, or as a real number where no integer equals it.
    static func comparable(_ duration: Duration) -> SQLiteValue {
        if let whole = microseconds(duration) { return .integer(whole) }
        // The least integer is a power of two: a number just below it would be rounded to it, and be equal.
        let isBelow = duration < .microseconds(Int64.min)
        return .stored(isBelow ? min(number(duration), (-0x1p63).nextDown) : number(duration))
    }

    /// The greatest number of microseconds that is less than a duration between two of them; nil for another duration.
    static func floor(_ duration: Duration) -> Int64? {
        guard let (whole, rest) = parts(duration), rest != 0 else { return nil }
        return rest < 0 ? whole.subtractingReportingOverflow(1).partialValue : whole
    }

    /// The whole microseconds, and the attoseconds that are left, with the same sign; nil where 64 bits do not hold them.
    private static func parts(_ duration: Duration) -> (whole: Int64, rest: Int64)? {
        guard duration >= .microseconds(Int64.min), duration <= .microseconds(Int64.max) else { return nil }
        let (seconds, attoseconds) = duration.components
        return (seconds * 1_000_000 + attoseconds / attosecondsOfOne, attoseconds % attosecondsOfOne)
    }

    private static let attosecondsOfOne: Int64 = 1_000_000_000_000
    /// How many stored units a second has.
    static let perSecond = 1_000_000.0
    static let perWholeSecond: Int64 = 1_000_000
}
