import SQLiteAccess

/// How a stored value becomes one in another form.
package enum ValueConversion: Sendable, Hashable {
    /// A number with a fraction.
    case real
    case integer
    case text
    /// An integer times a power of ten: a decimal with more places. A product beyond 64 bits is no integer any more, which a
    /// STRICT table refuses: nothing is rounded.
    case timesTen(power: Int)
    case throughTen(power: Int)
    /// The number that a decimal with some places is.
    case numberOfDecimal(places: Int)
    /// The decimal with some places that is nearest to a number.
    case decimalOfNumber(places: Int)
    /// Seconds since 1970 of seconds since 2001.
    case since1970
    /// Seconds since 2001 of seconds since 1970.
    case since2001
    /// The text of a UUID that is stored as 16 bytes.
    case uuidText

    /// The new value as SQL.
    /// - Parameter operand: the old value, as SQL.
    package func sql(on operand: String) -> String {
        switch self {
        case .real: return "CAST(\(operand) AS REAL)"
        case .integer: return "CAST(\(operand) AS INTEGER)"
        case .text: return "CAST(\(operand) AS TEXT)"
        case .timesTen(let power): return "\(operand) * \(Self.ten(power))"
        case .throughTen(let power): return "\(operand) / \(Self.ten(power))"
        // A quotient of two integers that a double has is the double nearest to the decimal.
        case .numberOfDecimal(let places): return "CAST(\(operand) AS REAL) / \(Self.ten(places)).0"
        case .decimalOfNumber(let places): return "CAST(round(\(operand) * \(Self.ten(places)).0) AS INTEGER)"
        case .since1970: return "\(operand) + 978307200.0"
        case .since2001: return "\(operand) - 978307200.0"
        case .uuidText:
            let digits = "lower(hex(\(operand)))"
            let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(digits), \($0.0), \($0.1))" }
            return "CASE WHEN \(operand) IS NOT NULL THEN \(parts.joined(separator: " || '-' || ")) END"
        }
    }

    static func ten(_ power: Int) -> String { "1" + String(repeating: "0", count: power) }
}
