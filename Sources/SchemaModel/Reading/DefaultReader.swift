import Diagnostics
import Foundation
import Predicates
import SchemaSyntax

extension FindingCode {
    static let badDefault = FindingCode("TR1401")
}

/// Reads the default of an attribute, by the attribute's type: YAML's own guesses play no part.
enum DefaultReader {
    static func read(
        _ node: YAMLNode, for type: AttributeType, minLength: Int?, in context: inout ReadingContext
    ) -> DefaultValue? {
        guard let text = node.text, !node.isNull else {
            context.report(
                .badDefault, "a default is a value, not \(node.kindInWords)", at: node.span,
                suggestion: .init("an optional attribute without a default begins as nil"))
            return nil
        }
        guard let value = value(of: text, for: type) else {
            context.report(
                .badDefault, "'\(text)' is no default for \(type.keyword)", at: node.span,
                suggestion: .init(expectation(for: type)))
            return nil
        }
        if case .string(let text) = value, let minLength, text.unicodeScalars.count < minLength {
            context.report(
                .badDefault, "the default is shorter than 'minLength', which is \(minLength)", at: node.span)
        }
        return value
    }

    private static func value(of text: String, for type: AttributeType) -> DefaultValue? {
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
            Float(text).flatMap { $0.isFinite ? .real(Double($0)) : nil }
        case .double:
            Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case .decimal(let scale):
            decimal(text, scale: scale)
        case .string:
            .string(text)
        case .date:
            text == "now()" ? .now : date(text)
        case .day:
            text == "now()" ? .now : CalendarDay.isValid(text) ? .day(text) : nil
        case .uuid:
            text == "uuid()" ? .newUUID : UUID(uuidString: text).map { .uuid($0) }
        case .data:
            nil
        }
    }

    private static func decimal(_ text: String, scale: Int) -> DefaultValue? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
        // Decimal itself rounds what is longer, and takes the number at the beginning of a text that is none.
        guard isNumber, digits.utf8.count <= 38, let value = Decimal(string: text),
            ScaledDecimal.integer(value, scale: scale) != nil
        else { return nil }
        return .decimal(value)
    }

    /// Foundation takes the 29th of February for the 1st of March where it must, and stops reading where it has enough.
    private static func date(_ text: String) -> DefaultValue? {
        let form = /.{10}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](Z|[+-][0-9]{2}:?[0-9]{2})/
        guard text.wholeMatch(of: form) != nil, CalendarDay.isValid(String(text.prefix(10))),
            let date = try? Date(text, strategy: .iso8601)
        else { return nil }
        return .date(date.timeIntervalSinceReferenceDate)
    }

    private static func expectation(for type: AttributeType) -> String {
        switch type {
        case .bool: "a bool's default is true or false"
        case .int16: "an int16 lies between \(Int16.min) and \(Int16.max)"
        case .int32: "an int32 lies between \(Int32.min) and \(Int32.max)"
        case .int64: "an int64 is a whole number of 64 bits"
        case .float, .double: "a default is a finite number such as 1.5"
        case .decimal(let scale): "a default is a number with at most \(scale) decimal places and 18 digits"
        case .string: "a default is a text"
        case .date: "a date's default is now() or an instant such as 2001-01-01T00:00:00Z"
        case .day: "a day's default is now() or a day such as 2001-01-31"
        case .uuid: "a UUID's default is uuid() or a UUID"
        case .data: "data has no default"
        }
    }
}
