/// Reads conditions and sort terms from text: NSPredicate's comparison language. `Documentation/predicates.md` explains it.
///
///     condition   = conjunction { ("OR" | "||") conjunction }
///     conjunction = negation { ("AND" | "&&") negation }
///     negation    = ("NOT" | "!") negation | comparison
///     comparison  = "TRUEPREDICATE" | "FALSEPREDICATE" | "(" condition ")"
///                 | [ "ANY" | "SOME" | "ALL" | "NONE" ] operand operator operand
///     operator    = ( "==" | "=" | "!=" | "<>" | "<" | "<=" | "=<" | ">" | ">=" | "=>" | "IN" | "BETWEEN"
///                 | "BEGINSWITH" | "ENDSWITH" | "CONTAINS" | "LIKE" | "MATCHES" ) [ "[" letters "]" ]
///     operand     = sums, products and bits of: "-" operand | "(" operand ")" | value | path | list | call | period
///     value       = number | string | "TRUE" | "YES" | "FALSE" | "NO" | "NIL" | "NULL" | "$" name | placeholder
///     path        = ( "SELF" | name | "$" name ) { "." name } [ "." function ] { "." name }
///     function    = "@count" | "@sum" | "@avg" | "@min" | "@max"
///     list        = "{" [ operand { "," operand } ] "}"
///     period      = ( number | path | "$" name | call | "(" operand ")" ) unit [ string | "$" name | placeholder ]
///     unit        = "year" | "years" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second", …
///     call        = ( "now" | "today" ) "(" [ operand ] ")"
///                 | ( "uppercase" | "lowercase" | "length" | "abs" ) "(" operand ")"
///                 | ( "year" | "month" | "startOfMonth", … ) "(" operand [ "," operand ] ")"
///                 | "CAST" "(" operand "," string ")"
///                 | "SUBQUERY" "(" path "," "$" name "," condition ")" "." function { "." name }
///     name        = [ "#" ] letter { letter | digit | "_" }
///
/// What binds closer than what: `*` and `/`, then `+` and `-`, `&`, `|`, comparisons, NOT, AND, OR. Words may be written in
/// any case. Whether a `(` opens a condition or an operand shows when it closes, so both are read by the same rules into a
/// `Node`: nothing is read twice.
public struct PredicateParser {
    var tokens: [Token]
    var index = 0
    /// The variables of the `SUBQUERY`s around.
    var variables: [String] = []
    /// The values of placeholders; nil for a text that can have none.
    let arguments: [ConditionValue]?
    private var depth = 0

    /// How deep conditions and operands may stand in each other; a hostile text must not exhaust the stack.
    static let depthLimit = 100

    init(_ text: String, arguments: [ConditionValue]? = nil) throws(ConditionError) {
        tokens = try Lexer.tokens(of: text)
        self.arguments = arguments
    }

    /// The condition that `text` says, in which `$name` stands for a parameter; placeholders such as `%@` are for
    /// ``Condition/init(_:arguments:)``.
    /// - Throws: ``ConditionError`` with the place of the first thing that is not in the language.
    public static func condition(_ text: String) throws(ConditionError) -> Condition {
        var parser = try PredicateParser(text)
        return try parser.wholeCondition()
    }

    /// The operand that `text` says: a key path, a value, a calculation, or what members come to.
    /// - Throws: ``ConditionError``
    public static func operand(_ text: String) throws(ConditionError) -> Operand {
        var parser = try PredicateParser(text)
        let operand = try parser.operand().operand
        try parser.expect(.end, "expected '+', '-', '*', '/' or the end of the expression")
        return operand
    }

    /// The sort term that `text` says: a key path, after `-` for descending, and before options such as `[cd]`.
    /// - Throws: ``ConditionError``
    public static func sortTerm(_ text: String) throws(ConditionError) -> SortTerm {
        var parser = try PredicateParser(text)
        let isDescending = parser.take(.arithmetic(.minus))
        let start = parser.token.range.lowerBound
        if case .name = parser.token.kind, parser.following.kind == .symbol(.open) {
            var term = try parser.calendarTerm(from: start)
            term.isAscending = !isDescending
            return term
        }
        guard case .keyPath(let path)? = try parser.takePath()?.kind, !path.isEmpty else {
            throw ConditionError(
                .syntax, "a sort key is a key path, with '-' before it for descending", at: parser.tokens[isDescending ? 1 : 0].range)
        }
        let end = parser.end
        let options = try parser.takeOptions()
        try parser.expect(.end, "a sort key is one key path, with options such as '[cd]' after it")
        return SortTerm(path: path, isAscending: !isDescending, options: options, range: start..<end)
    }

    mutating func wholeCondition() throws(ConditionError) -> Condition {
        let read = try disjunction()
        let condition = try condition(of: read)
        try expect(.end, "expected AND, OR or the end of the condition")
        return condition
    }

    // MARK: Tokens

    var token: Token { tokens[index] }

    /// The token behind the present one.
    var following: Token { tokens[min(index + 1, tokens.count - 1)] }

    /// Where the token in front of the present one ends.
    var end: Int { index > 0 ? tokens[index - 1].range.upperBound : 0 }

    mutating func take(_ kind: Token.Kind) -> Bool {
        guard token.kind == kind else { return false }
        index += 1
        return true
    }

    mutating func take(_ symbol: Token.Symbol) -> Bool { take(.symbol(symbol)) }

    mutating func expect(_ kind: Token.Kind, _ message: String) throws(ConditionError) {
        guard take(kind) else { throw ConditionError(.syntax, message, at: token.range) }
    }

    mutating func expect(_ symbol: Token.Symbol) throws(ConditionError) {
        try expect(.symbol(symbol), "expected '\(symbol.rawValue)'")
    }

    // MARK: Depth

    /// Every rule that can come back to itself passes through here.
    mutating func nested<Read>(
        _ read: (inout PredicateParser) throws(ConditionError) -> Read
    ) throws(ConditionError) -> Read {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw tooDeep }
        return try read(&self)
    }

    /// What was read, if it is not too high: nor is its printed text too deep then, which has parentheses of its own.
    func node(_ kind: Node.Kind, height: Int) throws(ConditionError) -> Node {
        guard height <= Self.depthLimit else { throw tooDeep }
        return Node(kind: kind, height: height)
    }

    private var tooDeep: ConditionError {
        ConditionError(.syntax, "more than \(Self.depthLimit) conditions or operands are nested", at: token.range)
    }
}

/// What was read: a condition or an operand.
struct Node {
    enum Kind {
        case condition(Condition)
        case operand(Operand)
    }

    var kind: Kind
    /// How many conditions and operands stand in each other at most, a chain of sums being as high as it is long: no less than
    /// ``PredicateParser/nested(_:)`` counts when the printed text is read.
    var height: Int
}
