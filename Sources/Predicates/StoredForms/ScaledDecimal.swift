import Foundation

/// Decimals stored as integers of their last decimal place: 12.34 of scale 2 is 1234.
public enum ScaledDecimal {
    /// How many digits a stored decimal has at most, so that it and sums of some fit 64 bits.
    public static let digits = 18

    /// The stored form of `value`, or nil where it has more than `scale` decimal places or more than 18 digits.
    public static func integer(_ value: Decimal, scale: Int) -> Int64? {
        // `description` is exact and never uses an exponent; Decimal's own conversions to integers round or wrap.
        var digits = [UInt8]()
        var places: Int?
        var isNegative = false
        for byte in value.description.utf8 {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): places = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                places = places.map { $0 + 1 }
            default: return nil
            }
        }
        var missing = scale - (places ?? 0)
        while missing < 0, digits.last == 0 {
            digits.removeLast()
            missing += 1
        }
        guard missing >= 0, !digits.isEmpty else { return nil }
        digits.append(contentsOf: repeatElement(0, count: missing))
        let significant = digits.drop { $0 == 0 }
        guard significant.count <= Self.digits else { return nil }
        let magnitude = significant.reduce(Int64(0)) { $0 * 10 + Int64($1) }
        return isNegative ? -magnitude : magnitude
    }

    /// The decimal that `integer` stands for.
    public static func decimal(_ integer: Int64, scale: Int) -> Decimal {
        Decimal(sign: integer < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(integer.magnitude))
    }

    static func power(_ scale: Int) -> Double {
        (0..<scale).reduce(1.0) { result, _ in result * 10 }
    }
}

/// Decimals without a scale, stored as canonical text: no exponent, no zeros that say nothing, so that equal numbers have equal
/// texts.
public enum ExactDecimal {
    /// The stored form of `value`, or nil for what is no number.
    public static func text(_ value: Decimal) -> String? {
        value.isFinite ? canonical(value.description) : nil
    }

    /// Digits without the zeros at their end that say nothing.
    static func canonical(_ digits: String) -> String {
        var text = digits
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// The decimal that `text` stands for, or nil where it is not in canonical form.
    public static func decimal(_ text: String) -> Decimal? {
        guard let value = Decimal(string: text), self.text(value) == text else { return nil }
        return value
    }
}
