import TestSupport

/// Edits that keep the connections of a relationship, or are one question: each kind by itself, so that none is rare.
extension LinkEdits {
    /// The kinds, by their names.
    enum Kind: String, CaseIterable {
        case inverseAdded, inverseRemoved, destinationWidened, destinationNarrowed, bothEndsMoved, keyChangesSides, becomesItsOwnInverse
        case destinationReplaced, commonParent
    }

    /// Makes an edit of a kind. The result may be no model, or the same if the model has nothing to edit so.
    mutating func edit(_ kind: Kind, _ random: inout SeededGenerator) {
        switch kind {
        case .inverseAdded: addInverse(&random)
        case .inverseRemoved: removeInverse(&random)
        case .destinationWidened: moveDestination(up: true, &random)
        case .destinationNarrowed: moveDestination(up: false, &random)
        case .bothEndsMoved: moveBothEnds(&random)
        case .keyChangesSides: changeSides(&random)
        case .becomesItsOwnInverse: makeOwnInverse(&random)
        case .destinationReplaced: replaceDestination(&random)
        case .commonParent: giveCommonParent(&random)
        }
    }

    private func links(_ random: inout SeededGenerator, where isMeant: (LinkedModel.Link) -> Bool) -> Int? {
        new.links.indices.filter { isMeant(new.links[$0]) }.randomElement(using: &random)
    }

    private static func hasNoInverse(_ link: LinkedModel.Link) -> Bool { if case .entity = link.far { true } else { false } }

    private mutating func addInverse(_ random: inout SeededGenerator) {
        guard let index = links(&random, where: Self.hasNoInverse), case .entity(let entity) = new.links[index].far else { return }
        let isToMany = Bool.random(using: &random)
        let name = new.name(&random)
        new.links[index].far = .end(.init(id: new.nextID(), entity: entity, name: name, isToMany: isToMany, isOptional: true))
    }

    private mutating func removeInverse(_ random: inout SeededGenerator) {
        guard let index = links(&random, where: { !Self.hasNoInverse($0) }) else { return }
        let near = new.links[index].near
        guard case .end(let far) = new.links[index].far else {
            new.links[index].far = .entity(near.entity)
            return
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: new.links[index].far = .entity(far.entity)
        case 1: new.links[index] = .init(near: far, far: .entity(near.entity))
        default:
            // Both stay, each by itself.
            new.links[index].far = .entity(far.entity)
            new.links.append(.init(near: far, far: .entity(near.entity)))
        }
    }

    /// An entity of the hierarchy above or below another one.
    private func relative(of entity: Int, up: Bool, _ random: inout SeededGenerator) -> Int? {
        let children = new.entities.filter { $0.parent == entity }.map(\.id)
        return up ? new.entities.first { $0.id == entity }?.parent : children.randomElement(using: &random)
    }

    private mutating func moveDestination(up: Bool, _ random: inout SeededGenerator) {
        guard let index = links(&random, where: { $0.entities.count == 2 }) else { return }
        switch new.links[index].far {
        case .entity(let entity):
            guard let other = relative(of: entity, up: up, &random) else { return }
            new.links[index].far = .entity(other)
        case .end(var far):
            guard let other = relative(of: far.entity, up: up, &random) else { return }
            far.entity = other
            new.links[index].far = .end(far)
        case .itself: break
        }
    }

    private mutating func moveBothEnds(_ random: inout SeededGenerator) {
        let up = Int.random(in: 0..<3, using: &random) > 0
        guard let index = new.links.indices.randomElement(using: &random) else { return }
        if let other = relative(of: new.links[index].near.entity, up: up, &random) { new.links[index].near.entity = other }
        guard case .end(var far) = new.links[index].far, let other = relative(of: far.entity, up: up, &random) else { return }
        far.entity = other
        new.links[index].far = .end(far)
    }

    private mutating func changeSides(_ random: inout SeededGenerator) {
        guard let index = links(&random, where: { if case .end = $0.far { true } else { false } }), case .end(var far) = new.links[index].far
        else { return }
        var near = new.links[index].near
        (near.isToMany, far.isToMany) = (far.isToMany, near.isToMany)
        (near.holdsKey, far.holdsKey) = (far.holdsKey, !far.holdsKey)
        (near.isOptional, far.isOptional) = (true, true)
        (near.isOrdered, far.isOrdered) = (near.isOrdered && near.isToMany, far.isOrdered && far.isToMany)
        new.links[index] = .init(near: near, far: .end(far))
    }

    private mutating func makeOwnInverse(_ random: inout SeededGenerator) {
        let index = links(&random) { link in link.entities.allSatisfy { $0 == link.near.entity } }
        guard let index else { return }
        new.links[index].far = .itself
        new.links[index].near.isOptional = true
    }

    private mutating func replaceDestination(_ random: inout SeededGenerator) {
        guard let index = links(&random, where: Self.hasNoInverse), let entity = new.entities.randomElement(using: &random)?.id else { return }
        new.links[index].far = .entity(entity)
    }

    private mutating func giveCommonParent(_ random: inout SeededGenerator) {
        let roots = new.entities.filter { $0.parent == nil }.map(\.id).shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random))
        guard roots.count > 1 else { return }
        let parent = new.nextID()
        new.entities.append(.init(id: parent, name: "Base\(parent)", isAbstract: true, attributes: []))
        for index in new.entities.indices where roots.contains(new.entities[index].id) { new.entities[index].parent = parent }
        guard let child = roots.first, Bool.random(using: &random), let index = links(&random, where: { $0.near.entity == child }) else { return }
        new.links[index].near.entity = parent
    }
}
