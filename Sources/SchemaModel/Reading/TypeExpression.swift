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
        "bool", "int16", "int32", "int64", "int", "float", "double", "decimal", "string", "date", "day", "duration", "data", "uuid",
        "url", "json",
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
        case "duration": return .duration
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
                suggestion: suggestion(for: name, at: span)
                    ?? ReadingContext.suggestion(for: name, in: keywords + types.names + candidates, replacing: span)
                    ?? .init("the types are \(keywords.joined(separator: ", "))"))
            return nil
        }
    }

    /// What other languages, databases and libraries call the types.
    private static let foreignNames = [
        "text": "string", "varchar": "string", "char": "string", "character": "string", "boolean": "bool", "datetime": "date",
        "timestamp": "date", "instant": "date", "time": "date", "localdate": "day", "interval": "duration",
        "timeinterval": "duration", "timespan": "duration", "integer": "int", "bigint": "int64", "long": "int64", "smallint": "int16",
        "short": "int16", "number": "double", "real": "double", "numeric": "decimal", "money": "decimal", "blob": "data",
        "binary": "data", "bytes": "data", "guid": "uuid", "uri": "url", "jsonb": "json",
    ]

    /// The type that is meant by a name of another language, or how to have many values.
    private static func suggestion(for name: String, at span: SourceSpan) -> Finding.Suggestion? {
        if let element = ListNotation.element(of: name) {
            return .init(
                "an attribute has one value. For many objects write a relationship, 'to: [\(element)]'; for a list in one column "
                    + "'{ type: json, swift: \"[String]\" }'")
        }
        return foreignNames[name.lowercased()].map { .init("write '\($0)'", replacing: span, with: $0) }
    }
}

/// Lists as other languages write them: `[Book]` as a text, and `Book[]`.
enum ListNotation {
    /// The name of what is listed; nil for another text.
    static func element(of text: String) -> String? {
        let name =
            text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast()
            : text.hasSuffix("[]") ? text.dropLast(2) : ""
        return name.isEmpty || name.contains(where: { "[]{}, ".contains($0) }) ? nil : String(name)
    }
}
