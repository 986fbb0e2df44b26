package import SchemaEvolution
package import SchemaModel

extension ModelElement.Path {
    /// What it is, in a word or two.
    package var kind: String {
        switch self {
        case .model: "model"
        case .enumeration: "enum"
        case .enumerationCase: "case"
        case .composite: "composite"
        case .part: "part"
        case .entity: "entity"
        case .attribute: "attribute"
        case .relationship: "relationship"
        case .uniqueness: "uniqueness"
        case .index: "index"
        case .search: "search"
        case .fetch: "fetch"
        case .fetchedProperty: "fetched property"
        }
    }

    /// Its name with that of its owner.
    package var label: String {
        switch self {
        case .model: "the model"
        case .search(let entity): entity
        default: (owner.map { "\($0.name)." } ?? "") + name
        }
    }
}

extension Change.Action {
    /// What is different, in words that follow the element's name; empty for what is added or removed.
    package var words: String {
        switch self {
        case .added, .removed: return ""
        case .renamed(let name): return ", was \(name)"
        case .moved(let entity): return ", from \(entity)"
        case .altered(let key, let from, let to):
            // A flag has no value worth showing.
            if [from, to].allSatisfy({ $0 == nil || $0 == "true" }) { return to == nil ? ": no longer \(key)" : ": now \(key)" }
            return ": \(key) \(from ?? "(none)") → \(to ?? "(none)")"
        }
    }

    /// The colour of the change.
    var status: Diagram.Status {
        switch self {
        case .added: .added
        case .removed: .removed
        case .renamed, .moved, .altered: .changed
        }
    }
}
