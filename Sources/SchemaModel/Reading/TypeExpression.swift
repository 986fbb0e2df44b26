import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownType = FindingCode("TR1104")
    static let doubleOptional = FindingCode("TR1404")
}

/// A type as written: `string?`, or `{ type: decimal, scale: 2, optional: true }`.
struct TypeExpression {
    var name: Name
    var isOptional: Bool
    var scale: Int?
    var swift: SwiftType?

    /// Removes the `?` from a type's or an entity's name.
    static func split(_ text: String, of node: YAMLNode) -> (name: Name, isOptional: Bool) {
        guard text.hasSuffix("?"), text.count > 1 else { return (Name(text, at: node.span), false) }
        let name = String(text.dropLast())
        return (Name(name, at: node.span(of: 0..<name.unicodeScalars.count)), true)
    }
}

extension AttributeType {
    static let keywords = [
        "bool", "int16", "int32", "int64", "int", "float", "double", "decimal", "string", "date", "day", "data", "uuid", "url",
        "json",
    ]

    /// The greatest number of decimal places.
    static let scales = 0...18

    /// The type that `expression` names, or nil if it is unknown, which is reported unless `entities` has the name.
    static func read(
        _ expression: TypeExpression, _ types: DeclaredTypes, candidates: [String] = [], in context: inout ReadingContext
    ) -> AttributeType? {
        let (name, span) = (expression.name.text, expression.name.span)
        if let enumeration = types.enumerations[name] { return .enumeration(enumeration) }
        if let composite = types.composites[name] { return .composite(composite) }
        if types.broken.contains(name) { return nil }
        switch name {
        case "bool": return .bool
        case "int16": return .int16
        case "int32": return .int32
        case "int64", "int": return .int64
        case "float": return .float
        case "double": return .double
        case "string": return .string
        case "date": return .date(.reference)
        case "day": return .day
        case "data": return .data
        case "uuid": return .uuid(.blob)
        case "url": return .url
        case "decimal": return .decimal(scale: expression.scale)
        case "json":
            if expression.swift == nil {
                context.report(
                    .missingSwiftType, "json needs the Swift type of its values", at: span,
                    suggestion: .init("write '{ type: json, swift: \"[String: Int]\" }', with a type that is Codable and Sendable"))
            }
            return expression.swift.map { .json($0) }
        default:
            guard types.isWhole else { return nil }
            context.report(
                .unknownType, "there is no type '\(name)'", at: span,
                suggestion: ReadingContext.suggestion(for: name, in: keywords + types.names + candidates, replacing: span)
                    ?? .init("the types are \(keywords.joined(separator: ", "))"))
            return nil
        }
    }
}
