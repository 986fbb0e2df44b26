/// The tree of entities, by their places in the model.
struct Inheritance: Sendable {
    private(set) var parents: [Int?]
    private(set) var children: [[Int]]

    /// - Parameter parents: the place of each entity's parent, or nil. There is no circle.
    init(parents: [Int?]) {
        self.parents = parents
        children = Array(repeating: [], count: parents.count)
        for (place, parent) in parents.enumerated() {
            if let parent { children[parent].append(place) }
        }
    }

    /// The entity and its ancestors, the root first.
    func lineage(of place: Int) -> [Int] {
        var lineage = [place]
        while let parent = parents[lineage[lineage.count - 1]] { lineage.append(parent) }
        return lineage.reversed()
    }

    /// The entity and its descendants, each before its own descendants.
    func subtree(of place: Int) -> [Int] {
        [place] + children[place].flatMap(subtree)
    }
}

extension Model {
    /// The entities without a parent, in the model's order: each has a table.
    public var roots: [Entity] { entities.filter { $0.parent == nil } }

    /// The entity whose table stores the objects of `entity`: its root, or itself.
    public func root(of entity: Entity) -> Entity {
        entity.parent == nil ? entity : lineage(of: entity)[0]
    }

    /// The entity and its ancestors, the root first.
    public func lineage(of entity: Entity) -> [Entity] {
        guard entity.parent != nil, let place = place(ofEntity: entity.name.text) else { return [entity] }
        return inheritance.lineage(of: place).map { entities[$0] }
    }

    /// The entity and its descendants, each before its own descendants, children in the model's order.
    public func subtree(of entity: Entity) -> [Entity] {
        guard let place = place(ofEntity: entity.name.text) else { return [entity] }
        return inheritance.subtree(of: place).map { entities[$0] }
    }

    /// Whether the entity has children.
    public func hasChildren(_ entity: Entity) -> Bool {
        place(ofEntity: entity.name.text).map { !inheritance.children[$0].isEmpty } ?? false
    }
}
