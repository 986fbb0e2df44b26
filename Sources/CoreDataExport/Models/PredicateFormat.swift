import Predicates

/// A condition as the format of an NSPredicate.
///
/// Most of the language is the same. What NSPredicate cannot parse has no text: functions of the calendar, periods of time, and literals of
/// types that only Trellis has.
struct PredicateFormat {
    /// nil if NSPredicate has no words for a part of the condition.
    let text: String?

    init(_ condition: Condition) { text = try? Self.text(of: condition, isPart: false) }

    /// An expression of a derived attribute.
    init(_ operand: Operand) { text = try? Self.text(of: operand) }

    private struct NoWords: Error {}

    private static func text(of condition: Condition, isPart: Bool) throws -> String {
        switch condition {
        case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let left, let comparison, let right):
            return "\(try text(of: left)) \(comparison.rawValue) \(try text(of: right))"
        case .text(let left, let comparison, let right):
            return "\(try text(of: left)) \(word(comparison.form))\(options(comparison.options)) \(try text(of: right))"
        case .between(let operand, let low, let high):
            return "\(try text(of: operand)) BETWEEN {\(try text(of: low)), \(try text(of: high))}"
        case .membership(let left, let right): return "\(try text(of: left)) IN \(try text(of: right))"
        case .quantified(let quantifier, let inner): return "\(quantifier.rawValue) \(try text(of: inner, isPart: true))"
        case .not(let inner): return "NOT (\(try text(of: inner, isPart: false)))"
        case .and(let parts): return try joined(parts, " AND ", emptyIs: true, isPart: isPart)
        case .or(let parts): return try joined(parts, " OR ", emptyIs: false, isPart: isPart)
        }
    }

    private static func joined(_ parts: [Condition], _ word: String, emptyIs value: Bool, isPart: Bool) throws -> String {
        if parts.isEmpty { return value ? "TRUEPREDICATE" : "FALSEPREDICATE" }
        let text = try parts.map { try Self.text(of: $0, isPart: true) }.joined(separator: word)
        return isPart && parts.count > 1 ? "(\(text))" : text
    }

    private static func word(_ form: TextComparison.Form) -> String {
        switch form {
        case .compares(let comparison): comparison.rawValue
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .contains: "CONTAINS"
        case .like: "LIKE"
        case .matches: "MATCHES"
        }
    }

    private static func options(_ options: TextOptions) -> String {
        if options.isEmpty { return "" }
        return "[" + (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "") + "]"
    }

    private static func text(of operand: Operand) throws -> String {
        switch operand.kind {
        case .keyPath(let path): return path.isEmpty ? "SELF" : operand.text
        case .parameter, .variable: return operand.text
        case .value(let value): return try text(of: value)
        case .list(let elements): return "{\(try elements.map { try text(of: $0) }.joined(separator: ", "))}"
        case .arithmetic(let left, let arithmetic, let right): return "\(try part(left)) \(arithmetic.rawValue) \(try part(right))"
        case .negated(let operand): return "-\(try part(operand))"
        case .cast(let operand, let type):
            switch type {
            case .date, .number, .text: return "CAST(\(try text(of: operand)), \"\(type.rawValue)\")"
            case .decimal: throw NoWords()
            }
        case .aggregate(let aggregate, let members, let path):
            var set = ([members.variable.map { "$\($0)" }].compactMap(\.self) + members.path).joined(separator: ".")
            if let filter = members.filter {
                set = "SUBQUERY(\(set), $\(filter.variable), \(try text(of: filter.condition, isPart: false)))"
            }
            return ([set, aggregate.rawValue] + path).joined(separator: ".")
        case .function(let function, let arguments):
            switch function {
            case .now where arguments.isEmpty: return "now()"
            case .uppercase, .lowercase, .abs, .length:
                return "\(function.rawValue):(\(try arguments.map { try text(of: $0) }.joined(separator: ", ")))"
            default: throw NoWords()
            }
        case .period: throw NoWords()
        }
    }

    /// An operand beside an operator.
    private static func part(_ operand: Operand) throws -> String {
        let text = try text(of: operand)
        return switch operand.kind {
        case .arithmetic, .negated: "(\(text))"
        default: text
        }
    }

    private static func text(of value: ConditionValue) throws -> String {
        switch value {
        case .null: return "nil"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return "\(value)"
        case .real(let value):
            guard value.isFinite else { throw NoWords() }
            return "\(value)"
        case .decimal(let value):
            guard value.isFinite else { throw NoWords() }
            return value.description
        case .text: return Operand(.value(value)).text
        case .date(let seconds):
            guard seconds.isFinite else { throw NoWords() }
            return "CAST(\(seconds), \"NSDate\")"
        case .list(let values): return "{\(try values.map { try text(of: $0) }.joined(separator: ", "))}"
        case .day, .duration, .uuid, .data, .object: throw NoWords()
        }
    }
}
