import SQLiteAccess

/// The sum and the mean of numbers, whatever order they come in.
///
/// SQLite's own `sum` fails where 64 bits do not hold a sum of integers, and gives another sum of floating-point numbers
/// where rows come in another order. Here integers are added exactly, and floating-point numbers in the order of their size.
struct Total {
    private(set) var count = 0
    /// The sum of the integers is `integers + carry * 2^64`.
    private var integers: Int64 = 0
    private var carry = 0
    private var reals: [Double] = []

    /// NULL and what is no number does not count.
    mutating func add(_ value: SQLiteValue) {
        switch value {
        case .integer(let value):
            let (sum, isTooLarge) = integers.addingReportingOverflow(value)
            integers = sum
            if isTooLarge { carry += value < 0 ? -1 : 1 }
        case .real(let value):
            reals.append(value)
        case .null, .text, .blob:
            return
        }
        count += 1
    }

    /// The sum: an integer, as long as only integers were added and 64 bits hold it. 0 where nothing was added.
    var sum: SQLiteValue {
        if reals.isEmpty, carry == 0 { return .integer(integers) }
        return .stored(real)
    }

    /// The mean in floating point; NULL where nothing was added.
    var mean: SQLiteValue {
        count == 0 ? .null : .stored(real / Double(count))
    }

    private var real: Double {
        var (sum, lost) = (Double(carry) * 0x1p64 + Double(integers), 0.0)
        // Neumaier's summation: what a step cuts off is kept beside the sum.
        for value in reals.sorted(by: { abs($0) != abs($1) ? abs($0) < abs($1) : $0 < $1 }) {
            let next = sum + value
            lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
            sum = next
        }
        return sum.isFinite ? sum + lost : sum
    }
}

extension Aggregate {
    /// What values come to of which those that are nil do not count.
    func value(of values: [SQLiteValue]) -> SQLiteValue {
        switch self {
        case .count:
            return .integer(Int64(values.count { $0 != .null }))
        case .sum, .average:
            var total = Total()
            for value in values { total.add(value) }
            return self == .sum ? total.sum : total.mean
        case .min:
            return values.filter { $0 != .null }.min { $0.precedes($1) } ?? .null
        case .max:
            return values.filter { $0 != .null }.max { $0.precedes($1) } ?? .null
        }
    }
}
