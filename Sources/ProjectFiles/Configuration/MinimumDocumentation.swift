import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badDocumentationShare = FindingCode("TR0120")
}

/// The least share of documented parts that `trellis check` accepts, from `minimum-documentation` in trellis.yaml.
package struct MinimumDocumentation: Hashable {
    /// In percent, from 0 to 100.
    package var percentage: Int
    /// The place of the number.
    package var span: SourceSpan

    static let key = "minimum-documentation"

    /// - Returns: the share with its place; nil if none is stated or if it is no percentage, which is reported.
    static func read(_ node: YAMLNode?, in context: inout ReadingContext) -> MinimumDocumentation? {
        guard let node else { return nil }
        if let text = node.text, let share = Int(text), (0...100).contains(share) {
            return MinimumDocumentation(percentage: share, span: node.span)
        }
        context.report(
            .badDocumentationShare, "'\(key)' must be a whole number from 0 to 100", at: node.span,
            suggestion: .init("write the percentage alone, as in '\(key): 80'"))
        return nil
    }
}
