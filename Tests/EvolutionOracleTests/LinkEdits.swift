import TestSupport

/// A model, an edited one, and the renames that the editor wrote down.
struct LinkEdits {
    private(set) var old: LinkedModel
    var new: LinkedModel
    /// The ends and entities whose new names are decided, by their ids.
    private var decided: Set<Int> = []

    init(_ old: LinkedModel) {
        self.old = old
        new = old
    }

    /// The decisions about names, by old places.
    var renames: [String: String] {
        var renames: [String: String] = [:]
        for entity in old.entities where decided.contains(entity.id) {
            if let name = new.entities.first(where: { $0.id == entity.id })?.name, name != entity.name { renames[entity.name] = name }
        }
        for end in old.links.flatMap(\.ends) where decided.contains(end.id) {
            guard let renamed = new.links.flatMap(\.ends).first(where: { $0.id == end.id }), renamed.name != end.name,
                let entity = old.entities.first(where: { $0.id == end.entity }),
                // A relationship that another entity has now is another one.
                new.lineage(of: end.entity).contains(renamed.entity) || new.lineage(of: renamed.entity).contains(end.entity),
                // Names of properties say nothing while that of their entity is open.
                new.entities.first(where: { $0.id == end.entity })?.name == (renames[entity.name] ?? entity.name)
            else { continue }
            renames["\(entity.name).\(end.name)"] = renamed.name
        }
        return renames
    }

