import SchemaModel

/// Types and rules of attributes, with links to declared types.
enum TypeWords {
    typealias Inline = Document.Inline

    static func type(of attribute: Attribute) -> [Inline] {
        let optional = attribute.isOptional ? "?" : ""
        switch attribute.type {
        case .enumeration(let type): return [.link(Anchors.type(type.name), [.code(type.name + optional)])]
        case .composite(let type): return [.link(Anchors.type(type.name), [.code(type.name + optional)])]
        case .json(let type): return [.code("json\(optional)"), " of ", .code(type.text)]
        case .decimal(let scale?): return [.code("decimal\(optional)"), .text(" with \(scale) \(scale == 1 ? "place" : "places")")]
        default: return [.code(attribute.type.keyword + optional)]
        }
    }

    /// The facts that are no part of the type, in the words of a model's file.
    static func rules(_ facts: [Fact], of attribute: Attribute) -> [Inline] {
        let shown = facts.filter { ![.type, .optional, .swift, .scale].contains($0.key) }
        var words = shown.map { fact -> [Inline] in
            fact.text == "true" ? [.text(fact.key.rawValue)] : [.text("\(fact.key.rawValue) "), .code(fact.text)]
        }
        if attribute.isTransient { words.append(["transient"]) }
        if attribute.isLazy { words.append(["lazy"]) }
        return Array(words.joined(separator: [", "]))
    }
}
