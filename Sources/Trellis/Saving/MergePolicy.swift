/// How a save decides if another save has changed or deleted the same rows.
///
/// A policy is about versions of one row. What happens to unique values that another row has is decided by ``UniqueKeyPolicy``.
public enum MergePolicy: Sendable, Hashable {
    /// The save is refused with a ``ConflictError``, and nothing is written.
    case error
    /// A property that both have changed keeps the store's value; a property that only one of them has changed gets that value. A row
    /// that this save deletes stays if it was changed. An object whose row was deleted is deleted.
    case storeWins
    /// A property that both have changed gets the object's value; a property that only one of them has changed gets that value. Deletions
    /// happen, and a deleted row is inserted again.
    case objectWins
    /// The row gets all values of the object, also for properties that only the other save has changed. Deletions happen, and a deleted
    /// row is inserted again.
    case overwrite
    /// The object gets the values of the row. Its changes are discarded, and so is its deletion.
    case rollback
}
