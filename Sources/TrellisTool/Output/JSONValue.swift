import Diagnostics
import SchemaSyntax

/// JSON whose keys keep their order.
indirect enum JSONValue {
    case string(String)
    case integer(Int)
    case bool(Bool)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// The value as a text of several lines, without a newline at its end.
    var rendered: String { rendered(indent: 0) }

    private func rendered(indent: Int) -> String {
        switch self {
        case .string(let text):
            return Self.quoted(text)
        case .integer(let number):
            return String(number)
        case .bool(let flag):
            return String(flag)
        case .array(let elements):
            // Lists of words and numbers are read more easily on one line.
            if elements.allSatisfy(\.isScalar) { return "[\(elements.map(\.rendered).joined(separator: ", "))]" }
            return Self.lines(elements.map { $0.rendered(indent: indent + 2) }, in: ("[", "]"), indent: indent)
        case .object(let entries):
            let texts = entries.map { "\(Self.quoted($0.key)): \($0.value.rendered(indent: indent + 2))" }
            if texts.isEmpty { return "{}" }
            if entries.count == 1, entries[0].value.isScalar { return "{ \(texts[0]) }" }
            return Self.lines(texts, in: ("{", "}"), indent: indent)
        }
    }

    /// A text in quotes, with characters escaped that control a terminal.
    private static func quoted(_ text: String) -> String {
        let quoted = ScalarPrinter.doubleQuoted(text)
        guard quoted.unicodeScalars.contains(where: \.actsOnText) else { return quoted }
        return quoted.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return scalar.actsOnText ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits : String(scalar)
        }.joined()
    }

    private static func lines(_ texts: [String], in brackets: (String, String), indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return "\(brackets.0)\n" + texts.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin)\(brackets.1)"
    }

    private var isScalar: Bool {
        switch self {
        case .string, .integer, .bool: true
        case .array, .object: false
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int) { self = .integer(number) }
    init(booleanLiteral flag: Bool) { self = .bool(flag) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral entries: (String, JSONValue)...) { self = .object(entries.map { (key: $0.0, value: $0.1) }) }

    /// The JSON value of a text in a model's file: a Boolean, a number or a text.
    init(scalar text: String) {
        self = text == "true" || text == "false" ? .bool(text == "true") : Int(text).map(JSONValue.integer) ?? .string(text)
    }
}
