extension Lexer {
    /// The symbol at the present place: the longest one that stands there.
    mutating func takeSymbol() throws(ConditionError) -> Token.Kind {
        guard let first = peek() else { return .end }
        let kinds = Self.symbols(first)
        if let second = peek(1), let kind = kinds.pairs.first(where: { $0.second == second })?.kind {
            return try take(kind, 2)
        }
        guard let kind = kinds.single else {
            throw ConditionError(.syntax, "unexpected '\(first)'", at: position..<position + 1)
        }
        return try take(kind, 1)
    }

    private enum Kind {
        case token(Token.Kind)
        /// What NSPredicate has, at least in its functions, and conditions have not; with the reason.
        case missing(String)
    }

    private mutating func take(_ kind: Kind, _ length: Int) throws(ConditionError) -> Token.Kind {
        switch kind {
        case .token(let token):
            position += length
            return token
        case .missing(let reason):
            throw ConditionError(.syntax, reason, at: position..<position + length)
        }
    }

    /// What a character is alone, and together with a second one.
    private static func symbols(_ first: Unicode.Scalar) -> (single: Kind?, pairs: [(second: Unicode.Scalar, kind: Kind)]) {
        func comparison(_ comparison: Comparison) -> Kind { .token(.comparison(comparison)) }
        return switch first {
        case "=":
            (comparison(.equal), [("=", comparison(.equal)), ("<", comparison(.lessOrEqual)), (">", comparison(.greaterOrEqual))])
        case "<":
            (comparison(.less), [("=", comparison(.lessOrEqual)), (">", comparison(.notEqual))])
        case ">":
            (comparison(.greater), [("=", comparison(.greaterOrEqual))])
        case "!":
            (.token(.symbol(.not)), [("=", comparison(.notEqual))])
        case "&":
            (.token(.arithmetic(.bitwiseAnd)), [("&", .token(.symbol(.and)))])
        case "|":
            (.token(.arithmetic(.bitwiseOr)), [("|", .token(.symbol(.or)))])
        case "*":
            (.token(.arithmetic(.times)), [("*", .missing("powers are not supported in conditions"))])
        case ":":
            (nil, [("=", .missing("a condition cannot assign a value"))])
        case "^":
            (.missing("'^' is not supported in conditions; the operators on bits are '&' and '|'"), [])
        case "~":
            (.missing("'~' is not supported in conditions; the operators on bits are '&' and '|'"), [])
        default:
            (Arithmetic(rawValue: String(first)).map { .token(.arithmetic($0)) }
                ?? Token.Symbol(rawValue: String(first)).map { .token(.symbol($0)) }, [])
        }
    }
}
