import TestSupport

/// A model of entities and the links between them: two ends are one link here, so that edits keep them consistent.
struct LinkedModel: Equatable {
    struct Entity: Equatable {
        var id: Int
        var name: String
        var parent: Int?
        var isAbstract = false
        var attributes: [Attribute]
    }

    struct Attribute: Equatable {
        var id: Int
        var name: String
        var type: String
    }

    /// One end of a link, the relationship that an entity declares.
    struct End: Equatable {
        var id: Int
        var entity: Int
        var name: String
        var isToMany: Bool
        var isOptional: Bool
        var isOrdered = false
        var deleteRule: String?
        var holdsKey = false
    }

    enum Far: Equatable {
        case end(End)
        /// The link is its own inverse.
        case itself
        /// No relationship leads back from the entity.
        case entity(Int)
    }

    struct Link: Equatable {
        var near: End
        var far: Far

        var ends: [End] {
            if case .end(let end) = far { [near, end] } else { [near] }
        }

        /// The entities that it connects.
        var entities: [Int] {
            switch far {
            case .end(let end): [near.entity, end.entity]
            case .itself: [near.entity]
            case .entity(let entity): [near.entity, entity]
            }
        }
    }

    var entities: [Entity] = []
    var links: [Link] = []
    private var count = 0

    mutating func nextID() -> Int {
        count += 1
        return count
    }

    // MARK: Text

