import Foundation

/// A day of the Gregorian calendar, written as `2027-01-31`.
struct CalendarDay: Hashable, Comparable, CustomStringConvertible {
    /// As it is written, which sorts as days do.
    let description: String

    /// - Returns: nil where `text` is no day that there is.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/) else { return nil }
        let parts = DateComponents(year: Int(match.output.1), month: Int(match.output.2), day: Int(match.output.3))
        guard parts.isValidDate(in: Calendar(identifier: .gregorian)) else { return nil }
        description = text
    }

    /// The day that an instant is on, where the tool runs.
    init(of date: Date) {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        func digits(_ number: Int?, _ width: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        description = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)].joined(separator: "-")
    }

    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.description < right.description }
}
