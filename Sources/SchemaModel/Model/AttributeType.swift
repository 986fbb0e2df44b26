import Foundation
import Predicates

/// The type of an attribute.
public enum AttributeType: Sendable, Hashable {
    case bool
    case int16
    case int32
    case int64
    case float
    case double
    case string
    /// An exact number with `scale` places after the point.
    case decimal(scale: Int)
    /// An instant.
    case date
    /// A calendar day, without a time or a time zone.
    case day
    case data
    case uuid

    /// The type as it is written in a model.
    public var keyword: String {
        switch self {
        case .bool: "bool"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .float: "float"
        case .double: "double"
        case .string: "string"
        case .decimal: "decimal"
        case .date: "date"
        case .day: "day"
        case .data: "data"
        case .uuid: "uuid"
        }
    }

    /// The type as conditions see it.
    public var valueType: ValueType {
        switch self {
        case .bool: .bool
        case .int16, .int32, .int64: .integer
        case .float, .double: .real
        case .string: .text
        case .decimal(let scale): .decimal(scale: scale)
        case .date: .date
        case .day: .day
        case .data: .data
        case .uuid: .uuid
        }
    }
}

/// What an attribute holds in a new object that was told nothing else.
public enum DefaultValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    /// An instant, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// A day, `YYYY-MM-DD`.
    case day(String)
    case uuid(UUID)
    /// The moment at which the object is made, or its day.
    case now
    /// A UUID of its own for each object.
    case newUUID
}

extension ParameterType {
    /// The type as conditions see it.
    public var valueType: ValueType {
        switch self {
        case .value(let type): type.valueType
        case .object(let entity): .object(entity: entity)
        }
    }
}
