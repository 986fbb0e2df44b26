import Foundation

/// Numbers as conditions write them.
///
/// A number with an exponent is a floating-point number and any other one exact, as in SQL: `1.5` is a decimal, `1.5e0` a double.
enum NumberLiteral {
    /// The value that `text` stands for, such as `-1.5`; nil where conditions have no such number.
    static func value(_ text: String) -> ConditionValue? {
        let isNegative = text.hasPrefix("-")
        let digits = text.dropFirst(isNegative ? 1 : 0)
        if digits.count > 2, let radix = radix(of: digits) {
            return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: radix).map { .integer($0) }
        }
        if digits.contains("e") {
            // A hostile number may have a million digits.
            guard text.utf8.count <= 400 else { return nil }
            guard let value = Double(text), value.isFinite else { return nil }
            return .real(value)
        }
        if let integer = Int64(text) { return .integer(integer) }
        guard let decimal = decimal(text) else { return nil }
        // 12.0 is 12, and is printed so.
        return Int64(decimal.description).map { .integer($0) } ?? .decimal(decimal)
    }

    /// A decimal of as many digits as a stored one has: more would not fit where the condition is kept.
    private static func decimal(_ text: String) -> Decimal? {
        guard text.utf8.count <= 39 else { return nil }
        let digits = text.drop { $0 == "-" }
        let significant = digits.filter { $0 != "." }.drop { $0 == "0" }.count
        guard digits.filter({ $0 == "." }).count == 1, digits.count <= 38, significant <= ScaledDecimal.digits else { return nil }
        return Decimal(string: text)
    }

    private static func radix(of digits: Substring) -> Int? {
        guard digits.hasPrefix("0") else { return nil }
        return switch digits.dropFirst().first {
        case "x", "X": 16
        case "o", "O": 8
        case "b", "B": 2
        default: nil
        }
    }

    /// The text that reads back to `value`, a finite number: with an exponent, and all of its digits.
    static func text(_ value: Double) -> String {
        let text = String(value)
        return text.contains("e") ? text : text + "e0"
    }

    /// The text that reads back to `value`; nil where a literal has too few digits for it, or would be an integer.
    static func text(_ value: Decimal) -> String? {
        let text = value.description
        return Self.value(text) == .decimal(value) ? text : nil
    }
}
