import Foundation

/// Reads conditions and sort terms from text.
///
///     condition  = conjunction { ("OR" | "||") conjunction }
///     conjunction = factor { ("AND" | "&&") factor }
///     factor     = ("NOT" | "!") factor | "(" condition ")" | operand comparison operand
///     operand    = name { "." name } | "$" name | number | string | "true" | "false" | "nil"
public struct PredicateParser {
    private let tokens: [Token]
    private var index = 0
    private var depth = 0

    /// How deep conditions may stand in each other; a hostile text must not exhaust the stack.
    private static let depthLimit = 100

    private init(_ text: String) throws(ConditionError) {
        tokens = try Lexer.tokens(of: text)
    }

    /// The condition that `text` says.
    /// - Throws: ``ConditionError`` with the place of the first thing that is not in the language.
    public static func condition(_ text: String) throws(ConditionError) -> Condition {
        var parser = try PredicateParser(text)
        let condition = try parser.condition()
        try parser.expect(.end, "the condition should end here, or go on with AND or OR")
        return condition
    }

    /// The sort term that `text` says: a key path, after `-` for descending.
    /// - Throws: ``ConditionError``
    public static func sortTerm(_ text: String) throws(ConditionError) -> SortTerm {
        var parser = try PredicateParser(text)
        let isDescending = parser.take(.minus)
        let start = parser.token.range.lowerBound
        guard case .name = parser.token.kind else {
            throw ConditionError(.syntax, "a sort key is a key path, after '-' for descending", at: parser.token.range)
        }
        let path = try parser.keyPath()
        let end = parser.tokens[parser.index - 1].range.upperBound
        try parser.expect(.end, "a sort key is one key path")
        return SortTerm(path: path, isAscending: !isDescending, range: start..<end)
    }

    // MARK: Grammar

    private mutating func condition() throws(ConditionError) -> Condition {
        var parts = [try conjunction()]
        while take(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(ConditionError) -> Condition {
        var parts = [try factor()]
        while take(.and) { parts.append(try factor()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func factor() throws(ConditionError) -> Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw ConditionError(.syntax, "more than \(Self.depthLimit) conditions stand in each other", at: token.range)
        }
        if take(.not) { return .not(try factor()) }
        if take(.open) {
            let inner = try condition()
            try expect(.close, "a ')' is missing")
            return inner
        }
        let left = try operand()
        guard case .comparison(let comparison) = token.kind else {
            throw ConditionError(.syntax, "a comparison such as '==' should follow here", at: token.range)
        }
        index += 1
        return .comparison(left, comparison, try operand())
    }

    private mutating func operand() throws(ConditionError) -> Operand {
        let first = token
        switch first.kind {
        case .name(let name):
            if let value = Self.constants[name.lowercased()] {
                index += 1
                return Operand(.value(value), range: first.range)
            }
            let path = try keyPath()
            return Operand(.keyPath(path), range: first.range.lowerBound..<tokens[index - 1].range.upperBound)
        case .parameter(let name):
            index += 1
            return Operand(.parameter(name), range: first.range)
        case .string(let text):
            index += 1
            return Operand(.value(.text(text)), range: first.range)
        case .minus:
            index += 1
            return try number(sign: "-", from: first.range.lowerBound)
        case .number:
            return try number(sign: "", from: first.range.lowerBound)
        default:
            throw ConditionError(.syntax, "a key path, a value or a $parameter should stand here", at: first.range)
        }
    }

    private static let constants: [String: ConditionValue] = [
        "true": .bool(true), "yes": .bool(true), "false": .bool(false), "no": .bool(false), "nil": .null, "null": .null,
    ]

    private mutating func number(sign: String, from start: Int) throws(ConditionError) -> Operand {
        guard case .number(let digits) = token.kind else {
            throw ConditionError(.syntax, "a number should follow '-'", at: token.range)
        }
        let range = start..<token.range.upperBound
        index += 1
        if let integer = Int64(sign + digits) { return Operand(.value(.integer(integer)), range: range) }
        // As many digits as a stored decimal has: more would not fit where the condition is kept.
        let dots = digits.filter { $0 == "." }.count
        let significant = digits.filter { $0 != "." }.drop { $0 == "0" }.count
        guard dots == 1, significant <= ScaledDecimal.digits, digits.count <= 38,
            let decimal = Decimal(string: sign + digits)
        else {
            throw ConditionError(.syntax, "'\(sign + digits)' is not a number that can be compared", at: range)
        }
        // 12.0 is 12, and is printed so.
        let value = Int64(decimal.description).map { ConditionValue.integer($0) } ?? .decimal(decimal)
        return Operand(.value(value), range: range)
    }

    private mutating func keyPath() throws(ConditionError) -> [String] {
        var path = [String]()
        repeat {
            guard case .name(let name) = token.kind else {
                throw ConditionError(.syntax, "a property's name should stand here", at: token.range)
            }
            path.append(name)
            index += 1
        } while take(.dot)
        return path
    }

    // MARK: Tokens

    private var token: Token { tokens[index] }

    private mutating func take(_ kind: Token.Kind) -> Bool {
        guard token.kind == kind else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ kind: Token.Kind, _ message: String) throws(ConditionError) {
        guard take(kind) else { throw ConditionError(.syntax, message, at: token.range) }
    }
}
