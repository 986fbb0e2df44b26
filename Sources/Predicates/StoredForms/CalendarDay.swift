public import Foundation

/// A day of the Gregorian calendar, in the years 0001 to 9999.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// As it is written and stored: `2027-01-31`, which sorts as days do.
    public let description: String

    /// - Returns: nil where `text` names no day that there is.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        description = text
    }

    /// The day that an instant is on, where the program runs.
    public init(of date: Date) {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        description = Self.text(year: min(max(parts.year ?? 1, 1), 9999), month: parts.month ?? 1, day: parts.day ?? 1)
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.description < right.description }

    // MARK: As text

    /// How a day is written.
    public static func text(year: Int, month: Int, day: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Whether `text` names a day that exists, in the years 0001 to 9999.
    public static func isValid(_ text: String) -> Bool {
        parse(text) != nil
    }

    /// The parts of a day that exists.
    public static func parse(_ text: String) -> (year: Int, month: Int, day: Int)? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(Int?(0)) { result, byte in
                guard let result, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                return result * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        return exists(year: year, month: month, day: day) ? (year, month, day) : nil
    }

    public static func exists(year: Int, month: Int, day: Int) -> Bool {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1]
    }
}
