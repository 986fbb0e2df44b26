import Diagnostics

/// Finds the place where bytes stop being UTF-8.
enum UTF8Check {
    static func firstInvalidByte(in bytes: [UInt8], file: String) -> (offset: Int, span: SourceSpan)? {
        // The common case first: the standard library checks a valid file at memory speed.
        if String(validating: bytes, as: UTF8.self) != nil { return nil }

        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var location = SourceLocation(line: 1, column: 1)
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
            if scalar == "\n" {
                location = SourceLocation(line: location.line + 1, column: 1)
            } else {
                location.column += 1
            }
        }
        var end = location
        end.column += 1
        return (min(offset, bytes.count - 1), SourceSpan(file: file, start: location, end: end))
    }
}
