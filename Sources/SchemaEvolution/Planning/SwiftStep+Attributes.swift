package import SchemaModel
package import StoreMigration

extension SwiftStep.Property {
    /// The property of an attribute, or of a part of a composite.
    /// - Parameter name: the name in Swift.
    package init(_ name: String, column: String, _ stored: StoredAttribute) {
        let type = stored.attribute.type
        self.init(name, column: column, type.form, isOptional: stored.isNullable && !stored.isPresence)
        if case .decimal(let scale) = type { self.scale = scale }
        if case .enumeration(let enumeration) = type, !enumeration.hasUnknown {
            cases = .init(enumeration.name, enumeration.cases.map { .init($0.name, raw: $0.raw) })
        }
    }
}

extension AttributeType {
    fileprivate var form: SwiftStep.Form {
        switch self {
        case .bool: .bool
        case .int16: .int16
        case .int32: .int32
        case .int64: .int64
        case .float: .float
        case .double: .double
        case .string: .string
        case .decimal(let scale): scale == nil ? .exactDecimal : .decimal
        case .date(.reference): .date
        case .date(.unix): .unixDate
        case .date(.iso8601): .iso8601Date
        case .day: .day
        case .duration: .duration
        case .data: .data
        case .uuid(.blob): .uuid
        case .uuid(.text): .textUUID
        case .url: .url
        case .enumeration(let type): type.isInteger ? .integer : .text
        case .json: .json
        case .composite: .presence
        }
    }
}
