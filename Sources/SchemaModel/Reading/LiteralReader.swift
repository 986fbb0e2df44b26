import Diagnostics
import Foundation
import Predicates
import SchemaSyntax

/// Reads a value of an attribute's type: YAML's own guesses play no part.
enum LiteralReader {
    /// The value that `text` writes down, or nil where it is none of `type`.
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
            // Swift's compiler warns of literals that are next to nothing, and nobody means them.
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
        // Decimal itself rounds what is longer, and takes the number at the beginning of a text that is none.
        guard isNumber, parts.reduce(0, { $0 + $1.count }) <= 38, let value = Decimal(string: text) else { return nil }
        if let scale, ScaledDecimal.integer(value, scale: scale) == nil { return nil }
        return .decimal(value)
    }

    /// Our own: for times before 1582, Foundation counts in another calendar than ISO 8601, SQLite and every stored text.
    private static func date(_ text: String) -> LiteralValue? {
        let form = /(.{10})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:Z|([+-])([01][0-9]|2[0-3]):?([0-5][0-9]))/
        guard let match = text.wholeMatch(of: form)?.output, let day = CalendarDay.parse(String(match.1)),
            let hour = Int(match.2), let minute = Int(match.3), let second = Int(match.4),
            let local = ISO8601Instant.seconds(
                year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
        else { return nil }
        let offset = (match.6.flatMap { Double($0) } ?? 0) * 3600 + (match.7.flatMap { Double($0) } ?? 0) * 60
        let seconds = match.5 == "-" ? local + offset : local - offset
        // In UTC it can be of another year, which has to have a text as well.
        guard let year = ISO8601Instant.text(seconds)?.prefix(4), year != "0000" else { return nil }
        return .date(seconds)
    }

    /// What a value of `type` looks like, for whoever wrote another.
    static func expectation(for type: AttributeType) -> String {
        switch type {
        case .bool: "a bool is true or false"
        case .int16: "an int16 lies between \(Int16.min) and \(Int16.max)"
        case .int32: "an int32 lies between \(Int32.min) and \(Int32.max)"
        case .int64: "an int64 is a whole number of 64 bits"
        case .float, .double: "it is a finite number such as 1.5"
        case .decimal(let scale?): "it is a number with at most \(scale) decimal places and 18 digits"
        case .decimal(nil): "it is a number with at most 38 digits"
        case .string: "it is a text"
        case .date: "a date is an instant such as 2001-01-01T00:00:00Z, or now() as a default"
        case .day: "a day is written as 2001-01-31, or now() as a default"
        case .uuid: "a UUID is written in hexadecimal digits, or uuid() as a default"
        case .url: "a URL is written as https://example.org/path"
        case .enumeration(let type): "its cases are \(type.cases.map(\.name).joined(separator: ", "))"
        case .data: "data has no default"
        case .json, .composite: "a model has no way to write it"
        }
    }
}