    /// Makes one edit. The result may be no model.
    mutating func edit(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<23, using: &random) {
        case 0, 1: moveInHierarchy(&random)
        case 2: addParent(&random)
        case 3: changeEntity(&random) { entity, _ in entity.parent = nil }
        case 4, 5, 6: retarget(&random)
        case 7, 8: join(&random)
        case 9: separate(&random)
        case 10, 11: rename(&random)
        case 12: exchangeNames(&random)
        case 13, 14:
            changeEnd(&random) { end, random in
                end.isToMany.toggle()
                end.isOptional = end.isToMany || Int.random(in: 0..<3, using: &random) > 0
            }
        case 15: changeEnd(&random) { end, _ in end.isOrdered.toggle() }
        case 16: changeEnd(&random) { end, _ in end.isOptional.toggle() }
        case 17: makeSelfReferencing(&random)
        case 18: removeEnd(&random)
        case 19: handOverName(&random)
        case 20: renameEntity(&random)
        case 21: removeEntity(&random)
        default:
            if Bool.random(using: &random) {
                changeEntity(&random) { entity, _ in entity.isAbstract.toggle() }
            } else {
                changeEnd(&random) { end, _ in end.holdsKey.toggle() }
            }
        }
    }

    // MARK: Ends

    private mutating func changeEnd(_ random: inout SeededGenerator, _ change: (inout LinkedModel.End, inout SeededGenerator) -> Void) {
        guard let index = new.links.indices.randomElement(using: &random) else { return }
        if case .end(var far) = new.links[index].far, Bool.random(using: &random) {
            change(&far, &random)
            new.links[index].far = .end(far)
        } else {
            change(&new.links[index].near, &random)
        }
    }

    private mutating func moveInHierarchy(_ random: inout SeededGenerator) {
        let model = new
        func moved(_ entity: Int, up: Bool, _ random: inout SeededGenerator) -> Int {
            let parents = model.entities.filter { $0.id == entity }.compactMap(\.parent)
            let children = model.entities.filter { $0.parent == entity }.map(\.id)
            return (up ? parents : children).randomElement(using: &random) ?? entity
        }
        let up = Int.random(in: 0..<3, using: &random) > 0
        if Int.random(in: 0..<3, using: &random) == 0, let index = new.links.indices.randomElement(using: &random) {
            // Both ends at once.
            new.links[index].near.entity = moved(new.links[index].near.entity, up: up, &random)
            if case .end(var far) = new.links[index].far {
                far.entity = moved(far.entity, up: up, &random)
                new.links[index].far = .end(far)
            }
        } else {
            changeEnd(&random) { end, random in end.entity = moved(end.entity, up: up, &random) }
        }
    }

    private mutating func retarget(_ random: inout SeededGenerator) {
        guard let index = new.links.indices.randomElement(using: &random), let entity = new.entities.randomElement(using: &random)?.id else { return }
        switch new.links[index].far {
        case .end(var far) where Bool.random(using: &random):
            far.entity = entity
            new.links[index].far = .end(far)
        case .entity where Int.random(in: 0..<3, using: &random) > 0: new.links[index].far = .entity(entity)
        default: new.links[index].near.entity = entity
        }
    }

    private mutating func join(_ random: inout SeededGenerator) {
        let free = new.links.indices.filter { if case .entity = new.links[$0].far { true } else { false } }
        guard let first = free.randomElement(using: &random), let second = free.filter({ $0 != first }).randomElement(using: &random) else { return }
        // Those that lead to each other's entities join without moving.
        let partner = free.first { $0 != first && new.links[$0].entities == new.links[first].entities.reversed() } ?? second
        new.links[first].far = .end(new.links[partner].near)
        new.links.remove(at: partner)
    }

    private mutating func separate(_ random: inout SeededGenerator) {
        let joined = new.links.indices.filter { if case .entity = new.links[$0].far { false } else { true } }
        guard let index = joined.randomElement(using: &random) else { return }
        let near = new.links[index].near
        if case .end(let far) = new.links[index].far {
            new.links[index].far = .entity(far.entity)
            new.links.append(.init(near: far, far: .entity(near.entity)))
        } else {
            new.links[index].far = .entity(near.entity)
        }
    }

    private mutating func makeSelfReferencing(_ random: inout SeededGenerator) {
        guard let index = new.links.indices.randomElement(using: &random) else { return }
        let entity = new.links[index].near.entity
        switch new.links[index].far {
        case .end(var far) where Bool.random(using: &random):
            far.entity = entity
            new.links[index].far = .end(far)
        case .entity(let target) where target != entity: new.links[index].far = .entity(entity)
        case .itself:
            var far = new.links[index].near
            far.id = new.nextID()
            far.name = new.name(&random)
            new.links[index].far = .end(far)
        default: new.links[index].far = .itself
        }
    }

    private mutating func removeEnd(_ random: inout SeededGenerator) {
        guard let index = new.links.indices.randomElement(using: &random) else { return }
        guard case .end(let far) = new.links[index].far, Int.random(in: 0..<3, using: &random) > 0 else {
            new.links.remove(at: index)
            return
        }
        let near = new.links[index].near
        new.links[index] = Bool.random(using: &random) ? .init(near: near, far: .entity(far.entity)) : .init(near: far, far: .entity(near.entity))
    }

    // MARK: Names

    private mutating func rename(_ random: inout SeededGenerator) {
        let name = new.name(&random)
        var renamed: Int?
        changeEnd(&random) { end, _ in
            end.name = name
            renamed = end.id
        }
        if let renamed, Bool.random(using: &random) { decided.insert(renamed) }
    }

    private mutating func exchangeNames(_ random: inout SeededGenerator) {
        let ends = new.links.flatMap(\.ends)
        guard let first = ends.randomElement(using: &random), let second = ends.randomElement(using: &random) else { return }
        setName(second.name, of: first.id)
        setName(first.name, of: second.id)
        if Bool.random(using: &random) { decided.formUnion([first.id, second.id]) }
    }

    /// Gives the name of one relationship to another one, which may be in another entity.
    private mutating func handOverName(_ random: inout SeededGenerator) {
        let ends = new.links.flatMap(\.ends)
        guard let first = ends.randomElement(using: &random), let second = ends.randomElement(using: &random), first.id != second.id else { return }
        if Bool.random(using: &random) {
            new.links.removeAll { $0.ends.contains { $0.id == first.id } }
        } else {
            setName(new.name(&random), of: first.id)
            if Bool.random(using: &random) { decided.insert(first.id) }
        }
        setName(first.name, of: second.id)
        if Bool.random(using: &random) { decided.insert(second.id) }
    }

    private mutating func setName(_ name: String, of end: Int) {
        for index in new.links.indices {
            if new.links[index].near.id == end { new.links[index].near.name = name }
            if case .end(var far) = new.links[index].far, far.id == end {
                far.name = name
                new.links[index].far = .end(far)
            }
        }
    }

    // MARK: Entities

    private mutating func changeEntity(_ random: inout SeededGenerator, _ change: (inout LinkedModel.Entity, inout SeededGenerator) -> Void) {
        guard let index = new.entities.indices.randomElement(using: &random) else { return }
        change(&new.entities[index], &random)
    }

    private mutating func addParent(_ random: inout SeededGenerator) {
        let roots = new.entities.filter { $0.parent == nil }.map(\.id).shuffled(using: &random)
        let children = roots.prefix(Int.random(in: 1...2, using: &random))
        let parent: Int
        if Bool.random(using: &random) {
            parent = new.nextID()
            new.entities.append(.init(id: parent, name: "Base\(parent)", isAbstract: Bool.random(using: &random), attributes: []))
        } else if let entity = new.entities.randomElement(using: &random), !children.contains(entity.id) {
            parent = entity.id
        } else {
            return
        }
        for index in new.entities.indices where children.contains(new.entities[index].id) { new.entities[index].parent = parent }
        // What the children have goes up with them, now and then.
        guard let child = children.first, Bool.random(using: &random) else { return }
        for index in new.links.indices {
            if new.links[index].near.entity == child { new.links[index].near.entity = parent }
            if case .end(var far) = new.links[index].far, far.entity == child {
                far.entity = parent
                new.links[index].far = .end(far)
            }
        }
    }

    private mutating func renameEntity(_ random: inout SeededGenerator) {
        let name = ["Fig", "Grape", "Hazel"].randomElement(using: &random) ?? "Fig"
        var renamed: Int?
        changeEntity(&random) { entity, _ in
            entity.name = name
            renamed = entity.id
        }
        if let renamed, Int.random(in: 0..<4, using: &random) > 0 { decided.insert(renamed) }
    }

    private mutating func removeEntity(_ random: inout SeededGenerator) {
        guard new.entities.count > 1, let removed = new.entities.randomElement(using: &random) else { return }
        new.entities.removeAll { $0.id == removed.id }
        for index in new.entities.indices where new.entities[index].parent == removed.id { new.entities[index].parent = removed.parent }
        new.links.removeAll { $0.entities.contains(removed.id) }
    }
}

