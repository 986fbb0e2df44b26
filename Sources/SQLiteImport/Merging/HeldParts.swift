import SchemaSyntax

/// What the database has dropped, and stays because something that the user has changed or renamed needs it: the other end of a
/// relationship, its entity, the enum of an attribute, and so on.
struct HeldParts {
    /// Such as `["entities", "Order", "relationships", "rows"]`.
    private(set) var paths: Set<[String]> = []
    private let base: StyledNode
    private let mine: StyledNode
    private let new: StyledNode

    /// - Parameters:
    ///   - base, mine, new: the three models, in the user's names.
    ///   - renamed: what has another name than in the import.
    init(base: StyledNode, mine: StyledNode, new: StyledNode, renamed: Set<[String]>) {
        (self.base, self.mine, self.new) = (base, mine, new)
        for entity in mine["entities"]?.entries ?? [] {
            guard let name = entity.name, let old = base["entities"]?[name] else { continue }
            if new["entities"]?[name] == nil {
                if entity.value.meaning != old.meaning || renamed.contains(["entities", name]) { holdEntity(name) }
                continue
            }
            for item in entity.value["relationships"]?.entries ?? [] where isDropped(item.name ?? "", of: name) {
                let isRenamed = renamed.contains(["entities", name, "relationships", item.name ?? ""])
                if isRenamed || item.value.meaning != old["relationships"]?[item.name ?? ""]?.meaning { holdRelationship(item.name ?? "", of: name) }
            }
        }
        for entity in mine["entities"]?.entries ?? [] {
            for item in entity.value["attributes"]?.entries ?? [] where stays(item, of: entity.name ?? "", renamed) {
                paths.insert(["enums", NameChanges.entityName(item.value["type"] ?? item.value)])
            }
        }
    }

    /// Whether the result has an attribute with the user's type.
    private func stays(_ attribute: StyledItem, of entity: String, _ renamed: Set<[String]>) -> Bool {
        let name = attribute.name ?? ""
        guard let old = base["entities"]?[entity]?["attributes"]?[name] else { return true }
        if new["entities"]?[entity] == nil { return paths.contains(["entities", entity]) }
        if new["entities"]?[entity]?["attributes"]?[name] == nil {
            return attribute.value.meaning != old.meaning || renamed.contains(["entities", entity, "attributes", name])
        }
        return (attribute.value["type"] ?? attribute.value).meaning != (old["type"] ?? old).meaning
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
