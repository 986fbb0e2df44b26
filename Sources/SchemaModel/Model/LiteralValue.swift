import Foundation
import Predicates

/// A value that a model's file writes down.
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
    case uuid(UUID)
    case url(String)
    case enumeration(EnumerationType.Case, isInteger: Bool)
    /// An array, a set or a dictionary without anything in it, stored as JSON.
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
        case .uuid(let value): .uuid(value)
        case .enumeration(let value, let isInteger): isInteger ? .integer(Int64(value.raw) ?? 0) : .text(value.raw)
        // Conditions cannot look into JSON.
        case .empty: .null
        }
    }
}

/// What an attribute holds in a new object that was told nothing else.
public enum DefaultValue: Sendable, Hashable {
    case literal(LiteralValue)
    /// The moment at which the object is made, or its day.
    case now
    /// A UUID of its own for each object.
    case newUUID
}

/// What a value must meet when it is saved; nil is never looked at.
public struct ValueRules: Sendable, Hashable {
    /// The least length of a string in Unicode scalars, or of data in bytes.
    public var minLength: Int?
    /// The greatest length of a string in Unicode scalars, or of data in bytes.
    public var maxLength: Int?
    /// A regular expression that the whole string matches.
    public var pattern: String?
    /// The least value.
    public var min: LiteralValue?
    /// The greatest value.
    public var max: LiteralValue?
}
