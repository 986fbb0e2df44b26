/// Which entities inherit from which, by their places in the model.
struct Inheritance: Sendable {
    private(set) var parents: [Int?]
    private(set) var children: [[Int]]

    /// - Parameter parents: the place of each entity's parent, where it has one; nothing inherits from itself.
    init(parents: [Int?]) {
        self.parents = parents
        children = Array(repeating: [], count: parents.count)
        for (place, parent) in parents.enumerated() {
            if let parent { children[parent].append(place) }
        }
    }

    /// The entity and all that it inherits from, the root first.
    func lineage(of place: Int) -> [Int] {
        var lineage = [place]
        while let parent = parents[lineage[lineage.count - 1]] { lineage.append(parent) }
        return lineage.reversed()
    }

    /// The entity and all that inherit from it, each before its own descendants.
    func subtree(of place: Int) -> [Int] {
        [place] + children[place].flatMap(subtree)
    }
}

extension Model {
    /// The entities that inherit from none, in the model's order: each has a table.
    public var roots: [Entity] { entities.filter { $0.parent == nil } }

    /// The entity whose table holds the objects of `entity`: the furthest that it inherits from, or itself.
    public func root(of entity: Entity) -> Entity {
        entity.parent == nil ? entity : lineage(of: entity)[0]
    }

    /// The entity and all that it inherits from, the root first.
    public func lineage(of entity: Entity) -> [Entity] {
        guard entity.parent != nil, let place = place(ofEntity: entity.name.text) else { return [entity] }
        return inheritance.lineage(of: place).map { entities[$0] }
    }

    /// The entity and all that inherit from it, each before its own descendants, children in the model's order.
    public func subtree(of entity: Entity) -> [Entity] {
        guard let place = place(ofEntity: entity.name.text) else { return [entity] }
        return inheritance.subtree(of: place).map { entities[$0] }
    }

    /// Whether other entities inherit from it.
    public func hasChildren(_ entity: Entity) -> Bool {
        place(ofEntity: entity.name.text).map { !inheritance.children[$0].isEmpty } ?? false
    }
}
