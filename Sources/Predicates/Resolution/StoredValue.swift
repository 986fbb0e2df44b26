import Foundation
import SQLiteAccess

extension ConditionValue {
    /// The form in which a column of `type` would store this value, or nil where it is not of that type.
    func stored(as type: ValueType) -> SQLiteValue? {
        switch (self, type) {
        case (.null, _): .null
        case (.bool(let value), .bool): .integer(value ? 1 : 0)
        case (.integer(let value), .integer), (.integer(let value), .real): .integer(value)
        case (.real(let value), .real), (.real(let value), .integer): .stored(value)
        case (.decimal(let value), .real), (.decimal(let value), .integer): .stored(Self.double(value))
        case (.decimal(let value), .decimal(let scale)): Self.scaled(value, by: scale)
        case (.integer(let value), .decimal(let scale)): Self.scaled(Decimal(value), by: scale)
        case (.text(let value), .text): .text(value)
        case (.text(let value), .uuid): UUID(uuidString: value).map(Self.blob)
        case (.text(let value), .day): CalendarDay.isValid(value) ? .text(value) : nil
        case (.date(let value), .date): .stored(value)
        case (.day(let value), .day): .text(value)
        case (.data(let value), .data): .blob(value)
        case (.uuid(let value), .uuid): Self.blob(value)
        case (.object(let value), .object(let entity)): value.entity == entity ? .integer(value.key) : nil
        default: nil
        }
    }

    /// What the value is called in messages.
    var inWords: String {
        switch self {
        case .null: "nil"
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .real, .decimal: "a number"
        case .text: "a text"
        case .date: "a date"
        case .day: "a day"
        case .data: "data"
        case .uuid: "a UUID"
        case .object(let reference): "an object of '\(reference.entity)'"
        }
    }

    private static func blob(_ uuid: UUID) -> SQLiteValue {
        withUnsafeBytes(of: uuid.uuid) { .blob(Array($0)) }
    }

    private static func double(_ decimal: Decimal) -> Double {
        Double(decimal.description) ?? .nan
    }

    /// A decimal that has more places than the column keeps lies between two stored values: it is compared as a real.
    private static func scaled(_ value: Decimal, by scale: Int) -> SQLiteValue {
        if let exact = ScaledDecimal.integer(value, scale: scale) { return .integer(exact) }
        return .stored(double(value) * ScaledDecimal.power(scale))
    }
}

extension SQLiteValue {
    /// A real as SQLite keeps it: it has no NaN and stores NULL in its place.
    static func stored(_ value: Double) -> SQLiteValue {
        value.isNaN ? .null : .real(value)
    }
}

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
