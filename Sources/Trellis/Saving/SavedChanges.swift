/// What a save of a context has changed in the store. Rows that cascades deleted and rows that lost a key are included; changes by
/// user-defined triggers are not.
public struct SavedChanges: Sendable, Hashable {
    /// The objects that have new rows, in the order in which they were created.
    public internal(set) var inserted: [ObjectID] = []
    /// The objects whose rows were written.
    public internal(set) var updated: [ObjectID] = []
    /// The objects whose rows were deleted.
    public internal(set) var deleted: [ObjectID] = []
    /// The objects whose to-many relationships, or inverse sides of one-to-ones, have other members now or another order. Their rows
    /// need not have been written. An identity may name the destination of the relationship if the object is of a child entity.
    public internal(set) var reconnected: Set<ObjectID> = []
    /// Whether the lists have all objects. After a batch of more than 10,000 rows they are empty, and after a batch that deletes rows
    /// or sets a relationship they lack the objects that were changed along with its rows. A context that merges such a report reads
    /// all its objects again.
    public internal(set) var isComplete = true
    /// Whether fetches may have seen the changes before this report.
    var isLate = false
    /// The objects of which only values have changed that the database derives.
    var recomputed: Set<ObjectID> = []
    /// Those of the updated objects whose versions tell whether they have other values. They may only have another place among members.
    var versioned: Set<ObjectID> = []
    /// The context that saved.
    let origin: ContextToken

    /// Whether nothing has changed.
    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && reconnected.isEmpty && recomputed.isEmpty && isComplete
    }

    /// Whether a context has saved these changes itself.
    public func isOf(_ context: ManagedObjectContext) -> Bool { origin === context.token }

    public static func == (left: SavedChanges, right: SavedChanges) -> Bool {
        left.inserted == right.inserted && left.updated == right.updated && left.deleted == right.deleted
            && left.reconnected == right.reconnected
            && left.isComplete == right.isComplete && left.origin === right.origin
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(inserted)
        hasher.combine(updated)
        hasher.combine(deleted)
    }
}

/// The identity of a context in other isolation domains.
final class ContextToken: Sendable {}
