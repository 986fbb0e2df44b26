import Diagnostics
import SchemaSyntax

/// The names that the files of a model declare, with what other names mean through them. It comes from the text, so a model with errors
/// has one too.
package struct Outline: Sendable {
    package struct Property: Sendable {
        package enum Kind: Sendable, Hashable {
            /// With the name of the type, without its question mark.
            case attribute(type: String)
            case relationship(to: String, isToMany: Bool, inverse: String?)
            case fetched(from: String)
        }

        package var name: String
        package var kind: Kind
        package var isOptional = false
        package var doc: String?
        /// What the property is in the file: its type or its destination.
        package var detail: String
    }

    package struct Parameter: Sendable {
        package var name: String
        package var type: String
    }

    package struct Fetch: Sendable {
        package var name: String
        package var doc: String?
        package var parameters: [Parameter]
    }

    package struct Entity: Sendable {
        package var name: String
        package var doc: String?
        package var parent: String?
        package var properties: [Property] = []
        package var fetches: [Fetch] = []

        package func property(named name: String) -> Property? { properties.first { $0.name == name } }
    }

    package struct ValueType: Sendable {
        package var name: String
        package var doc: String?
        /// Cases of an enum, or parts of a composite.
        package var members: [Property]
        /// Whether raw values are the names of cases.
        package var storesNames = false
    }

    package private(set) var modelName: String?
    package private(set) var entities: [Entity] = []
    package private(set) var enumerations: [ValueType] = []
    package private(set) var composites: [ValueType] = []
    private var places: [String: Int] = [:]
    private var enumerationPlaces: [String: Int] = [:]
    private var compositePlaces: [String: Int] = [:]
    private var children: [String: [String]] = [:]

    package init(_ files: [SourceFile] = []) {
        var memory = OutlineMemory()
        self.init(files.map(\.root), remembering: &memory)
    }

    /// - Parameters:
    ///   - roots: the trees of the files.
    ///   - memory: what was read of them last.
    init(_ roots: [YAMLNode], remembering memory: inout OutlineMemory) {
        memory.begin()
        for root in roots {
            for section in root.entries ?? [] {
                switch section.key {
                case "model": modelName = modelName ?? section.value.text
                case "enums": enumerations += (section.value.entries ?? []).map(Self.enumeration)
                case "composites": composites += (section.value.entries ?? []).map(Self.composite)
                case "entities": entities += (section.value.entries ?? []).map { memory.entity($0, read: Self.entity) }
                default: break
                }
            }
        }
        for (place, entity) in entities.enumerated() where places[entity.name] == nil {
            places[entity.name] = place
            if let parent = entity.parent { children[parent, default: []].append(entity.name) }
        }
        for (place, type) in enumerations.enumerated() where enumerationPlaces[type.name] == nil { enumerationPlaces[type.name] = place }
        for (place, type) in composites.enumerated() where compositePlaces[type.name] == nil { compositePlaces[type.name] = place }
    }

    // MARK: Lookup

    package func entity(named name: String) -> Entity? { places[name].map { entities[$0] } }
    package func enumeration(named name: String) -> ValueType? { enumerationPlaces[name].map { enumerations[$0] } }
    package func composite(named name: String) -> ValueType? { compositePlaces[name].map { composites[$0] } }

    /// The entity and its ancestors, the entity first. A model with errors may have a circle of parents.
    package func lineage(of name: String) -> [Entity] {
        var (lineage, seen) = ([Entity](), Set<String>())
        var next: String? = name
        while let current = next, seen.insert(current).inserted, let entity = entity(named: current) {
            lineage.append(entity)
            next = entity.parent
        }
        return lineage
    }

    /// The descendants of an entity.
    package func descendants(of name: String) -> [Entity] {
        var (found, seen) = ([Entity](), Set([name]))
        var pending = children[name] ?? []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted, let entity = entity(named: next) else { continue }
            found.append(entity)
            pending += children[next] ?? []
        }
        return found
    }

    /// The property of an entity, of an ancestor, or of a descendant whose objects a condition asks for, with the entity that declares it.
    package func property(_ name: String, of entity: String) -> (owner: String, property: Property)? {
        for relative in lineage(of: entity) {
            if let property = relative.property(named: name) { return (relative.name, property) }
        }
        for relative in descendants(of: entity) {
            if let property = relative.property(named: name) { return (relative.name, property) }
        }
        return nil
    }

    /// The properties of an entity and of its ancestors, those of the entity first.
    package func properties(of entity: String) -> [Property] { lineage(of: entity).flatMap(\.properties) }

    // MARK: Reading

    private static func enumeration(_ entry: YAMLNode.Entry) -> ValueType {
        let keys = entry.value.entries ?? []
        let list = entry.value.items != nil ? entry.value : keys.first { $0.key == "cases" }?.value
        var type = ValueType(name: entry.key, doc: text("doc", of: keys), members: [])
        type.members = (list?.items ?? []).compactMap(\.text).map { Property(name: $0, kind: .attribute(type: ""), detail: "case") }
        type.members += (list?.entries ?? []).map { Property(name: $0.key, kind: .attribute(type: ""), detail: $0.value.text ?? "") }
        type.storesNames = list?.items != nil && !keys.contains { $0.key == "raw" && $0.value.text == "int" }
        return type
    }

    private static func composite(_ entry: YAMLNode.Entry) -> ValueType {
        let keys = entry.value.entries ?? []
        let parts = parts(ofComposite: entry)
        // A part may have the name 'doc'; then it has a type and not a text.
        return ValueType(name: entry.key, doc: text("doc", of: keys), members: parts.map(attribute))
    }

    /// The parts of a composite, in its short or its long form.
    static func parts(ofComposite entry: YAMLNode.Entry) -> [YAMLNode.Entry] {
        let keys = entry.value.entries ?? []
        if let attributes = keys.first(where: { $0.key == "attributes" }), attributes.value.entries != nil { return attributes.value.entries ?? [] }
        return keys
    }

    private static func entity(_ entry: YAMLNode.Entry) -> Entity {
        let keys = entry.value.entries ?? []
        var entity = Entity(name: entry.key, doc: text("doc", of: keys), parent: text("parent", of: keys))
        for section in keys {
            let members = section.value.entries ?? []
            switch section.key {
            case "attributes": entity.properties += members.map(attribute)
            case "relationships": entity.properties += members.map(relationship)
            case "fetchedProperties":
                entity.properties += members.map { member in
                    let from = text("from", of: member.value.entries ?? []) ?? ""
                    return Property(
                        name: member.key, kind: .fetched(from: from), doc: text("doc", of: member.value.entries ?? []), detail: "[\(from)]")
                }
            case "fetches": entity.fetches += members.map(fetch)
            default: break
            }
        }
        return entity
    }

    private static func attribute(_ entry: YAMLNode.Entry) -> Property {
        let keys = entry.value.entries ?? []
        let written = entry.value.text ?? text("type", of: keys) ?? ""
        let isMarked = written.hasSuffix("?")
        let isOptional = isMarked || text("optional", of: keys) == "true"
        let type = isMarked ? String(written.dropLast()) : written
        return Property(
            name: entry.key, kind: .attribute(type: type), isOptional: isOptional, doc: text("doc", of: keys),
            detail: type + (isOptional ? "?" : ""))
    }

    private static func relationship(_ entry: YAMLNode.Entry) -> Property {
        let keys = entry.value.entries ?? []
        let to = keys.first { $0.key == "to" }?.value
        let isToMany = to?.items != nil
        let written = to?.items?.first?.text ?? to?.text ?? ""
        let isOptional = written.hasSuffix("?") || text("optional", of: keys) == "true"
        let destination = written.hasSuffix("?") ? String(written.dropLast()) : written
        return Property(
            name: entry.key, kind: .relationship(to: destination, isToMany: isToMany, inverse: text("inverse", of: keys)),
            isOptional: isOptional, doc: text("doc", of: keys),
            detail: isToMany ? "[\(destination)]" : destination + (isOptional ? "?" : ""))
    }

    private static func fetch(_ entry: YAMLNode.Entry) -> Fetch {
        let keys = entry.value.entries ?? []
        let parameters = keys.first { $0.key == "parameters" }?.value.entries ?? []
        return Fetch(
            name: entry.key, doc: text("doc", of: keys),
            parameters: parameters.map { parameter in
                let node = parameter.value.items?.first ?? parameter.value
                let written = node.text ?? text("type", of: node.entries ?? []) ?? ""
                return Parameter(name: parameter.key, type: written.hasSuffix("?") ? String(written.dropLast()) : written)
            })
    }

    private static func text(_ key: String, of entries: [YAMLNode.Entry]) -> String? {
        entries.first { $0.key == key }.flatMap { $0.value.isNull ? nil : $0.value.text }
    }
}
