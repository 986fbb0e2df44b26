import Predicates

/// Reads `2024-02-29 10:30`, with seconds, fractions and a zone if it has them: the forms of ISO 8601, of SQLite, and of programs that
/// write `UTC`. It goes over the bytes, because an import reads each value of a column several times, and a regular expression takes
/// longer than the rest of it.
struct InstantText {
    private let bytes: [UInt8]
    private var place = 0
    /// What the text has, for its spelling: the sign before the fraction, the fraction as an integer with its number of digits, and the
    /// moment without it.
    private var (hasSeconds, mark) = (false, UInt8(0))
    private var (fraction, digitCount, zoneStart) = (0, 0, 0)
    private var wholeSeconds = 0.0

    /// The longest text: with nine digits of a fraction and a zone.
    private static let lengths = 16...40

    /// Seconds since 2001 in UTC; nil for a text of another form, or of a moment that does not exist.
    static func seconds(_ text: String) -> Double? { read(text)?.seconds }

    /// How a text is written; nil if its number of seconds does not give it back.
    static func spelling(_ text: String) -> InstantSpelling? {
        guard let (seconds, reader) = read(text) else { return nil }
        let (rest, power) = (seconds - reader.wholeSeconds, (0..<reader.digitCount).reduce(1.0) { power, _ in power * 10 })
        guard (rest * power).rounded() == Double(reader.fraction) else { return nil }
        let isExact = reader.digitCount <= 6 && (rest * 1e6).rounded() * power == Double(reader.fraction) * 1e6
        let ending: InstantSpelling.Ending = reader.digitCount == 0 ? .none : reader.fraction == 0 ? .zero : reader.fraction % 10 != 0 && isExact ? .digit : .other
        return InstantSpelling(
            separator: reader.bytes[10], mark: reader.mark, hasSeconds: reader.hasSeconds, digits: reader.digitCount, ending: ending,
            zone: String(decoding: reader.bytes[reader.zoneStart...], as: UTF8.self))
    }

    private static func read(_ text: String) -> (seconds: Double, reader: InstantText)? {
        guard lengths.contains(text.utf8.count) else { return nil }
        var reader = InstantText(bytes: Array(text.utf8))
        return reader.seconds().map { ($0, reader) }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func seconds() -> Double? {
        guard let year = number(4), year > 0, take("-"), let month = number(2), take("-"), let day = number(2), take("T") || take(" "),
            let hour = number(2), take(":"), let minute = number(2)
        else { return nil }
        var (second, fraction) = (0, 0.0)
        if take(":") {
            guard let number = number(2) else { return nil }
            second = number
            hasSeconds = true
            if take(".") || take(",") {
                mark = bytes[place - 1]
                guard let digits = digits(upTo: 9) else { return nil }
                fraction = digits
            }
        }
        zoneStart = place
        guard let local = ISO8601Instant.seconds(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
            let offset = offset(), place == bytes.count
        else { return nil }
        wholeSeconds = local - offset
        return local - offset + fraction
    }

    /// The seconds of a zone that the text ends with; 0 without one, nil for one that does not exist.
    private mutating func offset() -> Double? {
        _ = take(" ")
        if take("Z") { return 0 }
        if take("U") { return take("T") && take("C") ? 0 : nil }
        let isBehind = take("-")
        guard isBehind || take("+") else { return 0 }
        guard let hours = number(2) else { return nil }
        let hasColon = take(":")
        let minutes = number(2) ?? (hasColon ? nil : 0)
        guard let minutes, hours * 60 + minutes < 24 * 60 else { return nil }
        return Double(hours * 60 + minutes) * (isBehind ? -60 : 60)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// A number of exactly so many digits.
    private mutating func number(_ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[place..<place + count] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        place += count
        return number
    }

    /// A fraction of at least one digit.
    private mutating func digits(upTo most: Int) -> Double? {
        let start = place
        var (number, power) = (0, 1)
        while place < bytes.count, place - start < most, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
            number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
            power *= 10
            place += 1
        }
        (fraction, digitCount) = (number, place - start)
        // A quotient of whole numbers is the same number that the text of the fraction is.
        return place > start ? Double(number) / Double(power) : nil
    }
}
