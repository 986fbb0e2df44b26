import Foundation
import SQLiteAccess

extension ResolvedFunction {
    /// What the function makes of a stored value: the one implementation behind SQL and the evaluation in memory. NULL stays
    /// NULL.
    func apply(to value: SQLiteValue) -> SQLiteValue {
        switch (self, value) {
        case (.fold(let options), .text(let text)): .text(FoldedText.text(text, options))
        case (.uppercase, .text(let text)): .text(text.uppercased())
        case (.lowercase, .text(let text)): .text(text.lowercased())
        case (.length, .text(let text)): .integer(Int64(text.unicodeScalars.count))
        // The least integer has no opposite.
        case (.abs, .integer(let value)): value == .min ? .real(0x1p63) : .integer(Swift.abs(value))
        case (.abs, .real(let value)): .real(Swift.abs(value))
        case (.text, .text): value
        case (.text, .integer(let value)): .text(String(value))
        // An integer that 64 bits did not hold.
        case (.text, .real(let value)): .text(String(value))
        case (.text, .blob(let bytes)): Self.uuid(bytes).map { .text(UUIDText.text($0)) } ?? .null
        case (.instant, .text(let text)): ISO8601Instant.seconds(text.utf8).map { .real($0) } ?? .null
        case (.instantText, .real(let seconds)): ISO8601Instant.text(seconds).map { .text($0) } ?? .null
        case (.instantText, .integer(let seconds)): ISO8601Instant.text(Double(seconds)).map { .text($0) } ?? .null
        default: .null
        }
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID? {
        guard bytes.count == 16 else { return nil }
        var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        return UUID(uuid: uuid)
    }
}
