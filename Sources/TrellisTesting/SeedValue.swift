import Foundation
import SQLiteAccess
import SchemaSyntax
import Trellis

/// Values of seeds, in the form in which a column stores them. YAML's own guesses play no part.
enum SeedValue {
    /// What a node stands for in a column of `type`, or nil where it is none of it.
    static func stored(_ node: YAMLNode, as type: ValueType) -> SQLiteValue? {
        if type == .json { return node.text.map { .text($0) } ?? JSONText.text(of: node).map { .text($0) } }
        guard let text = node.text, !node.isNull else { return nil }
        return conditionValue(text, type)?.stored(as: type)
    }

    private static func conditionValue(_ text: String, _ type: ValueType) -> ConditionValue? {
        switch type {
        case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case .integer: Int64(text).map { .integer($0) }
        case .real: Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case .decimal(let scale): decimal(text).flatMap { ScaledDecimal.integer($0, scale: scale) == nil ? nil : .decimal($0) }
        case .exactDecimal: decimal(text).map { .decimal($0) }
        case .text: .text(text)
        case .date, .unixDate, .iso8601Date: date(text).map { .date($0) }
        case .day: .text(text)
        case .duration:
            ISO8601Duration.duration(text).flatMap { StoredDuration.microseconds($0) == nil ? nil : .duration($0) }
        case .data: Data(base64Encoded: text).map { .data(Array($0)) }
        case .uuid, .textUUID: .text(text)
        case .foldedText, .enumeration, .composite, .json, .object: nil
        }
    }

    /// The form of a value, for a finding on another form.
    static func expectation(_ type: ValueType) -> String {
        switch type {
        case .bool: "it is true or false"
        case .integer: "it is a whole number"
        case .real: "it is a finite number"
        case .decimal(let scale): "it is a number with at most \(scale) decimal places"
        case .exactDecimal: "it is a number with at most 38 digits"
        case .date, .unixDate, .iso8601Date: "it is an instant such as 2026-01-31T12:00:00Z"
        case .day: "it is a day such as 2026-01-31"
        case .duration: "it is a duration such as PT1H30M, with up to 6 decimals of a second"
        case .data: "it is Base64"
        case .uuid, .textUUID: "it is a UUID in hexadecimal digits"
        case .json: "it is JSON, or what YAML has for it"
        case .text, .foldedText, .enumeration, .composite, .object: "it is a text"
        }
    }

    private static func decimal(_ text: String) -> Decimal? {
        guard text.wholeMatch(of: /-?[0-9]{1,38}(\.[0-9]{1,38})?/) != nil else { return nil }
        return Decimal(string: text)
    }

    /// An instant in UTC, with or without milliseconds.
    private static func date(_ text: String) -> Double? {
        let full = text.utf8.count == 20 ? text.dropLast() + ".000Z" : text[...]
        return ISO8601Instant.seconds(full.utf8)
    }
}

/// YAML as JSON: what is in quotes is a string, and what is not is what JSON takes it for.
enum JSONText {
    static func text(of node: YAMLNode) -> String? {
        switch node.content {
        case .scalar(let scalar):
            if node.isNull { return "null" }
            let isPlain = scalar.isPlain && (["true", "false"].contains(scalar.text) || isNumber(scalar.text))
            return isPlain ? scalar.text : string(scalar.text)
        case .sequence(let items):
            let texts = items.compactMap(text)
            return texts.count == items.count ? "[\(texts.joined(separator: ","))]" : nil
        case .mapping(let entries):
            let texts = entries.compactMap { entry -> String? in
                guard let key = string(entry.key), let value = text(of: entry.value) else { return nil }
                return "\(key):\(value)"
            }
            return texts.count == entries.count ? "{\(texts.joined(separator: ","))}" : nil
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }

    private static func string(_ text: String) -> String? {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) }
    }
}
