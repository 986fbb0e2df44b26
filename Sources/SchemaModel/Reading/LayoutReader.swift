import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownLayout = FindingCode("TR1610")
}

/// Reads whose tables a model describes.
enum LayoutReader {
    /// The words, the default first.
    static let layouts = ["trellis", "existing"]

    /// Whether the tables are those of another program's file.
    static func isExisting(_ node: YAMLNode, in context: inout ReadingContext) -> Bool {
        guard let text = context.text(node, "'layout'") else { return false }
        if !layouts.contains(text) {
            context.report(
                .unknownLayout, "there is no layout '\(text)'", at: node.span,
                suggestion: ReadingContext.suggestion(for: text, in: layouts, replacing: node.span)
                    ?? .init("write 'existing' for tables of another program, or remove 'layout'"))
        }
        return text == "existing"
    }
}
