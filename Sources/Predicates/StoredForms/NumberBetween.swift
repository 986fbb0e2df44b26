import Foundation

extension ConditionValue {
    /// The greater of the numbers below this one that a column of `type` can hold, where this one lies between two of them and so
    /// near to one that no `Double` does. Nil for every other value: its stored form compares exactly.
    func lowerNeighbour(in type: ValueType) -> Int64? {
        let places: Int
        let value: Decimal
        switch (self, type) {
        case (.duration(let duration), .duration): return StoredDuration.floor(duration)
        case (.text(let text), .duration): return ISO8601Duration.duration(text).flatMap(StoredDuration.floor)
        case (.decimal(let decimal), .integer): (places, value) = (0, decimal)
        case (.decimal(let decimal), .decimal(let scale)): (places, value) = (scale, decimal)
        case (.real(let number), .decimal(let scale)):
            guard let decimal = Self.written(number) else { return nil }
            (places, value) = (scale, decimal)
        default: return nil
        }
        guard let lower = ScaledDecimal.floor(value, scale: places), case .real(let stored)? = self.stored(as: type),
            !(stored > Double(lower) && stored < Double(lower) + 1)
        else { return nil }
        return lower
    }
}

extension ScaledDecimal {
    /// The greatest integer of the last of `scale` decimal places that is less than a number with more places than these; nil
    /// for a number without, and where 64 bits do not hold it.
    static func floor(_ value: Decimal, scale: Int) -> Int64? {
        guard value.isFinite else { return nil }
        // `description` is exact and never uses an exponent.
        let parts = value.description.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].dropFirst(scale).contains(where: { $0 != "0" }) else { return nil }
        let kept = parts[1].prefix(scale)
        let digits = "\(parts[0])\(kept)" + String(repeating: "0", count: scale - kept.count)
        guard let magnitude = Int64(digits) else { return nil }
        return value.isSignMinus ? -magnitude - 1 : magnitude
    }
}

extension Comparison {
    /// The comparison with the integer below it that says the same as this one with a number between two integers; nil where
    /// no integer is equal to it.
    var withLowerNeighbour: Comparison? {
        switch self {
        case .equal, .notEqual: nil
        case .less, .lessOrEqual: .lessOrEqual
        case .greater, .greaterOrEqual: .greater
        }
    }
}
