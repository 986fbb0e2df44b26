/// Calendar days as text, `YYYY-MM-DD`, in the Gregorian calendar.
public enum CalendarDay {
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
