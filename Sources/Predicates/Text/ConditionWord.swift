/// A word of a condition or a sort key for editors, also of text that is being typed and is no condition yet.
package struct ConditionWord: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A name; `isWord` if it may be a word of the language instead.
        case name(isWord: Bool)
        /// `$name`, without the dollar sign.
        case parameter
        case number
        /// A text in quotes; the word's own text is what is between them.
        case string
        /// A function of members, without its `@`.
        case memberFunction
        /// A comparison or a sign of arithmetic.
        case sign
        case dot, comma, open, close, openList, closeList
        case other
    }

    package var kind: Kind
    package var text: String
    /// Its place in the text, in Unicode scalars.
    package var range: Range<Int>

    /// The words of a text. Characters that begin no word are left out.
    package static func all(in text: String) -> [ConditionWord] {
        var lexer = Lexer(text)
        var words = [ConditionWord]()
        while true {
            let start = lexer.position
            do {
                let token = try lexer.next()
                if token.kind == .end { return words }
                words.append(ConditionWord(token, in: lexer.scalars))
            } catch {
                lexer.position = max(start + 1, lexer.position)
            }
        }
    }

    /// The words that have a meaning of their own, as a condition is usually written.
    package static let keywords = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "ANY", "ALL", "NONE", "SUBQUERY",
        "TRUE", "FALSE", "nil", "SELF",
    ]

    /// Whether a condition reads this name as a constant, a connective or the object itself, and as a property only after `#` or a dot.
    package static func isReserved(_ name: String) -> Bool { Word(name)?.isReserved ?? false }

    private init(_ token: Token, in scalars: [Unicode.Scalar]) {
        range = token.range
        func source(_ range: Range<Int>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
            return String(view)
        }
        switch token.kind {
        case .name(let name, let word): (kind, text) = (.name(isWord: word != nil), name)
        case .escapedName(let name): (kind, text) = (.name(isWord: false), name)
        case .parameter(let name): (kind, text) = (.parameter, name)
        case .number(let number): (kind, text) = (.number, number)
        case .string(let string): (kind, text) = (.string, string)
        case .collectionOperator(let name): (kind, text) = (.memberFunction, name)
        case .comparison, .arithmetic: (kind, text) = (.sign, source(token.range))
        case .symbol(let symbol):
            text = symbol.rawValue
            kind =
                switch symbol {
                case .dot: .dot
                case .comma: .comma
                case .open: .open
                case .close: .close
                case .openList: .openList
                case .closeList: .closeList
                case .and, .or, .not: .sign
                case .openOptions, .closeOptions: .other
                }
        case .placeholder, .end: (kind, text) = (.other, source(token.range))
        }
        // A name after '#' is at its own place.
        if case .escapedName = token.kind { range = (range.lowerBound + 1)..<range.upperBound }
    }

    /// The word in capitals, to be compared with the language's.
    package var keyword: String? {
        if case .name(isWord: true) = kind { text.uppercased() } else { nil }
    }
}
