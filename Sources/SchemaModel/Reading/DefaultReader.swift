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
            context.report(.badDefault, "a composite cannot have a default", at: node.span, suggestion: .init("give its parts defaults"))
            return nil
        }
        guard let text = node.text, !node.isNull else {
            context.report(
                .badDefault, "a default must be a value, not \(node.kindInWords)", at: node.span,
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
                .badDefault, "'\(text)' is not a default for \(type.keyword)", at: node.span,
                suggestion: .init(LiteralReader.expectation(for: type, insteadOf: text, isDefault: true)))
            return nil
        }
        return .literal(value)
    }

    /// Only an empty value can be written for every Swift type of a kind. Other values are passed when objects are created.
    private static func json(
        _ node: YAMLNode, for type: SwiftType, in context: inout ReadingContext
    ) -> DefaultValue? {
        let said: EmptyContainer? =
            node.items?.isEmpty == true ? .list : node.entries?.isEmpty == true ? .map : nil
        if let said, said == type.emptyContainer { return .literal(.empty(said)) }
        let hint =
            switch type.emptyContainer {
            case .list: "the default can be '[]'"
            case .map: "the default can be '{}'"
            case nil: "pass the value when you create objects, or make the attribute optional"
            }
        context.report(.badDefault, "this is not a default for json of '\(type.text)'", at: node.span, suggestion: .init(hint))
        return nil
    }
}
