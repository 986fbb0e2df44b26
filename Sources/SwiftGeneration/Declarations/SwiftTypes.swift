import Diagnostics
import Foundation
import Predicates
import SchemaModel

extension AttributeType {
    /// The Swift type.
    var swiftType: String {
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
        case .data: ".data"
        case .uuid: ".uuid"
        case .json: ".json"
        case .textUUID: ".textUUID"
        case .composite(let name): ".composite(name: \(SwiftLiteral.string(name)))"
        // An attribute is never an object: that would be a relationship.
        case .object: ".integer"
        }
    }

    /// The type in words, with which documentation begins.
    var inWords: String {
        switch self {
        case .bool: "A Boolean"
        case .int16: "An integer of 16 bits"
        case .int32: "An integer of 32 bits"
        case .int64: "An integer of 64 bits"
        case .float: "A floating-point number of 32 bits"
        case .double: "A floating-point number of 64 bits"
        case .string: "A string"
        case .decimal(let scale?): "A decimal number with \(scale) \(scale == 1 ? "place" : "places")"
        case .decimal(nil): "A decimal number of up to 38 digits"
        case .date(.iso8601): "An instant with milliseconds"
        case .date: "An instant"
        case .day: "A calendar day"
        case .data: "Data"
        case .uuid: "A UUID"
        case .url: "A URL"
        case .enumeration(let type): "A `\(type.name)`"
        case .json: "A value, stored as JSON"
        case .composite(let type): "A composite of \(type.attributes.count) \(type.attributes.count == 1 ? "part" : "parts")"
        }
    }
}

extension Attribute {
    /// The type as the library's descriptors name it.
    var descriptorType: String { isFolded ? ".foldedText" : type.descriptorType }

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

    /// The paragraphs of the property's documentation: the model's, then the type and the rules.
    var documentation: [String] {
        var facts = isTransient && type.jsonType != nil ? "A value" : type.inWords
        if isOptional { facts += ", or nil" }
        facts += rules.facts(unit: type == .data ? "bytes" : "Unicode scalars")
        if isUnique { facts += ", unique among all objects" }
        if isLazy { facts += ", loaded at its first use" }
        if isTransient {
            if let defaultValue { facts += ". Its default is \(defaultValue.inWords)" }
            return doc.paragraphs + [facts + ". Not stored: setting it does not change the object."]
        }
        if let derivation { facts += "; \(derivation.inWords)" }
        if let defaultValue { facts += ". Its default is \(defaultValue.inWords)" }
        return doc.paragraphs + [facts + "."]
    }
}

extension Derivation {
    /// The source of the value, in words.
    fileprivate var inWords: String {
        switch self {
        case .count(let relationship): "the number of `\(relationship.text)` in the store, as of the last save"
        case .sum(let relationship, let attribute):
            "the sum of the `\(attribute.text)` of the `\(relationship.text)` in the store, as of the last save"
        case .fold(let source): "`\(source.text)` without differences of case and diacritics"
        }
    }

    /// The derivation as the library's descriptors have it.
    var descriptor: String {
        switch self {
        case .count, .sum: ".byDatabase"
        case .fold(let source): ".folded(from: \(SwiftLiteral.string(source.text)))"
        }
    }
}

extension ValueRules {
    /// The rules in words, each after a comma.
    fileprivate func facts(unit: String) -> String {
        var facts = ""
        if let min { facts += ", at least \(min.inWords)" }
        if let max { facts += ", at most \(max.inWords)" }
        if let minLength { facts += ", at least \(minLength) \(minLength == 1 ? String(unit.dropLast()) : unit)" }
        if let maxLength { facts += ", at most \(maxLength) \(maxLength == 1 ? String(unit.dropLast()) : unit)" }
        if pattern != nil { facts += ", matching a pattern" }
        return facts
    }

    /// The rules as the library's descriptors have them.
    var descriptors: [String] {
        var descriptors = [String]()
        if let min { descriptors.append(".min(\(min.descriptor))") }
        if let max { descriptors.append(".max(\(max.descriptor))") }
        if let minLength { descriptors.append(".minLength(\(minLength))") }
        if let maxLength { descriptors.append(".maxLength(\(maxLength))") }
        if let pattern { descriptors.append(".pattern(\(SwiftLiteral.string(pattern)))") }
        return descriptors
    }
}

