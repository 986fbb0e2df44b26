import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let uncheckedPattern = FindingCode("TR1441", .warning)
    static let nothingToCheck = FindingCode("TR1442", .warning)
}

/// Reads whether the database checks an attribute's rules, and reports rules that it cannot check.
enum CheckReader {
    static func read(
        _ keys: KnownKeys, for type: AttributeType, _ rules: ValueRules, in context: inout ReadingContext
    ) -> Bool {
        guard let node = keys["check"], context.flag(node, "'check'") == true else { return false }
        if rules.pattern != nil {
            context.report(
                .uncheckedPattern, "the database cannot check 'pattern': SQLite has no regular expressions", at: node.span,
                notes: [.init("the library checks the pattern when it saves", at: keys.keySpan("pattern"))])
        } else if !rules.haveBounds, !type.hasBounds {
            context.report(
                .nothingToCheck, "the attribute has no rule that the database could check", at: node.span,
                suggestion: .init("add 'min', 'max', 'minLength' or 'maxLength', or remove 'check'"))
        }
        return true
    }
}

extension ValueRules {
    /// Whether some values are too small or too large.
    fileprivate var haveBounds: Bool {
        min != nil || max != nil || (minLength ?? 0) > 0 || maxLength != nil
    }
}

extension AttributeType {
    /// Whether its column could hold a value of another type, and SQL can distinguish the two.
    fileprivate var hasBounds: Bool {
        switch self {
        case .bool, .int16, .int32, .float, .day, .date(.iso8601), .uuid: true
        case .int64, .double, .string, .decimal, .date, .duration, .data, .url, .json, .composite: false
        case .enumeration(let type): !type.hasUnknown
        }
    }
}
