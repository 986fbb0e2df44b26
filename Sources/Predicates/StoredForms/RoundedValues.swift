public import Foundation

extension Decimal {
    /// The number with at most `scale` decimal places: `amount.rounded(to: 2, .halfUp)`. A negative scale rounds to tens, hundreds and
    /// so on: `amount.rounded(to: -3)` gives thousands.
    ///
    /// It is exact: the digits of the number decide, and no `Double` is involved. What is no number stays what it is. A result that is
    /// too large for a `Decimal` is NaN.
    /// - Parameters:
    ///   - scale: how many places after the point; negative for places before it.
    ///   - mode: what happens to the digits that are cut off.
    public func rounded(to scale: Int, _ mode: Rounding = .halfEven) -> Decimal {
        // No number has so many digits that a lesser scale rounds it to another one.
        let scale = max(scale, -1000)
        if !isFinite || exponent >= -scale { return self }
        // `description` is exact and never uses an exponent.
        let isNegative = isSignMinus
        let parts = description.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? Array(parts[1].utf8) : []
        if fraction.count <= scale { return self }
        let (zero, five) = (UInt8(ascii: "0"), UInt8(ascii: "5"))
        var digits = Array(parts[0].utf8) + fraction
        // At least one digit is kept: zeros stand in front of a number that is less than its unit.
        let missing = 1 - (parts[0].utf8.count + scale)
        if missing > 0 { digits.insert(contentsOf: repeatElement(zero, count: missing), at: 0) }
        let cut = digits.count - fraction.count + scale
        let rest = digits[cut...]
        digits.removeSubrange(cut...)
        if rest.contains(where: { $0 != zero }), let first = rest.first, let last = digits.last {
            let isMore = rest.dropFirst().contains { $0 != zero }
            let kind: Rounding.Rest = first < five ? .belowHalf : first == five && !isMore ? .half : .aboveHalf
            if mode.movesAway(kind, isOdd: last & 1 != 0, isNegative: isNegative) { Self.increment(&digits) }
        }
        if digits.allSatisfy({ $0 == zero }) { return 0 }
        let magnitude = Decimal(string: String(decoding: digits, as: UTF8.self) + "e\(-scale)") ?? .nan
        return isNegative ? 0 - magnitude : magnitude
    }

    /// Adds one to the last digit.
    private static func increment(_ digits: inout [UInt8]) {
        for place in digits.indices.reversed() {
            if digits[place] != UInt8(ascii: "9") {
                digits[place] += 1
                return
            }
            digits[place] = UInt8(ascii: "0")
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }
}

extension Duration {
    /// The duration as a multiple of a unit: `elapsed.rounded(to: .milliseconds(1))`.
    ///
    /// A `duration` attribute stores microseconds, so `rounded(to: .microseconds(1))` gives a value that it takes.
    /// - Parameters:
    ///   - unit: the unit, which is positive.
    ///   - mode: what happens to the rest.
    public func rounded(to unit: Duration, _ mode: Rounding = .halfEven) -> Duration {
        precondition(unit > .zero, "a duration is rounded to a positive unit, not to \(unit)")
        if unit == .microseconds(1), StoredDuration.microseconds(self) != nil { return self }
        let isNegative = self < .zero
        var rest = isNegative ? .zero - self : self
        if rest < unit, rest == .zero { return self }
        // The binary digits of the multiple: doubled units, the greatest first.
        var steps = [unit]
        while let last = steps.last, last <= rest - last { steps.append(last + last) }
        var kept = Duration.zero
        var isOdd = false
        for step in steps.reversed() where step <= rest {
            rest -= step
            kept += step
            isOdd = step == unit
        }
        if rest != .zero {
            let kind: Rounding.Rest = rest > unit - rest ? .aboveHalf : rest == unit - rest ? .half : .belowHalf
            if mode.movesAway(kind, isOdd: isOdd, isNegative: isNegative) { kept += unit }
        }
        return isNegative ? .zero - kept : kept
    }
}