extension LiteralValue {
    /// The value as conditions know it, in Swift.
    fileprivate var descriptor: String {
        switch self {
        case .bool(let value): ".bool(\(value))"
        case .integer(let value): ".integer(\(value))"
        case .real(let value): ".real(\(value))"
        case .decimal(let value): ".decimal(\(Self.expression(for: value)))"
        case .string(let value), .url(let value): ".text(\(SwiftLiteral.string(value)))"
        case .date(let value): ".date(\(value))"
        case .day(let value): ".day(\(SwiftLiteral.string(value)))"
        case .uuid(let value): ".text(\(SwiftLiteral.string(value.uuidString)))"
        case .enumeration(let value, let isInteger):
            isInteger ? ".integer(\(value.raw))" : ".text(\(SwiftLiteral.string(value.raw)))"
        // JSON has no bounds.
        case .empty: ".null"
        }
    }
}

extension String? {
    /// The paragraphs of a doc: blank lines part them.
    var paragraphs: [String] {
        guard let self else { return [] }
        var paragraphs = [[Substring]]()
        var isOpen = false
        for line in self.lines {
            if line.allSatisfy(\.isWhitespace) {
                isOpen = false
            } else if isOpen {
                paragraphs[paragraphs.count - 1].append(line)
            } else {
                paragraphs.append([line])
                isOpen = true
            }
        }
        return paragraphs.map { $0.joined(separator: " ") }
    }
}

extension DefaultValue {
    /// The default as a Swift expression of type `type`. No name in it can be shadowed in the class.
    func swiftExpression(of type: AttributeType) -> String {
        switch self {
        case .literal(let value): value.swiftExpression
        case .newUUID: ".init()"
        case .now: type == .day ? ".today()" : ".now"
        }
    }

    /// The default in words.
    var inWords: String {
        switch self {
        case .literal(let value): value.inWords
        case .now: "now"
        case .newUUID: "a new one"
        }
    }
}

extension LiteralValue {
    /// The value as a Swift expression where one of its attribute's type is expected.
    var swiftExpression: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): Self.expression(for: value)
        case .string(let value): SwiftLiteral.string(value)
        case .date(let value): ".init(timeIntervalSinceReferenceDate: \(value))"
        // The model's reader has checked that the day exists, and that the other values can be read.
        case .day(let value): ".init(\(SwiftLiteral.string(value))) ?? .today()"
        case .uuid(let value): ".init(uuidString: \(SwiftLiteral.string(value.uuidString))) ?? .init()"
        case .enumeration(let value, _): ".\(SwiftNames.member(value.name))"
        case .empty(.list): "[]"
        case .empty(.map): "[:]"
        case .url(let value): ".init(string: \(SwiftLiteral.string(value))) ?? .init(filePath: \"/\")"
        }
    }

    /// The value in words.
    var inWords: String {
        switch self {
        case .date(let value): ISO8601Instant.shortText(value) ?? ""
        case .day(let value): value
        case .uuid(let value): value.uuidString
        case .string(let value), .url(let value):
            value.isEmpty ? "empty" : "`\(value.filter { $0 != "`" && !$0.isNewline })`"
        case .decimal(let value): "`\(value)`"
        case .bool(let value): "`\(value)`"
        case .integer(let value): "`\(value)`"
        case .real(let value): "`\(value)`"
        case .enumeration(let value, _): "`\(value.name)`"
        case .empty: "empty"
        }
    }

    /// An exact decimal: a literal with a point would be a Double.
    static func expression(for value: Decimal) -> String {
        let text = value.description
        let places = text.split(separator: ".").dropFirst().first?.count ?? 0
        let digits = text.filter { $0 != "." }
        if places == 0, Int64(text) != nil { return text }
        if let integer = Int64(digits) { return "ScaledDecimal.decimal(\(integer), scale: \(places))" }
        return ".init(string: \(SwiftLiteral.string(text))) ?? .nan"
    }
}
