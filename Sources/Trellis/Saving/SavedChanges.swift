/// What a save of a context has changed in the store, as the library knows it: what cascades took along and what lost its key is
/// there too, what triggers of a person's own did is not.
public struct SavedChanges: Sendable, Hashable {
    /// The objects that have a row now and had none, in the order in which they were made.
    public internal(set) var inserted: [ObjectID] = []
    /// The objects whose rows were written.
    public internal(set) var updated: [ObjectID] = []
    /// The objects whose rows are gone.
    public internal(set) var deleted: [ObjectID] = []
    /// The objects whose to-many relationships, or far ends of one-to-ones, have other members now or another order. Their rows
    /// need not have been written. An identity may name the entity that a relationship leads to, where the object is of one
    /// that inherits from it.
    public internal(set) var reconnected: Set<ObjectID> = []
    /// The context that saved.
    let origin: ContextToken

    /// Whether a context has saved these changes itself.
    public func isOf(_ context: ManagedObjectContext) -> Bool { origin === context.token }

    public static func == (left: SavedChanges, right: SavedChanges) -> Bool {
        left.inserted == right.inserted && left.updated == right.updated && left.deleted == right.deleted
            && left.reconnected == right.reconnected && left.origin === right.origin
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(inserted)
        hasher.combine(updated)
        hasher.combine(deleted)
    }
}

/// Who a context is, for those who are in another isolation domain.
final class ContextToken: Sendable {}
