import Diagnostics
import Foundation
import Predicates
import SchemaSyntax

/// Reads a value of an attribute's type, independently of YAML's own types.
enum LiteralReader {
    /// The value that `text` spells, or nil if it is not a value of `type`.
    static func value(of text: String, for type: AttributeType) -> LiteralValue? {
        switch type {
        case .bool:
            text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case .int16:
            Int16(text).map { .integer(Int64($0)) }
        case .int32:
            Int32(text).map { .integer(Int64($0)) }
        case .int64:
            Int64(text).map { .integer($0) }
        case .float:
            // Swift's compiler warns about literals that underflow, and no model needs them.
            Float(text).flatMap { $0.isNormal || $0.isZero ? .real(Double($0)) : nil }
        case .double:
            Double(text).flatMap { $0.isNormal || $0.isZero ? .real($0) : nil }
        case .decimal(let scale):
            decimal(text, scale: scale)
        case .string:
            .string(text)
        case .date:
            date(text)
        case .day:
            CalendarDay.isValid(text) ? .day(text) : nil
        case .duration:
            ISO8601Duration.duration(text).flatMap { StoredDuration.microseconds($0) == nil ? nil : .duration($0) }
        case .uuid:
            UUID(uuidString: text).map { .uuid($0) }
        case .url:
            !text.isEmpty && URL(string: text)?.absoluteString == text ? .url(text) : nil
        case .enumeration(let type):
            type.cases.first { $0.name == text }.map { .enumeration($0, isInteger: type.isInteger) }
        case .data, .json, .composite:
            nil
        }
    }

    private static func decimal(_ text: String, scale: Int?) -> LiteralValue? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
        // Decimal rounds longer numbers, and accepts texts that only begin with a number.
        guard isNumber, parts.reduce(0, { $0 + $1.count }) <= 38, let value = Decimal(string: text) else { return nil }
        if let scale, ScaledDecimal.integer(value, scale: scale) == nil { return nil }
        return .decimal(value)
    }

    /// Our own calendar: before 1582 Foundation's differs from ISO 8601, SQLite and every stored text.
    private static func date(_ text: String) -> LiteralValue? {
        let form = /(.{10})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:Z|([+-])([01][0-9]|2[0-3]):?([0-5][0-9]))/
        guard let match = text.wholeMatch(of: form)?.output, let day = CalendarDay.parse(String(match.1)),
            let hour = Int(match.2), let minute = Int(match.3), let second = Int(match.4),
            let local = ISO8601Instant.seconds(
                year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
        else { return nil }
        let offset = (match.6.flatMap { Double($0) } ?? 0) * 3600 + (match.7.flatMap { Double($0) } ?? 0) * 60
        let seconds = match.5 == "-" ? local + offset : local - offset
        // In UTC it can be in another year, which must be valid too.
        guard let year = ISO8601Instant.text(seconds)?.prefix(4), year != "0000" else { return nil }
        return .date(seconds)
    }

    /// The format of a value of `type`, or the reason why a text is none.
    /// - Parameter isDefault: whether functions such as `now()` are possible too.
    static func expectation(for type: AttributeType, insteadOf text: String, isDefault: Bool = false) -> String {
        switch type {
        case .date where !isDefault && text == "now()", .day where !isDefault && text == "now()":
            return "'now()' can only be a default; " + expectation(for: type, isDefault: false)
        case .duration where text.contains(/^-?P[0-9.]+[YM]|^-?P[0-9.YM]+[YMD]/):
            return "years and months have no fixed length; write days, for example P365D"
        case .duration where ISO8601Duration.duration(text).map { StoredDuration.isTooLong($0) } == true:
            return "a duration has at most 292,271 years, which are 64 bits of microseconds"
        default:
            return expectation(for: type, isDefault: isDefault)
        }
    }

    private static func expectation(for type: AttributeType, isDefault: Bool) -> String {
        switch type {
        case .bool: "a bool is true or false"
        case .int16: "an int16 is a whole number from \(Int16.min) to \(Int16.max)"
        case .int32: "an int32 is a whole number from \(Int32.min) to \(Int32.max)"
        case .int64: "an int64 is a whole number of 64 bits"
        case .float, .double: "write a finite number, for example 1.5"
        case .decimal(let scale?): "write a number with at most \(scale) decimal places and 18 digits"
        case .decimal(nil): "write a number with at most 38 digits"
        case .string: "write a text"
        case .date: "a date is an instant, for example 2001-01-01T00:00:00Z" + (isDefault ? ", or now() as a default" : "")
        case .day: "a day is written as 2001-01-31" + (isDefault ? ", or now() as a default" : "")
        case .duration: "a duration is written as ISO 8601 has it, for example PT1H30M or PT0.5S, with up to 6 decimals"
        case .uuid: "a UUID is written in hexadecimal digits" + (isDefault ? ", or uuid() as a default" : "")
        case .url: "a URL is written as https://example.org/path"
        case .enumeration(let type): "the cases are \(type.cases.map(\.name).joined(separator: ", "))"
        case .data: "data cannot have a default"
        case .json, .composite: "a model cannot contain a value of this type"
        }
    }
}
