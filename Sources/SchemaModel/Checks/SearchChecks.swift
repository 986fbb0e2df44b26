import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let searchOnNothing = FindingCode("TR1609")
}

/// Checks that a full-text search is on strings that are stored.
enum SearchChecks {
    /// The search, if all its attributes can be searched.
    ///
    /// - Parameter attributes: those of the entity, including inherited ones.
    static func search(
        of entity: EntityDeclaration, _ attributes: [Attribute], in context: inout ReadingContext
    ) -> TextSearch? {
        guard let search = entity.search else { return nil }
        var seen = Set<String>()
        var isRight = true
        for name in search.properties where !entity.brokenAttributes.contains(name.text) {
            guard let attribute = attributes.first(where: { $0.name.text == name.text }) else {
                context.report(
                    .searchOnNothing, "'\(entity.name.text)' has no attribute '\(name.text)' to search", at: name.span,
                    suggestion: ReadingContext.suggestion(
                        for: name.text, in: attributes.filter { $0.type == .string && !$0.isTransient }.map(\.name.text), replacing: name.span))
                isRight = false
                continue
            }
            if attribute.isTransient {
                context.report(
                    .searchOnNothing,
                    "'\(entity.name.text).\(name.text)' is transient and not stored, so it cannot be searched", at: name.span,
                    notes: [.init("it is declared here", at: attribute.name.span)])
                isRight = false
            } else if attribute.type != .string {
                context.report(
                    .searchOnNothing, "'\(entity.name.text).\(name.text)' is not a string and cannot be searched",
                    at: name.span, notes: [.init("it is declared here", at: attribute.name.span)])
                isRight = false
            } else if !seen.insert(name.text).inserted {
                context.report(.repeatedIndexKey, "'\(name.text)' is listed twice", at: name.span)
                isRight = false
            }
        }
        return isRight ? search : nil
    }
}
