import Predicates
import SchemaModel

/// Where each part of a model is used by others.
struct Usage {
    typealias Anchor = Document.Anchor

    /// A use, by the part that uses.
    struct Use: Hashable {
        /// What the part does with it, such as `sorts`.
        var kind: String
        var label: String
        var anchor: Anchor
    }

    private var uses: [Anchor: [Use]] = [:]
    private let model: Model

    /// The uses of a part, in the order of the model.
    subscript(anchor: Anchor) -> [Use] { uses[anchor] ?? [] }

    init(in model: Model) {
        self.model = model
        for entity in model.entities { note(entity) }
        for composite in model.composites {
            for part in composite.type.attributes {
                let name = composite.name.text
                noteType(part.type, Use(kind: "part", label: "\(name).\(part.name.text)", anchor: Anchors.member(part.name.text, of: name)))
            }
        }
    }

    private mutating func note(_ entity: Entity) {
        let name = entity.name.text
        if let parent = entity.parent {
            add(Use(kind: "child", label: name, anchor: Anchors.entity(name)), to: Anchors.entity(parent.text))
        }
        for attribute in entity.attributes {
            let use = Use(kind: "attribute", label: "\(name).\(attribute.name.text)", anchor: Anchors.property(attribute.name.text, of: name))
            noteType(attribute.type, use)
            note(attribute.derivation, of: entity, Use(kind: "derived attribute", label: use.label, anchor: use.anchor))
        }
        for relationship in entity.relationships {
            let anchor = Anchors.property(relationship.name.text, of: name)
            add(
                Use(kind: "relationship", label: "\(name).\(relationship.name.text)", anchor: anchor),
                to: Anchors.entity(relationship.destination.text))
        }
        let itself = Anchors.entity(name)
        for keys in entity.uniqueness {
            for key in keys { note([key.text], of: entity, Use(kind: "unique with others", label: name, anchor: itself)) }
        }
        for index in entity.indexes {
            let use = Use(kind: "index", label: name, anchor: itself)
            for key in index.keys { note(key.property.text.split(separator: ".").map(String.init), of: entity, use) }
            for path in index.condition?.sortedPaths ?? [] { note(path, of: entity, use) }
        }
        for property in entity.search?.properties ?? [] {
            note([property.text], of: entity, Use(kind: "search", label: name, anchor: itself))
        }
        for fetch in entity.fetches {
            let use = Use(kind: "fetch", label: "\(name).\(fetch.name.text)", anchor: Anchors.fetch(fetch.name.text, of: name))
            note(fetch, of: entity, use)
            for parameter in fetch.parameters {
                switch parameter.type {
                case .object(let destination): add(Use(kind: "parameter", label: use.label, anchor: use.anchor), to: Anchors.entity(destination))
                case .value(let type): noteType(type, Use(kind: "parameter", label: use.label, anchor: use.anchor))
                }
            }
        }
        for property in entity.fetchedProperties {
            let anchor = Anchors.property(property.name.text, of: name)
            let use = Use(kind: "fetched property", label: "\(name).\(property.name.text)", anchor: anchor)
            add(use, to: Anchors.entity(property.destination.text))
            if let destination = model.entity(named: property.destination.text) { note(property.fetch, of: destination, use) }
        }
    }

    private mutating func note(_ fetch: NamedFetch, of entity: Entity, _ use: Use) {
        for path in fetch.condition?.sortedPaths ?? [] { note(path, of: entity, use) }
        for term in fetch.sort { note(term.path, of: entity, use) }
    }

    private mutating func note(_ derivation: Derivation?, of entity: Entity, _ use: Use) {
        switch derivation {
        case .members(let members):
            note([members.relationship.text] + (members.attribute.map { [$0.text] } ?? []), of: entity, use)
        case .expression(let operand):
            // A condition with the operand has its paths.
            for path in Condition.comparison(operand, .equal, operand).sortedPaths { note(path, of: entity, use) }
        case .function(_, let source): note([source.text], of: entity, use)
        case .now, nil: break
        }
    }

    private mutating func noteType(_ type: AttributeType, _ use: Use) {
        switch type {
        case .enumeration(let type): add(use, to: Anchors.type(type.name))
        case .composite(let type): add(use, to: Anchors.type(type.name))
        default: break
        }
    }

    /// Notes the properties that a key path goes through.
    private mutating func note(_ path: [String], of entity: Entity, _ use: Use) {
        var entity: Entity? = entity
        for name in path {
            guard let current = entity else { return }
            // The declaration is in an ancestor, or in a descendant if a condition asks for objects of one.
            let owner = (model.lineage(of: current).reversed() + model.subtree(of: current)).first { $0.declares(name) }
            guard let owner else { return }
            add(use, to: Anchors.property(name, of: owner.name.text))
            entity = owner.relationships.first { $0.name.text == name }.flatMap { model.entity(named: $0.destination.text) }
        }
    }

    private mutating func add(_ use: Use, to anchor: Anchor) {
        if anchor != use.anchor, uses[anchor]?.contains(use) != true { uses[anchor, default: []].append(use) }
    }
}

extension Condition {
    /// The key paths in an order that is the same in each run.
    fileprivate var sortedPaths: [[String]] { keyPaths.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") } }
}

extension Entity {
    fileprivate func declares(_ property: String) -> Bool {
        attributes.contains { $0.name.text == property } || relationships.contains { $0.name.text == property }
    }
}
