/// A word of the predicate language with its place, in Unicode scalars.
struct Token: Hashable {
    enum Kind: Hashable {
        case name(String)
        case parameter(String)
        case number(String)
        case string(String)
        case comparison(Comparison)
        case and
        case or
        case not
        case dot
        case minus
        case open
        case close
        case end
    }

    var kind: Kind
    var range: Range<Int>
}

/// Cuts text into tokens.
struct Lexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0

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

    private static let symbols: [(text: String, kind: Token.Kind)] = [
        // Longer ones first.
        ("==", .comparison(.equal)), ("!=", .comparison(.notEqual)), ("<>", .comparison(.notEqual)),
        ("<=", .comparison(.lessOrEqual)), ("=<", .comparison(.lessOrEqual)), (">=", .comparison(.greaterOrEqual)),
        ("=>", .comparison(.greaterOrEqual)), ("&&", .and), ("||", .or), ("=", .comparison(.equal)),
        ("<", .comparison(.less)), (">", .comparison(.greater)), ("!", .not), ("(", .open), (")", .close),
        (".", .dot), ("-", .minus),
    ]

    private mutating func next() throws(ConditionError) -> Token {
        while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
        let start = position
        guard let first = peek() else { return Token(kind: .end, range: start..<start) }

        let kind: Token.Kind
        if first.startsName {
            kind = keyword(takeName())
        } else if first == "$" {
            position += 1
            let name = takeName()
            guard !name.isEmpty else {
                throw ConditionError(.syntax, "a parameter's name follows '$'", at: start..<position)
            }
            kind = .parameter(name)
        } else if first.isDigit {
            kind = .number(takeNumber())
        } else if first == "\"" || first == "'" {
            kind = .string(try takeString(quote: first))
        } else if let symbol = Self.symbols.first(where: { matches($0.text) }) {
            position += symbol.text.unicodeScalars.count
            kind = symbol.kind
        } else {
            throw ConditionError(.syntax, "'\(first)' has no meaning here", at: start..<start + 1)
        }
        return Token(kind: kind, range: start..<position)
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        position + ahead < scalars.count ? scalars[position + ahead] : nil
    }

    private func matches(_ text: String) -> Bool {
        scalars[position...].starts(with: text.unicodeScalars)
    }

    private func keyword(_ name: String) -> Token.Kind {
        switch name.uppercased() {
        case "AND": .and
        case "OR": .or
        case "NOT": .not
        default: .name(name)
        }
    }

    private mutating func takeName() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek(), scalar.startsName || (scalar.isDigit && !name.isEmpty) {
            name.append(scalar)
            position += 1
        }
        return String(name)
    }

    private mutating func takeNumber() -> String {
        var text = String.UnicodeScalarView()
        func isPart(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) -> Bool {
            scalar.isDigit || (scalar == "." && (next?.isDigit ?? false))
        }
        while let scalar = peek(), isPart(scalar, next: peek(1)) {
            text.append(scalar)
            position += 1
        }
        return String(text)
    }

    private mutating func takeString(quote: Unicode.Scalar) throws(ConditionError) -> String {
        let start = position
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            position += 1
            if scalar == quote { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard let escaped = peek() else { break }
            position += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "\\", "\"", "'": text.append(escaped)
            default:
                throw ConditionError(
                    .syntax, "'\\\(escaped)' is no escape; a backslash itself is '\\\\'", at: position - 2..<position)
            }
        }
        throw ConditionError(.syntax, "the text that begins here does not end", at: start..<position)
    }
}

extension Unicode.Scalar {
    fileprivate var startsName: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
    }

    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
