import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let unknownRounding = FindingCode("TR1409")
}

/// Reads how an attribute rounds.
enum RoundingReader {
    /// nil if the attribute refuses values that do not fit. Errors are reported.
    static func read(_ node: YAMLNode?, for type: AttributeType, in context: inout ReadingContext) -> Rounding? {
        guard let node, let text = context.text(node, "'rounding'") else { return nil }
        guard type.valueType.scale != nil || type == .duration else {
            let what = type == .decimal(scale: nil) ? "a decimal without a scale, which keeps all digits" : type.keyword
            context.report(
                .optionOfAnotherType, "'rounding' applies only to decimal with a scale and to duration, not to \(what)", at: node.span)
            return nil
        }
        if let mode = Rounding(rawValue: text) { return mode }
        let words = Rounding.allCases.map(\.rawValue)
        context.report(
            .unknownRounding, "'\(text)' is not a way of rounding", at: node.span,
            suggestion: suggestion(for: text, at: node)
                ?? ReadingContext.suggestion(for: text, in: words, replacing: node.span)
                ?? .init("the ways are \(words.joined(separator: ", "))"))
        return nil
    }

    /// What Foundation, Swift and other languages call the same.
    private static let foreignNames: [String: Rounding] = [
        "bankers": .halfEven, "plain": .halfUp, "tonearestoreven": .halfEven, "tonearestorawayfromzero": .halfUp, "towardzero": .down,
        "truncate": .down, "awayfromzero": .up, "roundhalfeven": .halfEven, "roundhalfup": .halfUp,
    ]

    private static func suggestion(for text: String, at node: YAMLNode) -> Finding.Suggestion? {
        let name = text.lowercased().filter { $0 != "_" }
        let mode = foreignNames[name] ?? Rounding.allCases.first { $0.rawValue.lowercased() == name }
        return mode.map { .init("write '\($0.rawValue)'", replacing: node.span, with: $0.rawValue) }
    }
}
