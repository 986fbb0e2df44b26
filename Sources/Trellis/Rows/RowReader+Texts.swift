public import Foundation
public import SQLiteAccess

// MARK: - Texts, URLs, days and dates

extension RowReader {
    public mutating func url(at column: Int32) -> URL {
        let text = string(at: column)
        // Foundation escapes what has no place in a URL; such a text would be another one in memory than in the file.
        guard let url = URL(string: text), url.absoluteString == text else {
            fail(at: column)
            return URL(filePath: "/")
        }
        return url
    }

    public mutating func urlIfPresent(at column: Int32) -> URL? {
        statement.value(at: column).isNull ? nil : url(at: column)
    }

    @inlinable
    public mutating func string(at column: Int32) -> String {
        let value = statement.value(at: column)
        guard value.isText else {
            fail(at: column)
            return ""
        }
        return text(of: value, at: column)
    }

    @inlinable
    public mutating func stringIfPresent(at column: Int32) -> String? {
        let value = statement.value(at: column)
        if value.isText { return text(of: value, at: column) }
        if !value.isNull { fail(at: column) }
        return nil
    }

    /// The text of a value that is one.
    @inlinable
    mutating func text(of value: RawValue, at column: Int32) -> String {
        guard let bytes = value.nonNullTextBytes else {
            failForMemory(at: column)
            return ""
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @inlinable
    public mutating func date(at column: Int32) -> Date {
        Date(timeIntervalSinceReferenceDate: double(at: column))
    }

    @inlinable
    public mutating func dateIfPresent(at column: Int32) -> Date? {
        doubleIfPresent(at: column).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    public mutating func day(at column: Int32) -> Day {
        guard let day = dayIfPresent(at: column) else {
            fail(at: column)
            return .today()
        }
        return day
    }

    public mutating func dayIfPresent(at column: Int32) -> Day? {
        guard let text = stringIfPresent(at: column) else { return nil }
        let day = Day(text)
        if day == nil { fail(at: column) }
        return day
    }
}

// MARK: - JSON

extension RowReader {
    /// A value that is stored as JSON. A text that does not decode is remembered as one that does not fit, and nil stands in.
    public mutating func json<Value: Codable & Sendable>(at column: Int32) -> Value? {
        let stored = statement.value(at: column)
        if stored.isText, let value: Value = StoredJSON.value(of: text(of: stored, at: column)) { return value }
        fail(at: column)
        return nil
    }

    public mutating func jsonIfPresent<Value: Codable & Sendable>(at column: Int32) -> Value? {
        statement.value(at: column).isNull ? nil : json(at: column)
    }
}

// MARK: - Enums

extension RowReader {
    /// An enum of texts; a raw value that no case has is remembered as one that does not fit, and `placeholder` stands in.
    @inlinable
    public mutating func enumeration<Enum: RawRepresentable<String>>(at column: Int32, placeholder: Enum) -> Enum {
        if let value = Enum(rawValue: string(at: column)) { return value }
        fail(at: column)
        return placeholder
    }

    @inlinable
    public mutating func enumerationIfPresent<Enum: RawRepresentable<String>>(at column: Int32) -> Enum? {
        guard let text = stringIfPresent(at: column) else { return nil }
        let value = Enum(rawValue: text)
        if value == nil { fail(at: column) }
        return value
    }

    /// An enum of integers; a raw value that no case has is remembered as one that does not fit, and `placeholder` stands in.
    @inlinable
    public mutating func enumeration<Enum: RawRepresentable<Int>>(at column: Int32, placeholder: Enum) -> Enum {
        if let integer = Int(exactly: int64(at: column)), let value = Enum(rawValue: integer) { return value }
        fail(at: column)
        return placeholder
    }

    @inlinable
    public mutating func enumerationIfPresent<Enum: RawRepresentable<Int>>(at column: Int32) -> Enum? {
        guard let integer = int64IfPresent(at: column) else { return nil }
        let value = Int(exactly: integer).flatMap(Enum.init(rawValue:))
        if value == nil { fail(at: column) }
        return value
    }
}
