import Foundation
import SQLiteAccess

extension ConditionValue {
    /// The form in which a column of `type` would store this value, or nil where it is not of that type.
    public func stored(as type: ValueType) -> SQLiteValue? {
        switch (self, type) {
        case (.null, _): .null
        case (.bool(let value), .bool): .integer(value ? 1 : 0)
        // As in Core Data, whose Booleans are numbers.
        case (.integer(let value), .bool): value == 0 || value == 1 ? .integer(value) : nil
        case (.integer(let value), .integer), (.integer(let value), .real): .integer(value)
        case (.real(let value), .real), (.real(let value), .integer): .stored(value)
        case (.decimal(let value), .real), (.decimal(let value), .integer): .stored(Self.double(value))
        case (.decimal(let value), .decimal(let scale)): Self.scaled(value, by: scale)
        case (.integer(let value), .decimal(let scale)): Self.scaled(Decimal(value), by: scale)
        case (.real(let value), .decimal(let scale)): Self.scaled(value, by: scale)
        case (.real(let value), .exactDecimal): Self.written(value).flatMap(ExactDecimal.text).map { .text($0) }
        case (.decimal(let value), .exactDecimal): ExactDecimal.text(value).map { .text($0) }
        case (.integer(let value), .exactDecimal): .text(String(value))
        case (.text(let value), .text): .text(value)
        case (.text(let value), .foldedText): .text(FoldedText.text(value))
        case (.text(let value), .enumeration(_, false, let rawValues)):
            rawValues?.contains(value) == false ? nil : .text(value)
        case (.integer(let value), .enumeration(_, true, let rawValues)):
            rawValues?.contains(String(value)) == false ? nil : .integer(value)
        case (.text(let value), .uuid): UUID(uuidString: value).map(Self.blob)
        case (.text(let value), .textUUID): UUID(uuidString: value).map { .text(UUIDText.text($0)) }
        case (.text(let value), .day): CalendarDay.isValid(value) ? .text(value) : nil
        case (.text(let value), .duration): ISO8601Duration.duration(value).map(StoredDuration.comparable)
        case (.duration(let value), .duration): StoredDuration.comparable(value)
        case (.date(let value), .date): .stored(value)
        case (.date(let value), .unixDate): .stored(UnixInstant.seconds(value))
        case (.date(let value), .iso8601Date): ISO8601Instant.comparable(value).map { .text($0) } ?? .null
        case (.day(let value), .day): .text(value)
        case (.data(let value), .data): .blob(value)
        case (.uuid(let value), .uuid): Self.blob(value)
        case (.uuid(let value), .textUUID): .text(UUIDText.text(value))
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
        case .duration: "a duration"
        case .data: "data"
        case .uuid: "a UUID"
        case .object(let reference): "an object of '\(reference.entity)'"
        case .list: "a list"
        }
    }

    private static func blob(_ uuid: UUID) -> SQLiteValue {
        withUnsafeBytes(of: uuid.uuid) { .blob(Array($0)) }
    }

    private static func double(_ decimal: Decimal) -> Double {
        Double(decimal.description) ?? .nan
    }

    /// The decimal that a Double stands for: a literal of a Swift program arrives as one, and its shortest text is what was
    /// written. Nil where no decimal is as large or as small.
    static func written(_ value: Double) -> Decimal? {
        value.isFinite ? Decimal(string: value.description) : nil
    }

    private static func scaled(_ value: Double, by scale: Int) -> SQLiteValue {
        written(value).map { scaled($0, by: scale) } ?? .stored(value * ScaledDecimal.power(scale))
    }

    /// A decimal that has more places than the column keeps lies between two stored values: it is compared as a real, where
    /// ``lowerNeighbour(in:)`` does not say better.
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
