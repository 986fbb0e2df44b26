import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let largeData = FindingCode("TR1445", .warning)
}

/// Reads whether an attribute's value loads at its first use.
enum LazyReader {
    /// The size in bytes from which a warning reports that each object loads the value.
    private static let largeLength = 65_536

    static func read(
        _ keys: KnownKeys, for type: AttributeType, _ rules: ValueRules, in context: inout ReadingContext
    ) -> Bool {
        if let node = keys["lazy"], context.flag(node, "'lazy'") == true {
            if type == .string || type == .data { return true }
            context.report(
                .optionOfAnotherType, "'lazy' applies only to string and data, not to \(type.keyword)", at: node.span)
        } else if keys["lazy"] == nil, type == .data, let length = rules.maxLength, length > largeLength,
            let span = keys.keySpan("maxLength")
        {
            context.report(
                .largeData, "each object loads up to \(length) bytes here", at: span,
                suggestion: .init("write 'lazy: true' to load them at their first use, or 'lazy: false' to keep it so"))
        }
        return false
    }
}
