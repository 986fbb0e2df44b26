/// Facts of a model that decide how objects of an entity are deleted.
struct DeletionFacts: Sendable {
    /// Whether a row that a cascade deletes must be loaded, however it was found: its class has a hook, a rule may deny the delete, or
    /// a many-to-many owner counts it among its members.
    let needsObjects: Bool
    /// The columns of keys whose destinations count their members.
    private let countedKeys: [ColumnIndex]
    /// The keys that a delete of their destination clears: their columns and destinations.
    let clearedKeys: [(column: ColumnIndex, destination: Int)]
    /// Whether a cascade follows the rows of a join table.
    let hasCascadingConnections: Bool
    /// Whether cascades lead from the entity back to it, so that their chains can have any length.
    fileprivate(set) var isCyclic = false

    /// Whether a row that a cascade deletes must be loaded.
    /// - Parameter column: the key by which it was found. Its destination is deleted too, so that need not count its members.
    func needsObject(foundBy column: ColumnIndex?) -> Bool {
        needsObjects || countedKeys.contains { $0 != column }
    }

    init(_ entity: EntityRuntime, among entities: [EntityRuntime]) {
        countedKeys = entity.toOne.filter { relationship in
            guard case .members(let number) = relationship.inverse else { return false }
            return entities[relationship.destination].inverseSides[number].countsMembers
        }.map(\.column)
        clearedKeys = entity.toOne.filter { $0.isCleared(among: entities) }.map { ($0.column, $0.destination) }
        hasCascadingConnections = entity.inverseSides.contains { $0.join != nil && $0.descriptor.deleteRule == .cascade }
        needsObjects =
            !entity.hooks.kinds.isDisjoint(with: .deletion)
            || entity.inverseSides.contains { relationship in
                if relationship.descriptor.deleteRule == .deny { return true }
                return relationship.join?.inverse.map { entities[relationship.destination].inverseSides[$0].countsMembers } ?? false
            }
            || entity.toOne.contains { $0.descriptor.deleteRule == .deny }
            || entity.keysWithoutInverse.contains { !entities[$0.entity].toOne[$0.number].descriptor.isOptional }
    }

    /// The facts of all entities of a model.
    static func all(_ entities: [EntityRuntime]) -> [DeletionFacts] {
        var facts = entities.map { DeletionFacts($0, among: entities) }
        // A relationship can refer to every entity that inherits from its destination.
        let kinds = entities.map { entity in entities.filter { $0.isKind(of: entity) }.map(\.index) }
        let targets = entities.map { entity in
            Set(
                (entity.inverseSides.filter { $0.descriptor.deleteRule == .cascade }.map(\.destination)
                    + entity.toOne.filter { $0.descriptor.deleteRule == .cascade }.map(\.destination))
                    .flatMap { kinds[$0] })
        }
        for start in entities.indices where !targets[start].isEmpty {
            var seen = Set<Int>()
            var open = Array(targets[start])
            while let next = open.popLast() {
                if seen.insert(next).inserted { open += targets[next] }
            }
            facts[start].isCyclic = seen.contains(start)
        }
        return facts
    }
}

extension EntityRuntime.ToOneRuntime {
    /// Whether the delete of its destination clears the key of an object that stays.
    func isCleared(among entities: [EntityRuntime]) -> Bool {
        descriptor.isOptional && isReleased(among: entities)
    }

    /// Whether the delete rules clear the key with its destination, even if the key is required.
    private func isReleased(among entities: [EntityRuntime]) -> Bool {
        switch inverse {
        case .none: true
        case .itself: descriptor.deleteRule == .nullify
        case .members(let number): entities[destination].inverseSides[number].descriptor.deleteRule == .nullify
        }
    }
}

extension EntityRuntime.InverseSideRuntime {
    /// Whether an owner that loses a member may break a rule.
    var countsMembers: Bool { descriptor.minCount != nil || !descriptor.isOptional }
}
