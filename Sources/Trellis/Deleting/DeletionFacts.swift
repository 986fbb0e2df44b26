/// What has to be looked at when objects of an entity are deleted, known when a model is made ready.
struct DeletionFacts: Sendable {
    /// Whether a row that a cascade takes along must be loaded, however it was found: somebody wants to be told, a rule denies, or
    /// others count it among their members.
    let needsObjects: Bool
    /// The columns of keys whose destinations count their members.
    private let countedKeys: [Int]
    /// The keys that are cleared when what they lead to is deleted: their columns, and where they lead.
    let clearedKeys: [(column: Int, destination: Int)]
    /// Whether a cascade follows rows of a table of their own.
    let hasCascadingConnections: Bool
    /// Whether cascades lead from the entity back to it, so that a chain of them can be of any length.
    fileprivate(set) var isCyclic = false

    /// Whether a row that a cascade takes along must be loaded.
    /// - Parameter column: the key that it was found by, whose destination goes too and counts nothing any more.
    func needsObject(foundBy column: Int?) -> Bool {
        needsObjects || countedKeys.contains { $0 != column }
    }

    init(_ entity: EntityRuntime, among entities: [EntityRuntime]) {
        countedKeys = entity.toOne.filter { relationship in
            guard case .members(let number) = relationship.inverse else { return false }
            return entities[relationship.destination].toMany[number].countsMembers
        }.map(\.column)
        clearedKeys = entity.toOne.filter { $0.isCleared(among: entities) }.map { ($0.column, $0.destination) }
        hasCascadingConnections = entity.toMany.contains { $0.join != nil && $0.descriptor.deleteRule == .cascade }
        needsObjects =
            !entity.hooks.kinds.isDisjoint(with: .deletion)
            || entity.toMany.contains { relationship in
                if relationship.descriptor.deleteRule == .deny { return true }
                return relationship.join?.inverse.map { entities[relationship.destination].toMany[$0].countsMembers } ?? false
            }
            || entity.toOne.contains { $0.descriptor.deleteRule == .deny }
            || entity.lonelyKeys.contains { !entities[$0.entity].toOne[$0.number].descriptor.isOptional }
    }

    /// The facts of all entities of a model.
    static func all(_ entities: [EntityRuntime]) -> [DeletionFacts] {
        var facts = entities.map { DeletionFacts($0, among: entities) }
        // A relationship leads to every entity that inherits from its destination.
        let kinds = entities.map { entity in entities.filter { $0.isKind(of: entity) }.map(\.index) }
        let targets = entities.map { entity in
            Set(
                (entity.toMany.filter { $0.descriptor.deleteRule == .cascade }.map(\.destination)
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
    /// Whether the key of an object that stays is cleared when what it leads to is deleted.
    func isCleared(among entities: [EntityRuntime]) -> Bool {
        descriptor.isOptional && isReleased(among: entities)
    }

    /// Whether deleting what the key leads to asks for clearing it, be it allowed or not.
    private func isReleased(among entities: [EntityRuntime]) -> Bool {
        switch inverse {
        case .none: true
        case .itself: descriptor.deleteRule == .nullify
        case .members(let number): entities[destination].toMany[number].descriptor.deleteRule == .nullify
        }
    }
}

extension EntityRuntime.ToManyRuntime {
    /// Whether an owner that loses a member may break a rule by that.
    var countsMembers: Bool { descriptor.minCount != nil || !descriptor.isOptional }
}
