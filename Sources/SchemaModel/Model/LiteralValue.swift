import Foundation
import Predicates

/// A value that a model's file contains.
public enum LiteralValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    /// An instant of the years 1 to 9999, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// A day, `YYYY-MM-DD`.
    case day(String)
    /// A whole number of microseconds.
    case duration(Duration)
    case uuid(UUID)
    case url(String)
    case enumeration(EnumerationType.Case, isInteger: Bool)
    /// An empty array, set or dictionary, stored as JSON.
    case empty(EmptyContainer)

    /// The value as conditions know it.
    public var conditionValue: ConditionValue {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .decimal(let value): .decimal(value)
        case .string(let value), .url(let value): .text(value)
        case .date(let value): .date(value)
        case .day(let value): .day(value)
        case .duration(let value): .duration(value)
        case .uuid(let value): .uuid(value)
        case .enumeration(let value, let isInteger): isInteger ? .integer(Int64(value.raw) ?? 0) : .text(value.raw)
        // Conditions cannot read JSON.
        case .empty: .null
        }
    }
}

/// The value of an attribute in a new object, unless the caller passes another.
public enum DefaultValue: Sendable, Hashable {
    case literal(LiteralValue)
    /// The time at which the object is created, or its day.
    case now
    /// A new UUID for each object.
    case newUUID
}

/// The rules that a save checks. nil always passes.
public struct ValueRules: Sendable, Hashable {
    /// The least length of a string in Unicode scalars, or of data in bytes.
    public var minLength: Int?
    /// The greatest length of a string in Unicode scalars, or of data in bytes.
    public var maxLength: Int?
    /// A regular expression that the whole string must match.
    public var pattern: String?
    /// The least value.
    public var min: LiteralValue?
    /// The greatest value.
    public var max: LiteralValue?
}
