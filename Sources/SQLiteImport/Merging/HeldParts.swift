import SchemaSyntax

/// What the database has dropped, and stays because something that the user has changed needs it: the other end of a relationship, its
/// entity, and so on.
struct HeldParts {
    /// Such as `["entities", "Order", "relationships", "rows"]`.
    private(set) var paths: Set<[String]> = []
    private let base: StyledNode
    private let mine: StyledNode
    private let new: StyledNode

    /// - Parameters: the three models, in the user's names.
    init(base: StyledNode, mine: StyledNode, new: StyledNode) {
        (self.base, self.mine, self.new) = (base, mine, new)
        for entity in mine["entities"]?.entries ?? [] {
            guard let name = entity.name, let old = base["entities"]?[name] else { continue }
            if new["entities"]?[name] == nil {
                if entity.value.meaning != old.meaning { holdEntity(name) }
                continue
            }
            for item in entity.value["relationships"]?.entries ?? [] where isDropped(item.name ?? "", of: name) {
                if item.value.meaning != old["relationships"]?[item.name ?? ""]?.meaning { holdRelationship(item.name ?? "", of: name) }
            }
        }
    }

    private func isDropped(_ relationship: String, of entity: String) -> Bool {
        base["entities"]?[entity]?["relationships"]?[relationship] != nil && new["entities"]?[entity]?["relationships"]?[relationship] == nil
    }

    private mutating func holdEntity(_ name: String) {
        guard let entity = mine["entities"]?[name], paths.insert(["entities", name]).inserted else { return }
        for item in entity["relationships"]?.entries ?? [] { holdRelationship(item.name ?? "", of: name) }
    }

    private mutating func holdRelationship(_ name: String, of entity: String) {
        guard let value = mine["entities"]?[entity]?["relationships"]?[name], paths.insert(["entities", entity, "relationships", name]).inserted else { return }
        let destination = NameChanges.entityName(value["to"])
        if new["entities"]?[destination] == nil { holdEntity(destination) }
        if let inverse = value["inverse"]?.text, isDropped(inverse, of: destination) { holdRelationship(inverse, of: destination) }
    }
}
