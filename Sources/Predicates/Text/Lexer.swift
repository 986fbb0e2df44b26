/// Cuts text into tokens, in time that grows with its length alone.
struct Lexer {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var placeholders = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// All tokens of the text, the last one an `end`.
    static func tokens(of text: String) throws(ConditionError) -> [Token] {
        var lexer = Lexer(text)
        var tokens = [Token]()
        repeat { tokens.append(try lexer.next()) } while tokens[tokens.count - 1].kind != .end
        return tokens
    }

    mutating func next() throws(ConditionError) -> Token {
        while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
        let start = position
        guard let first = peek() else { return Token(kind: .end, range: start..<start) }
        let kind = try kind(from: first)
        return Token(kind: kind, range: start..<position)
    }

    private mutating func kind(from first: Unicode.Scalar) throws(ConditionError) -> Token.Kind {
        switch first {
        case "$":
            return .parameter(try takeName(after: "'$' needs a parameter's name after it"))
        case "#":
            return .escapedName(try takeName(after: "'#' needs a reserved word after it, which it makes a name"))
        case "@":
            return .collectionOperator(try takeName(after: "'@' needs a function of members after it, for example '@count'"))
        case "%":
            placeholders += 1
            return .placeholder(try takePlaceholder(index: placeholders - 1))
        case "\"", "'":
            return .string(try takeString(quote: first))
        default:
            break
        }
        if first.startsName {
            let name = takeName()
            return .name(name, Word(name))
        }
        if first.isDigit { return .number(takeNumber()) }
        return try takeSymbol()
    }

    func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        position + ahead < scalars.count ? scalars[position + ahead] : nil
    }

    /// The name behind one character.
    private mutating func takeName(after message: String) throws(ConditionError) -> String {
        let start = position
        position += 1
        let name = takeName()
        guard !name.isEmpty else { throw ConditionError(.syntax, message, at: start..<position) }
        return name
    }

    private mutating func takeName() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek(), scalar.startsName || (scalar.isDigit && !name.isEmpty) {
            name.append(scalar)
            position += 1
        }
        return String(name)
    }
}

extension Unicode.Scalar {
    /// Names are ASCII, as they are in a model.
    var startsName: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
    }

    var isDigit: Bool { ("0"..."9").contains(self) }
}
