/// A part of a model that has a name, by which other parts may use it.
package enum ModelSymbol: Hashable, Sendable {
    case entity(String)
    /// An attribute, a relationship or a fetched property, of the entity that declares it.
    case property(String, of: String)
    case fetch(String, of: String)
    case parameter(String, ofFetch: String, of: String)
    case enumeration(String)
    case enumerationCase(String, of: String)
    case composite(String)
    case part(String, of: String)

    package var name: String {
        switch self {
        case .entity(let name), .property(let name, _), .fetch(let name, _), .parameter(let name, _, _), .enumeration(let name),
            .enumerationCase(let name, _), .composite(let name), .part(let name, _):
            name
        }
    }

    /// The name with that of its owner, `Order.customer`.
    package var path: String {
        switch self {
        case .entity(let name), .enumeration(let name), .composite(let name): name
        case .property(let name, let owner), .fetch(let name, let owner), .enumerationCase(let name, let owner), .part(let name, let owner):
            "\(owner).\(name)"
        case .parameter(let name, let fetch, let owner): "\(owner).\(fetch).\(name)"
        }
    }

    /// The kind of the part, for messages.
    package var kind: String {
        switch self {
        case .entity: "entity"
        case .property: "property"
        case .fetch: "fetch"
        case .parameter: "parameter"
        case .enumeration: "enum"
        case .enumerationCase: "case"
        case .composite: "composite"
        case .part: "part"
        }
    }

    /// The same part with another name.
    func renamed(_ name: String) -> ModelSymbol {
        switch self {
        case .entity: .entity(name)
        case .property(_, let owner): .property(name, of: owner)
        case .fetch(_, let owner): .fetch(name, of: owner)
        case .parameter(_, let fetch, let owner): .parameter(name, ofFetch: fetch, of: owner)
        case .enumeration: .enumeration(name)
        case .enumerationCase(_, let owner): .enumerationCase(name, of: owner)
        case .composite: .composite(name)
        case .part(_, let owner): .part(name, of: owner)
        }
    }
}
