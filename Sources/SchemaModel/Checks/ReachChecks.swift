import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unreachedEntity = FindingCode("TR1215", .warning)
}

/// Finds entities that stand apart from a model whose others are connected.
enum ReachChecks {
    /// An entity is reached by a relationship or by inheritance, or is looked for: by a fetch, an index, a unique value or a
    /// search. One that is `small` is meant to be read as a whole.
    static func check(_ model: Model, in context: inout ReadingContext) {
        let destinations = Set(
            model.entities.flatMap { $0.relationships.map(\.destination.text) + $0.fetchedProperties.map(\.destination.text) })
        // Where nothing is connected, nothing stands apart; and what an error left out may well have led here.
        if destinations.isEmpty || context.findings.containsError { return }
        let parents = Set(model.entities.compactMap { $0.parent?.text })
        for entity in model.entities {
            let isConnected =
                destinations.contains(entity.name.text) || !entity.relationships.isEmpty || entity.parent != nil
                || parents.contains(entity.name.text)
            let isLookedFor =
                !entity.fetches.isEmpty || !entity.indexes.isEmpty || !entity.uniqueness.isEmpty || entity.search != nil
                || entity.isSmall || entity.attributes.contains(where: \.isUnique)
            if isConnected || isLookedFor { continue }
            context.report(
                .unreachedEntity, "nothing reaches '\(entity.name.text)': no relationship leads to it, and nothing looks for it",
                at: entity.name.span,
                suggestion: .init("give it a relationship, a fetch, an index or a unique attribute, or say 'small: true'"))
        }
    }
}
