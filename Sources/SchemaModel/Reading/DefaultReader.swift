import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badDefault = FindingCode("TR1401")
}

/// Reads the default of an attribute.
enum DefaultReader {
    static func read(_ node: YAMLNode, for type: AttributeType, in context: inout ReadingContext) -> DefaultValue? {
        if case .json(let swift) = type { return json(node, for: swift, in: &context) }
        if type.parts != nil {
            context.report(.badDefault, "a composite has no default", at: node.span, suggestion: .init("its parts can have some"))
            return nil
        }
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

    /// Only what is empty can be said in every Swift type of a kind; other values are given where objects are made.
    private static func json(
        _ node: YAMLNode, for type: SwiftType, in context: inout ReadingContext
    ) -> DefaultValue? {
        let said: EmptyContainer? =
            node.items?.isEmpty == true ? .list : node.entries?.isEmpty == true ? .map : nil
        if let said, said == type.emptyContainer { return .literal(.empty(said)) }
        let hint =
            switch type.emptyContainer {
            case .list: "its default can be '[]'"
            case .map: "its default can be '{}'"
            case nil: "give the value where objects are made, or make the attribute optional"
            }
        context.report(.badDefault, "this is no default for json of '\(type.text)'", at: node.span, suggestion: .init(hint))
        return nil
    }
}
