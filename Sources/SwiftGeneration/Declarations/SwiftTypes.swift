import Predicates
import SchemaModel

extension AttributeType {
    /// The Swift type.
    package var swiftType: String {
        switch self {
        case .bool: "Bool"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int64"
        case .float: "Float"
        case .double: "Double"
        case .string: "String"
        case .decimal: "Decimal"
        case .date: "Date"
        case .day: "Day"
        case .duration: "Duration"
        case .data: "Data"
        case .uuid: "UUID"
        case .url: "URL"
        case .enumeration(let type): SwiftNames.declared(type.name)
        case .json(let type):
            type.text { name, followsDot in
                // In backticks it would name a type of the model.
                name == "Any" ? name : followsDot ? SwiftNames.member(name) : SwiftNames.declared(name)
            }
        case .composite(let type): SwiftNames.declared(type.name)
        }
    }

    /// The reader's method that gives a value of this type.
    var readerMethod: String {
        switch self {
        case .uuid: "uuid"
        case .url: "url"
        case .decimal(nil): "exactDecimal"
        case .enumeration: "enumeration"
        case .json: "json"
        case .composite: "composite"
        default: swiftType.prefix(1).lowercased() + swiftType.dropFirst()
        }
    }

    /// Further arguments of the reader and the writer: `, scale: 2` or `, storage: .unix`.
    var conversionArguments: String {
        if let scale = valueType.scale { return ", scale: \(scale)" }
        return storageChoice.map { ", storage: .\($0)" } ?? ""
    }

    /// The stored value that a writer gets: the raw value of an enum, or the value itself.
    func writtenExpression(_ storage: String, isOptional: Bool) -> String {
        guard case .enumeration = self else { return storage }
        return storage + (isOptional ? "?" : "") + ".rawValue"
    }

    /// The type as the library's descriptors name it.
    var descriptorType: String {
        switch valueType {
        case .bool: ".bool"
        case .integer: ".integer"
        case .real: ".real"
        case .decimal(let scale): ".decimal(scale: \(scale))"
        case .exactDecimal: ".exactDecimal"
        case .enumeration(_, let isInteger, _): isInteger ? ".integer" : ".text"
        case .text: ".text"
        case .foldedText: ".foldedText"
        case .date: ".date"
        case .unixDate: ".unixDate"
        case .iso8601Date: ".iso8601Date"
        case .day: ".day"
        case .duration: ".duration"
        case .data: ".data"
        case .uuid: ".uuid"
        case .json: ".json"
        case .textUUID: ".textUUID"
        case .composite(let name): ".composite(name: \(SwiftLiteral.string(name)))"
        // An attribute is never an object: that would be a relationship.
        case .object: ".integer"
        }
    }
}

extension Attribute {
    /// The type as the library's descriptors name it.
    var descriptorType: String { textDerivation == .fold ? ".foldedText" : type.descriptorType }

    var swiftType: String { type.swiftType + (isOptional ? "?" : "") }

    /// Whether the storage of a required value can be nil. Unreadable JSON or an unreadable composite has no substitute until the
    /// row is refused.
    var hasGap: Bool { (type.jsonType != nil || type.parts != nil) && !isOptional }

    /// The library's method that sets the attribute.
    var change: String {
        switch type {
        // Opaque values cannot be compared, so setting one always counts as a change.
        case .json: "_replace"
        case .composite: "_changeComposite" + (isOptional ? "IfPresent" : "")
        default: "_change"
        }
    }

    /// Whether a value that is set may become another one.
    var rounds: Bool { rounding != nil || type.composite?.rounds == true }

    /// A value as the attribute keeps it.
    func roundedExpression(_ value: String) -> String {
        let subject = value + (isOptional ? "?" : "")
        if type.composite?.rounds == true { return "\(subject)._rounded()" }
        guard let rounding else { return value }
        let unit = type.valueType.scale.map(String.init) ?? ".microseconds(1)"
        return "\(subject).rounded(to: \(unit), .\(rounding.rawValue))"
    }

    /// The call that reads the attribute, whose first column in a row is `column`.
    func readExpression(at column: String) -> String {
        let method = type.readerMethod + (isOptional ? "IfPresent" : "")
        var arguments = type.conversionArguments
        // The reader of an enum needs a substitute for an unknown raw value.
        if case .enumeration(let type) = type, !isOptional, let first = type.cases.first {
            arguments = ", placeholder: .\(SwiftNames.member(first.name))"
        }
        return "row.\(method)(at: \(column)\(arguments))"
    }

    /// The case of a switch over `subject` that writes the attribute, whose first column is `column`.
    func writingCase(_ storage: String, at column: Int, of subject: String) -> String {
        let label = columnCount == 1 ? "\(column)" : "\(column)...\(column + columnCount - 1)"
        let value = type.writtenExpression(storage, isOptional: isOptional)
        let call =
            switch type {
            case .json: "write(json: \(value))"
            case .composite:
                "write\(isOptional ? "IfPresent" : "")(\(value), part: \(column == 0 ? subject : "\(subject) - \(column)"))"
            default: "write(\(value)\(type.conversionArguments))"
            }
        return "case \(label): writer.\(call)"
    }

    /// The type in which an object holds the value.
    var storageType: String {
        if isLazy { return "LazyValue<\(swiftType)>" }
        return isKeptByDatabase ? "DerivedValue<\(swiftType)>" : swiftType + (hasGap ? "?" : "")
    }

    /// Whether it loads at its access: the object has no value of it, or one that may be out of date.
    var isReadOnUse: Bool { isLazy || isKeptByDatabase }

    /// The expression that reads the value of a lazy or derived attribute from a row that has only the key and the value.
    var loadExpression: String {
        isLazy
            ? "row.lazy\(type.swiftType)\(isOptional ? "IfPresent" : "")(at: 1)"
            : "DerivedValue(\(readExpression(at: "1")), after: row._saves)"
    }
}

extension CompositeType {
    /// Whether one of its parts rounds.
    var rounds: Bool { attributes.contains(where: \.rounds) }
}
