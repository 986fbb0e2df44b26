import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let searchOnNothing = FindingCode("TR1609")
    static let reservedSearchColumn = FindingCode("TR1608")
}

/// Checks that a full-text search is on strings.
enum SearchChecks {
    /// Names that FTS5 keeps for itself.
    private static let reserved: Set<String> = ["rank", "rowid"]

    /// The search, where each of its attributes can be searched.
    /// - Parameter attributes: those of the entity, the inherited ones too.
    static func search(
        of entity: EntityDeclaration, _ attributes: [Attribute], in context: inout ReadingContext
    ) -> TextSearch? {
        guard let search = entity.search else { return nil }
        var seen = Set<String>()
        var isRight = true
        for name in search.properties where !entity.brokenAttributes.contains(name.text) {
            guard let attribute = attributes.first(where: { $0.name.text == name.text }) else {
                context.report(
                    .searchOnNothing, "'\(entity.name.text)' has no attribute '\(name.text)' to be searched", at: name.span,
                    suggestion: ReadingContext.suggestion(
                        for: name.text, in: attributes.filter { $0.type == .string }.map(\.name.text), replacing: name.span))
                isRight = false
                continue
            }
            if attribute.type != .string {
                context.report(
                    .searchOnNothing, "'\(entity.name.text).\(name.text)' is no string, so it has no words to be searched",
                    at: name.span, notes: [.init("its type stands here", at: attribute.name.span)])
                isRight = false
            } else if !seen.insert(name.text).inserted {
                context.report(.repeatedIndexKey, "'\(name.text)' stands here twice", at: name.span)
                isRight = false
            } else if reserved.contains((attribute.column?.text ?? name.text).lowercased()) {
                context.report(
                    .reservedSearchColumn,
                    "the column '\(attribute.column?.text ?? name.text)' cannot be searched: SQLite's search keeps that name for itself",
                    at: name.span, suggestion: .init("give the attribute another column, such as 'column: \(name.text)_text'"))
                isRight = false
            }
        }
        return isRight ? search : nil
    }
}
