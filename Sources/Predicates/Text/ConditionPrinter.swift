import Foundation

extension Condition {
    /// The condition as text that reads back to an equal one, for conditions that came from text.
    public var text: String { text(inside: nil) }

    private enum Connective {
        case and
        case or
        case not
    }

    private func text(inside outer: Connective?) -> String {
        switch self {
        case .comparison(let left, let comparison, let right):
            let text = "\(left.text) \(comparison.rawValue) \(right.text)"
            return outer == .not ? "(\(text))" : text
        case .not(let inner):
            return "NOT \(inner.text(inside: .not))"
        case .and(let parts):
            let text = parts.map { $0.text(inside: .and) }.joined(separator: " AND ")
            return outer == nil ? text : "(\(text))"
        case .or(let parts):
            let text = parts.map { $0.text(inside: .or) }.joined(separator: " OR ")
            return outer == nil ? text : "(\(text))"
        case .constant(let value):
            return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .text, .between, .membership, .quantified:
            return ""
        }
    }
}

extension Operand {
    fileprivate var text: String {
        switch kind {
        case .keyPath(let path): path.joined(separator: ".")
        case .parameter(let name): "$\(name)"
        case .value(let value): value.text
        default: ""
        }
    }
}

extension SortTerm {
    /// The term as text that reads back to an equal one.
    public var text: String { (isAscending ? "" : "-") + path.joined(separator: ".") }
}

extension ConditionValue {
    /// The value as the predicate language writes it; dates, data and objects have no literal and come as parameters.
    public var text: String {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): value.description
        case .text(let value), .day(let value): Self.quoted(value)
        case .uuid(let value): Self.quoted(value.uuidString)
        case .date(let value): "<date \(value)>"
        case .data(let value): "<\(value.count) bytes>"
        case .object(let reference): "<\(reference.entity) \(reference.key)>"
        case .list(let values): "{\(values.map(\.text).joined(separator: ", "))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
