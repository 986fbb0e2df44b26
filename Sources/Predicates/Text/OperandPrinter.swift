import Foundation

extension Operand {
    /// The operand in the language of conditions.
    public var text: String {
        switch kind {
        case .keyPath(let path):
            return Self.text(ofPath: path)
        case .parameter(let name):
            return "$\(name)"
        case .variable(let name, let path):
            return Self.text(of: name, path)
        case .value(let value):
            return value.literal
        case .list(let elements):
            return "{\(elements.map(\.text).joined(separator: ", "))}"
        case .arithmetic(let left, let arithmetic, let right):
            let precedence = arithmetic.precedence
            // A chain is read from the left: its right side is in parentheses even where it binds as close.
            return left.text(inside: precedence) + " \(arithmetic.rawValue) " + right.text(inside: precedence.next)
        case .negated(let operand):
            return operand.isSimple ? "-\(operand.text)" : "-(\(operand.text))"
        case .function(let function, let arguments):
            return "\(function.rawValue)(\(arguments.map(\.text).joined(separator: ", ")))"
        case .period(let count, let unit, let zone):
            let unit = count.kind == .value(.integer(1)) ? unit.singular : unit.rawValue
            return "\(count.isCount ? count.text : "(\(count.text))") \(unit)" + (zone.map { " \($0.text)" } ?? "")
        case .cast(let operand, let type):
            return "CAST(\(operand.text), \"\(type.rawValue)\")"
        case .aggregate(let aggregate, let members, let path):
            return ([members.text, aggregate.rawValue] + path).joined(separator: ".")
        }
    }

    private func text(inside outer: Precedence) -> String {
        guard case .arithmetic(_, let arithmetic, _) = kind, arithmetic.precedence < outer else { return text }
        return "(\(text))"
    }

    /// Whether a `-` in front belongs to the whole operand, and is no number's sign.
    private var isSimple: Bool {
        switch kind {
        case .arithmetic, .value, .period: false
        default: true
        }
    }

    /// Whether a unit behind the operand belongs to all of it.
    private var isCount: Bool {
        switch kind {
        case .arithmetic, .negated, .period, .list: false
        default: true
        }
    }

    /// A key path whose first name is no other word.
    static func text(ofPath path: [String]) -> String {
        guard let first = path.first else { return "SELF" }
        return (Word(first)?.isReserved == true ? "#" : "") + path.joined(separator: ".")
    }

    fileprivate static func text(of variable: String, _ path: [String]) -> String {
        (["$\(variable)"] + path).joined(separator: ".")
    }
}

extension MemberSet {
    fileprivate var text: String {
        let members = variable.map { Operand.text(of: $0, path) } ?? Operand.text(ofPath: path)
        guard let filter else { return members }
        return "SUBQUERY(\(members), $\(filter.variable), \(filter.condition.text))"
    }
}

extension ConditionValue {
    /// The value in words, for messages and the model's canonical text.
    public var text: String {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): value.description
        case .text(let value), .day(let value): Self.quoted(value)
        case .duration(let value): Self.quoted(ISO8601Duration.text(value))
        case .uuid(let value): Self.quoted(value.uuidString)
        case .date(let value): "<date \(value)>"
        case .data(let value): "<\(value.count) bytes>"
        case .object(let reference): "<\(reference.entity) \(reference.key)>"
        case .list(let values): "{\(values.map(\.text).joined(separator: ", "))}"
        }
    }

    /// The value as a condition writes it, so that it is read back bit for bit, with its type. A number that is none has no literal.
    fileprivate var literal: String {
        if let (type, text) = LiteralCast.parts(of: self) {
            return "CAST(\(Self.quoted(text)), \(Self.quoted(type.rawValue)))"
        }
        return switch self {
        case .real(let value) where value.isFinite:
            NumberLiteral.text(value)
        case .decimal(let value) where value.isFinite:
            NumberLiteral.text(value) ?? "CAST(\(Self.quoted(value.description)), \(Self.quoted(CastType.decimal.rawValue)))"
        case .date(let seconds) where seconds.isFinite:
            // A whole number is read as one, which has no -0.
            "CAST(\(seconds == 0 && seconds.sign == .minus ? "-0.0e0" : String(seconds)), \(Self.quoted(CastType.date.rawValue)))"
        case .list(let values):
            "{\(values.map(\.literal).joined(separator: ", "))}"
        default:
            text
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
