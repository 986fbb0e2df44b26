import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let largeData = FindingCode("TR1445", .warning)
}

/// Reads whether an attribute's value is left in the store until somebody asks for it.
enum LazyReader {
    /// How many bytes an attribute may have before a warning says that each object brings them along.
    private static let largeLength = 65_536

    static func read(
        _ keys: KnownKeys, for type: AttributeType, _ rules: ValueRules, in context: inout ReadingContext
    ) -> Bool {
        if let node = keys["lazy"], context.flag(node, "'lazy'") == true {
            if type == .string || type == .data { return true }
            context.report(
                .optionOfAnotherType, "'lazy' is for string and data; this is \(type.keyword)", at: node.span)
        } else if keys["lazy"] == nil, type == .data, let length = rules.maxLength, length > largeLength,
            let span = keys.keySpan("maxLength")
        {
            context.report(
                .largeData, "up to \(length) bytes are read with each object", at: span,
                suggestion: .init("say 'lazy: true', so that they are read when they are first asked for, or 'lazy: false'"))
        }
        return false
    }
}
