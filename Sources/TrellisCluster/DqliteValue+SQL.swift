import DqliteClient

extension DqliteValue {
    /// The value in SQL. Only the first statement of a script takes values.
    var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let number), .unixTime(let number): Self.literal(number)
        case .real(let number): Self.literal(number)
        case .boolean(let value): value ? "1" : "0"
        case .text(let text), .iso8601(let text): "'" + text.replacing("'", with: "''") + "'"
        case .blob(let bytes): Self.literal(bytes)
        }
    }

    /// About how many bytes the value takes.
    var size: Int {
        switch self {
        case .text(let text), .iso8601(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 8
        }
    }

    /// The smallest integer has no literal: its digits without the sign are too many.
    private static func literal(_ number: Int64) -> String { number == .min ? "(-9223372036854775807 - 1)" : "\(number)" }

    private static func literal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return "x'" + String(decoding: text, as: UTF8.self) + "'"
    }

    /// SQLite before 3.43 reads some decimal fractions inexactly, so other numbers than integers are products and quotients with powers of 2,
    /// which are exact.
    private static func literal(_ number: Double) -> String {
        // SQLite stores NaN as NULL.
        if number.isNaN { return "NULL" }
        if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
        if number == number.rounded(), abs(number) < 0x1p53 { return "\(number < 0 || number.sign == .minus ? "-" : "")\(Int64(abs(number))).0" }
        var digits = number.isNormal ? number.significandBitPattern | 1 << 52 : number.significandBitPattern
        var exponent = number.isNormal ? Int(number.exponent) - 52 : -1_074
        let zeros = digits.trailingZeroBitCount
        digits >>= UInt64(zeros)
        exponent += zeros
        var text = "CAST(\(digits) AS REAL)"
        let sign = exponent < 0 ? "/" : "*"
        var rest = abs(exponent)
        while rest > 0 {
            let step = min(rest, 62)
            text += "\(sign)CAST(\(Int64(1) << Int64(step)) AS REAL)"
            rest -= step
        }
        // Not a CAST alone, which would have an affinity.
        if exponent == 0 { text += "*1.0" }
        return number < 0 ? "(-(\(text)))" : "(\(text))"
    }
}
