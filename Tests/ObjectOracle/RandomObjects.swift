import SQLiteAccess
import SchemaModel

extension ObjectDatabase {
    /// Objects that make a migration difficult: keys that several tables share, members of every concrete entity, owners without
    /// members, objects connected with themselves, connections in one direction only, pairs that cross.
    public init(randomObjectsOf model: Model, using random: inout some RandomNumberGenerator) {
        self.init(model)
        for root in model.roots {
            let entities = model.subtree(of: root).filter { !$0.isAbstract }
            var keys = Array(1...Int64(max(entities.count, 1) * 6)).shuffled(using: &random)
            for entity in entities {
                for _ in 0..<Int.random(in: 3...5, using: &random) {
                    guard let key = keys.popLast() else { continue }
                    objects[ObjectID(entity.name.text, key)] = values(of: entity, key, &random)
                }
            }
        }
        removeUnconnectable()
        for end in model.relationshipEnds { connect(end, &random) }
        sortUnordered()
    }

    private func values(of entity: Entity, _ key: Int64, _ random: inout some RandomNumberGenerator) -> [String: SQLiteValue] {
        var values: [String: SQLiteValue] = [:]
        for attribute in model.lineage(of: entity).flatMap(\.attributes) {
            if attribute.isOptional, Int.random(in: 0..<3, using: &random) == 0 {
                values[attribute.name.text] = .null
            } else if attribute.type == .string {
                values[attribute.name.text] = .text("\(entity.name.text) \(key) \(attribute.name.text)")
            } else {
                values[attribute.name.text] = .integer(key * 1_000 + Int64.random(in: 0..<1_000, using: &random))
            }
        }
        return values
    }

    private func objects(under entity: String) -> [ObjectID] {
        let entities = Set(model.concreteEntities(under: entity))
        return objects.keys.filter { entities.contains($0.entity) }.sorted()
    }

    /// Removes objects that require a connection which not all objects can have.
    private mutating func removeUnconnectable() {
        var count = objects.count + 1
        while objects.count < count {
            count = objects.count
            for end in model.relationshipEnds where !end.relationship.isOptional && !end.relationship.isToMany {
                let owners = objects(under: end.name.entity)
                let targets = objects(under: end.relationship.destination.text)
                let isShared = model.inverse(of: end)?.relationship.isToMany ?? true
                let room = isShared ? (targets.isEmpty ? 0 : owners.count) : targets.count
                for owner in owners.dropFirst(room) { objects[owner] = nil }
            }
        }
    }

    private mutating func connect(_ end: RelationshipEnd, _ random: inout some RandomNumberGenerator) {
        let (relationship, inverse) = (end.relationship, model.inverse(of: end))
        let owners = objects(under: end.name.entity)
        let targets = objects(under: relationship.destination.text)
        if let inverse, inverse.name == end.name {
            if !relationship.isToMany { return pairUp(owners, end, &random) }
            for (place, first) in owners.enumerated() {
                for second in owners[place...] where Int.random(in: 0..<4, using: &random) == 0 { connect(first, end, second) }
            }
        } else if relationship.isToMany {
            // The to-one end connects both; of two to-many ends the first in order.
            if let inverse, !inverse.relationship.isToMany || inverse.name.description < end.name.description { return }
            for owner in owners.shuffled(using: &random) where Int.random(in: 0..<4, using: &random) > 0 {
                for target in targets.shuffled(using: &random) where Int.random(in: 0..<3, using: &random) == 0 {
                    connect(owner, end, target)
                }
            }
        } else if let inverse, !inverse.relationship.isToMany {
            guard relationship.holdsKey else { return }
            let isTotal = !relationship.isOptional || !inverse.relationship.isOptional
            for (owner, target) in zip(owners.shuffled(using: &random), targets.shuffled(using: &random)) {
                if isTotal || Int.random(in: 0..<4, using: &random) > 0 { connect(owner, end, target) }
            }
        } else {
            for owner in owners.shuffled(using: &random) {
                if relationship.isOptional, Int.random(in: 0..<4, using: &random) == 0 { continue }
                if let target = targets.randomElement(using: &random) { connect(owner, end, target) }
            }
        }
    }

    /// Connects some objects with each other, and some with themselves.
    private mutating func pairUp(_ objects: [ObjectID], _ end: RelationshipEnd, _ random: inout some RandomNumberGenerator) {
        var rest = objects.shuffled(using: &random)
        while let first = rest.popLast() {
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where end.relationship.isOptional: continue
            case 1: connect(first, end, first)
            default: connect(first, end, rest.popLast() ?? first)
            }
        }
    }
}
