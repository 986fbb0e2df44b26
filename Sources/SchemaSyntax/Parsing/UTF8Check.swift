import Diagnostics

/// Finds the first invalid byte of a UTF-8 text.
package enum UTF8Check {
    package static func firstInvalidByte(in bytes: [UInt8], file: String) -> (offset: Int, span: SourceSpan)? {
        // The common case first: the standard library checks a valid file at memory speed.
        if String(validating: bytes, as: UTF8.self) != nil { return nil }

        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return (min(offset, bytes.count - 1), span(ofByteAt: offset, in: bytes, file: file))
    }

    /// The place of the character that begins at `offset`; all bytes before it must be UTF-8. Lines end where libyaml ends them.
    static func span(ofByteAt offset: Int, in bytes: [UInt8], file: String) -> SourceSpan {
        var location = SourceLocation(line: 1, column: 1)
        var previous: Unicode.Scalar?
        for scalar in String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r":
                break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                location = SourceLocation(line: location.line + 1, column: 1)
            default:
                location.column += 1
            }
            previous = scalar
        }
        return SourceSpan(file: file, start: location, end: .init(line: location.line, column: location.column + 1))
    }
}
