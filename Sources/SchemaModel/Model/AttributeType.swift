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
    /// An exact number with `scale` places after the point. Without a scale: up to 38 digits, which can be tested for equality
    /// but not ordered.
    case decimal(scale: Int?)
    /// An instant.
    case date(DateStorage)
    /// A calendar day, without a time or a time zone.
    case day
    /// A length of time, exact to the microsecond.
    case duration
    case data
    case uuid(UUIDStorage)
    case url
    case enumeration(EnumerationType)
    /// A value of any Swift type that is Codable and Sendable, stored as JSON.
    case json(SwiftType)
    case composite(CompositeType)

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
        case .duration: "duration"
        case .data: "data"
        case .uuid: "uuid"
        case .url: "url"
        case .enumeration(let type): type.name
        case .json: "json"
        case .composite(let type): type.name
        }
    }

    /// The type as conditions see it.
    public var valueType: ValueType {
        switch self {
        case .bool: .bool
        case .int16, .int32, .int64: .integer
        case .float, .double: .real
        case .string, .url: .text
        case .decimal(let scale?): .decimal(scale: scale)
        case .decimal(nil): .exactDecimal
        case .date(.reference): .date
        case .date(.unix): .unixDate
        case .date(.iso8601): .iso8601Date
        case .day: .day
        case .duration: .duration
        case .data: .data
        case .uuid(.blob): .uuid
        case .uuid(.text): .textUUID
        case .enumeration(let type):
            .enumeration(name: type.name, isInteger: type.isInteger, rawValues: type.hasUnknown ? nil : type.cases.map(\.raw))
        case .json: .json
        case .composite(let type): .composite(name: type.name)
        }
    }

    /// The Swift type of a json attribute; nil for every other type.
    public var jsonType: SwiftType? {
        if case .json(let type) = self { type } else { nil }
    }

    /// The composite; nil for every other type.
    public var composite: CompositeType? {
        if case .composite(let type) = self { type } else { nil }
    }

    /// The parts of a composite; nil for every other type.
    public var parts: [Attribute]? { composite?.attributes }
}

extension AttributeType {
    /// How values are stored, if the model chose another storage than the default: its keyword.
    public var storageChoice: String? {
        switch self {
        case .date(let storage): storage == .reference ? nil : storage.rawValue
        case .uuid(let storage): storage == .blob ? nil : storage.rawValue
        default: nil
        }
    }
}

extension Attribute {
    /// The attribute as conditions see it.
    public var valueType: ValueType { textDerivation?.valueType ?? type.valueType }
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