// MARK: Smaller ones

extension LinkEdits {
    /// The same edits with less in both models.
    var smaller: [LinkEdits] {
        var smaller: [LinkEdits] = []
        func add(_ change: (inout LinkedModel) -> Void) {
            var edits = self
            change(&edits.old)
            change(&edits.new)
            if edits.old != old || edits.new != new { smaller.append(edits) }
        }
        for entity in Set((old.entities + new.entities).map(\.id)).sorted() {
            add { model in
                model.links.removeAll { $0.entities.contains(entity) }
                let parent = model.entities.first { $0.id == entity }?.parent
                for index in model.entities.indices where model.entities[index].parent == entity { model.entities[index].parent = parent }
                model.entities.removeAll { $0.id == entity }
            }
        }
        for end in Set((old.links + new.links).flatMap(\.ends).map(\.id)).sorted() {
            add { model in model.links.removeAll { $0.ends.contains { $0.id == end } } }
        }
        for attribute in Set((old.entities + new.entities).flatMap(\.attributes).map(\.id)).sorted() {
            add { model in
                for index in model.entities.indices { model.entities[index].attributes.removeAll { $0.id == attribute } }
            }
        }
        for end in Set((old.links + new.links).flatMap(\.ends).map(\.id)).sorted() {
            add { $0.simplify(end) }
        }
        return smaller
    }
}

extension LinkedModel {
    /// An end without what it can do without.
    fileprivate mutating func simplify(_ id: Int) {
        func simplify(_ end: inout End) {
            guard end.id == id else { return }
            (end.isOptional, end.isOrdered, end.deleteRule, end.holdsKey) = (true, false, nil, false)
        }
        for index in links.indices {
            simplify(&links[index].near)
            if case .end(var far) = links[index].far {
                simplify(&far)
                links[index].far = .end(far)
            }
        }
    }
}
