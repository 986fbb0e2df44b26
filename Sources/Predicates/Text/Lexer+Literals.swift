extension Lexer {
    /// A number as it is written: `12`, `1.5`, `1.5e-3`, `0x1F`, `0o17`, `0b101`.
    mutating func takeNumber() -> String {
        var text = String.UnicodeScalarView()
        func take(while isPart: (Unicode.Scalar) -> Bool, from lexer: inout Lexer) {
            while let scalar = lexer.peek(), isPart(scalar) {
                text.append(scalar)
                lexer.position += 1
            }
        }
        if peek() == "0", let letter = peek(1), "xXoObB".unicodeScalars.contains(letter), peek(2)?.isHexDigit == true {
            text.append("0")
            text.append(letter)
            position += 2
            take(while: \.isHexDigit, from: &self)
            return String(text)
        }
        take(while: \.isDigit, from: &self)
        // Several points are one number that is none, rather than a number and what follows it.
        while peek() == ".", peek(1)?.isDigit == true {
            text.append(".")
            position += 1
            take(while: \.isDigit, from: &self)
        }
        let isSigned = peek(1) == "+" || peek(1) == "-"
        if peek() == "e" || peek() == "E", peek(isSigned ? 2 : 1)?.isDigit == true {
            text.append("e")
            if isSigned { text.append(peek(1) ?? "+") }
            position += isSigned ? 2 : 1
            take(while: \.isDigit, from: &self)
        }
        return String(text)
    }

    mutating func takeString(quote: Unicode.Scalar) throws(ConditionError) -> String {
        let start = position
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            if scalar == quote {
                position += 1
                return String(text)
            }
            if scalar == "\\" {
                guard peek(1) != nil else { break }
                text.append(try takeEscape())
            } else {
                text.append(scalar)
                position += 1
            }
        }
        throw ConditionError(.syntax, "the text that begins here has no closing quote", at: start..<scalars.count)
    }

    /// What a backslash and the characters behind it stand for.
    private mutating func takeEscape() throws(ConditionError) -> Unicode.Scalar {
        let start = position
        let escaped = peek(1) ?? "\\"
        position += 2
        switch escaped {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "\\", "\"", "'": return escaped
        case "u":
            let unit = takeHex(4)
            // A scalar beyond 16 bits is written as its two UTF-16 halves.
            if let unit, (0xD800..<0xDC00).contains(unit), peek() == "\\", peek(1) == "u" {
                position += 2
                if let low = takeHex(4), (0xDC00..<0xE000).contains(low),
                    let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
                {
                    return scalar
                }
            } else if let unit, let scalar = Unicode.Scalar(unit) {
                return scalar
            }
            throw ConditionError(.syntax, "'\\u' needs four hexadecimal digits", at: start..<position)
        default:
            throw ConditionError(
                .syntax, "'\\\(escaped)' is not an escape sequence; write '\\\\' for a backslash", at: start..<position)
        }
    }

    private mutating func takeHex(_ count: Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let scalar = peek(), scalar.isHexDigit, let digit = UInt32(String(scalar), radix: 16) else { return nil }
            value = value << 4 + digit
            position += 1
        }
        return value
    }
}

extension Unicode.Scalar {
    fileprivate var isHexDigit: Bool { isDigit || ("a"..."f").contains(self) || ("A"..."F").contains(self) }
}
