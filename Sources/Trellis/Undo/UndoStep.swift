/// A group of changes that can be undone, or done again.
public struct UndoStep: Sendable, Hashable, CustomStringConvertible {
    /// The name that the group was given, for a menu.
    public let name: String?
    /// What the group changed, a line for each object: `Customer/3: name, note`.
    public let description: String

    /// - Parameter isUndone: whether redo does the changes again.
    init(_ group: UndoGroup, isUndone: Bool = false) {
        name = group.name
        description = group.images.map { $0.text(isUndone) }.joined(separator: "\n")
    }
}

extension ObjectImage {
    /// What the group does to the object. Of one that redo restores the opposite was noted.
    fileprivate func text(_ isUndone: Bool) -> String {
        let id = object.objectID
        if !existed || isDeleted { return "\(id): \(existed == isUndone ? "inserted" : "deleted")" }
        let entity = object.scope.entity
        let attributes = values.keys.sorted().map { entity.columns[$0].property }
        let relationships = Set(connections.keys).union(orders.keys).sorted().map { entity.inverseSides[$0].descriptor.name }
        var seen = Set<String>()
        let names = (attributes + relationships).filter { seen.insert($0).inserted }
        return "\(id): \(names.joined(separator: ", "))"
    }
}
