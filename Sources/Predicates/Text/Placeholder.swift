/// A place in a text for an argument: `%@` and `%K`, and C's conversions.
struct Placeholder: Hashable {
    enum Kind: Hashable {
        /// `%@`: any value.
        case value
        /// `%K`: a key path.
        case keyPath
        case integer
        case real
        case text
    }

    var kind: Kind
    /// As it is written.
    var spelling: String
    /// How many placeholders stand in front of it.
    var index: Int
}

extension Lexer {
    /// A placeholder from its `%` on: a length such as `ll`, and a conversion.
    mutating func takePlaceholder(index: Int) throws(ConditionError) -> Placeholder {
        let start = position
        var spelling = "%"
        position += 1
        while let scalar = peek(), "hlLqjzt".unicodeScalars.contains(scalar), spelling.count < 4 {
            spelling.unicodeScalars.append(scalar)
            position += 1
        }
        if let conversion = peek() {
            spelling.unicodeScalars.append(conversion)
            if let kind = Self.kind(of: conversion, isBare: spelling.count == 2) {
                position += 1
                return Placeholder(kind: kind, spelling: spelling, index: index)
            }
            // What stands there may be the next word, or anything.
            if spelling.count == 2, !conversion.isASCII || conversion.properties.isWhitespace { spelling = "%" }
        }
        let end = min(start + spelling.unicodeScalars.count, scalars.count)
        throw ConditionError(
            .syntax, "'\(spelling)' is not a placeholder; write %@ for a value, %K for a key path, %d, %f or %s",
            at: start..<end)
    }

    private static func kind(of conversion: Unicode.Scalar, isBare: Bool) -> Placeholder.Kind? {
        switch conversion {
        case "@": isBare ? .value : nil
        case "K": isBare ? .keyPath : nil
        case "d", "D", "i", "u", "U", "x", "X", "o", "O": .integer
        case "f", "F", "e", "E", "g", "G", "a", "A": .real
        case "s", "S": .text
        default: nil
        }
    }
}