    var text: String {
        let names = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.name) })
        var lines = ["trellis: 1", "model: Linked", "entities:"]
        for entity in entities {
            lines.append("  \(entity.name):")
            if let parent = entity.parent { lines.append("    parent: \(names[parent] ?? "none")") }
            if entity.isAbstract { lines.append("    abstract: true") }
            if !entity.attributes.isEmpty {
                lines.append("    attributes: { \(entity.attributes.map { "\($0.name): \($0.type)" }.joined(separator: ", ")) }")
            }
            let relationships = links.flatMap { texts(of: $0, names) }.filter { $0.entity == entity.id }
            if !relationships.isEmpty {
                lines.append("    relationships:")
                lines += relationships.map { "      \($0.text)" }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func texts(of link: Link, _ names: [Int: String]) -> [(entity: Int, text: String)] {
        switch link.far {
        case .end(let far):
            [
                (link.near.entity, text(link.near, to: names[far.entity], inverse: far.name)),
                (far.entity, text(far, to: names[link.near.entity], inverse: link.near.name)),
            ]
        case .itself: [(link.near.entity, text(link.near, to: names[link.near.entity], inverse: link.near.name))]
        case .entity(let entity): [(link.near.entity, text(link.near, to: names[entity], inverse: nil))]
        }
    }

    private func text(_ end: End, to destination: String?, inverse: String?) -> String {
        let name = destination ?? "none"
        var parts = ["to: \(end.isToMany ? "[\(name)]" : name + (end.isOptional ? "?" : ""))"]
        if let inverse { parts.append("inverse: \(inverse)") }
        if end.isOrdered, end.isToMany { parts.append("ordered: true") }
        if let rule = end.deleteRule { parts.append("deleteRule: \(rule)") }
        if end.holdsKey, !end.isToMany, inverse != nil, inverse != end.name, isToOne(inverseOf: end) { parts.append("key: here") }
        return "\(end.name): { \(parts.joined(separator: ", ")) }"
    }

    private func isToOne(inverseOf end: End) -> Bool {
        links.contains { link in link.ends.contains(end) && link.ends.allSatisfy { !$0.isToMany } }
    }
}

// MARK: A random one

extension LinkedModel {
    private static let names = ["Apple", "Bread", "Cherry", "Dill", "Elder"]
    static let properties = ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"]

    init(_ random: inout SeededGenerator) {
        for name in Self.names.prefix(Int.random(in: 2...5, using: &random)) {
            let parent = Int.random(in: 0..<5, using: &random) < 2 ? entities.filter { depth(of: $0.id) < 3 }.randomElement(using: &random)?.id : nil
            var entity = Entity(id: nextID(), name: name, parent: parent, attributes: [])
            entity.attributes.append(.init(id: nextID(), name: "\(name.lowercased())Number", type: "int"))
            if Bool.random(using: &random) { entity.attributes.append(.init(id: nextID(), name: "\(name.lowercased())Text", type: "string?")) }
            entities.append(entity)
        }
        for index in entities.indices where entities.contains(where: { $0.parent == entities[index].id }) {
            entities[index].isAbstract = Int.random(in: 0..<4, using: &random) == 0
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) { addLink(&random) }
    }

    func depth(of entity: Int) -> Int { lineage(of: entity).count }

    /// The entity and what it inherits from, itself first.
    func lineage(of entity: Int) -> [Int] {
        var lineage = [entity]
        while let parent = entities.first(where: { $0.id == lineage[lineage.count - 1] })?.parent, !lineage.contains(parent) { lineage.append(parent) }
        return lineage
    }

    /// A name that no other relationship has, most of the time.
    func name(_ random: inout SeededGenerator) -> String {
        let taken = Set(links.flatMap(\.ends).map(\.name))
        let free = Self.properties.filter { !taken.contains($0) }
        let chooseTaken = Int.random(in: 0..<6, using: &random) == 0
        return (chooseTaken ? Self.properties : free).randomElement(using: &random) ?? "n\(taken.count)"
    }

    private mutating func addLink(_ random: inout SeededGenerator) {
        guard let first = entities.randomElement(using: &random)?.id, let second = entities.randomElement(using: &random)?.id else { return }
        func end(_ entity: Int, isToMany: Bool, isOptional: Bool, _ model: inout LinkedModel) -> End {
            var end = End(id: model.nextID(), entity: entity, name: model.name(&random), isToMany: isToMany, isOptional: isOptional || isToMany)
            end.isOrdered = isToMany && Int.random(in: 0..<3, using: &random) == 0
            if Int.random(in: 0..<3, using: &random) == 0 { end.deleteRule = ["cascade", "deny", "nullify"].randomElement(using: &random) }
            end.holdsKey = Int.random(in: 0..<3, using: &random) == 0
            return end
        }
        let isRequired = Int.random(in: 0..<4, using: &random) == 0
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: connect(end(first, isToMany: false, isOptional: !isRequired, &self), end(second, isToMany: true, isOptional: true, &self), &random)
        case 2, 3: connect(end(first, isToMany: false, isOptional: !isRequired, &self), end(second, isToMany: false, isOptional: true, &self), &random)
        case 4: connect(end(first, isToMany: true, isOptional: true, &self), end(second, isToMany: true, isOptional: true, &self), &random)
        case 5: links.append(.init(near: end(first, isToMany: Bool.random(using: &random), isOptional: true, &self), far: .itself))
        case 6: links.append(.init(near: end(first, isToMany: false, isOptional: !isRequired, &self), far: .entity(second)))
        case 7: links.append(.init(near: end(first, isToMany: true, isOptional: true, &self), far: .entity(second)))
        default:
            // Two links in opposite directions, which an edit can join.
            links.append(.init(near: end(first, isToMany: true, isOptional: true, &self), far: .entity(second)))
            links.append(.init(near: end(second, isToMany: Bool.random(using: &random), isOptional: true, &self), far: .entity(first)))
        }
    }

    private mutating func connect(_ near: End, _ far: End, _ random: inout SeededGenerator) {
        var far = far
        let taken = Set(links.flatMap(\.ends).map(\.name) + [near.name])
        if far.name == near.name, near.entity == far.entity {
            far.name = Self.properties.filter { !taken.contains($0) }.randomElement(using: &random) ?? "m\(taken.count)"
        }
        links.append(.init(near: near, far: .end(far)))
    }
}
