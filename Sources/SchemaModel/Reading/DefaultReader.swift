import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badDefault = FindingCode("TR1401")
}

/// Reads the default of an attribute.
enum DefaultReader {
    static func read(_ node: YAMLNode, for type: AttributeType, in context: inout ReadingContext) -> DefaultValue? {
        guard let text = node.text, !node.isNull else {
            context.report(
                .badDefault, "a default is a value, not \(node.kindInWords)", at: node.span,
                suggestion: .init("an optional attribute without a default begins as nil"))
            return nil
        }
        switch (text, type) {
        case ("now()", .date), ("now()", .day): return .now
        case ("uuid()", .uuid): return .newUUID
        default: break
        }
        guard let value = LiteralReader.value(of: text, for: type) else {
            context.report(
                .badDefault, "'\(text)' is no default for \(type.keyword)", at: node.span,
                suggestion: .init(LiteralReader.expectation(for: type)))
            return nil
        }
        return .literal(value)
    }
}
