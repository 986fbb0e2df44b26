import Foundation
import Predicates
import SchemaSyntax

extension DefaultValue {
    /// The default as a model's file writes it.
    public var text: String {
        switch self {
        case .literal(let value): value.text
        case .now: "now()"
        case .newUUID: "uuid()"
        }
    }
}

extension LiteralValue {
    /// The value as a model's file writes it.
    public var text: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): value.description
        case .string(let value), .url(let value): ScalarPrinter.doubleQuoted(value)
        case .date(let value): ISO8601Instant.shortText(value) ?? ""
        case .day(let value): value
        case .duration(let value): ISO8601Duration.text(value)
        case .uuid(let value): value.uuidString
        case .enumeration(let value, _): value.name
        case .empty(.list): "[]"
        case .empty(.map): "{}"
        }
    }
}
