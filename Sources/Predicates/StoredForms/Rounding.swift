/// What happens to the digits of a number that its place has no room for.
///
/// The names and meanings are those of Java's `RoundingMode` and of Python's `decimal`. `up` and `down` refer to the number without
/// its sign; Swift's `FloatingPointRoundingRule` has other names for them.
public enum Rounding: String, Sendable, Hashable, Codable, CaseIterable {
    /// To the nearest; of two, to the one with an even last digit: 0.125 becomes 0.12. It does not lift sums of many amounts.
    case halfEven
    /// To the nearest; of two, to the one farther from zero: 0.125 becomes 0.13.
    case halfUp
    /// To the nearest; of two, to the one nearer to zero: 0.125 becomes 0.12.
    case halfDown
    /// Away from zero.
    case up
    /// Toward zero: further digits are cut off.
    case down
    /// Toward negative infinity.
    case floor
    /// Toward positive infinity.
    case ceiling

    /// How a rest that is cut off compares with half of the last place.
    enum Rest {
        case belowHalf, half, aboveHalf
    }

    /// Whether a number goes to the next place away from zero.
    /// - Parameters:
    ///   - rest: the rest, which is not zero.
    ///   - isOdd: whether the last digit that is kept is odd.
    func movesAway(_ rest: Rest, isOdd: Bool, isNegative: Bool) -> Bool {
        switch self {
        case .halfEven: rest == .aboveHalf || rest == .half && isOdd
        case .halfUp: rest != .belowHalf
        case .halfDown: rest == .aboveHalf
        case .up: true
        case .down: false
        case .floor: isNegative
        case .ceiling: !isNegative
        }
    }

    /// The quotient of two integers, rounded.
    func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        if remainder == 0 { return quotient }
        let (rest, whole) = (remainder.magnitude, divisor.magnitude)
        let isNegative = (number < 0) != (divisor < 0)
        let kind: Rest = rest > whole - rest ? .aboveHalf : rest == whole - rest ? .half : .belowHalf
        guard movesAway(kind, isOdd: quotient & 1 != 0, isNegative: isNegative) else { return quotient }
        return quotient + (isNegative ? -1 : 1)
    }

    /// A floating-point number, rounded to a whole one.
    func whole(_ number: Double) -> Double {
        switch self {
        case .halfEven: number.rounded(.toNearestOrEven)
        case .halfUp: number.rounded(.toNearestOrAwayFromZero)
        case .halfDown: abs(number - number.rounded(.towardZero)) > 0.5 ? number.rounded(.awayFromZero) : number.rounded(.towardZero)
        case .up: number.rounded(.awayFromZero)
        case .down: number.rounded(.towardZero)
        case .floor: number.rounded(.down)
        case .ceiling: number.rounded(.up)
        }
    }
}
