import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unreachedEntity = FindingCode("TR1215", .warning)
}

/// Finds entities without a connection in a model whose other entities are connected.
enum ReachChecks {
    /// An entity is connected by a relationship or by inheritance, or found by a fetch, an index, a unique value or a search. A
    /// `small` entity is read as a whole.
    static func check(_ model: Model, in context: inout ReadingContext) {
        let destinations = Set(
            model.entities.flatMap { $0.relationships.map(\.destination.text) + $0.fetchedProperties.map(\.destination.text) })
        // In a model without connections, no entity is isolated. After an error, the connection may be in the missing part.
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
                .unreachedEntity, "nothing leads to '\(entity.name.text)': it has no relationship, fetch, index, unique attribute or search",
                at: entity.name.span,
                suggestion: .init("declare a relationship, a fetch, an index or a unique attribute, or set 'small: true' if programs always read all of it"))
        }
    }
}
