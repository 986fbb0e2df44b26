/// What a save does where somebody else has saved or deleted rows that it is about to write.
///
/// A policy is about versions of one row. Values that must be unique and are not are an ``ObjectValidationError`` under every
/// policy: two objects are two things, and none of them could give way without losing what belongs to it.
public enum MergePolicy: Sendable, Hashable {
    /// The save is refused with a ``ConflictError``, and nothing is written.
    case error
    /// What both have changed stays as the store has it, and so does a row that was to be deleted. What only one of them has
    /// changed is as that one has it. An object whose row is gone is deleted.
    case storeWins
    /// What both have changed becomes as the object has it. What only one of them has changed is as that one has it. Rows
    /// that are to be deleted go, and a row that is gone is made again.
    case objectWins
    /// The row becomes the object, also where only others have changed it. Rows that are to be deleted go, and a row that is
    /// gone is made again.
    case overwrite
    /// The object becomes the row, and its changes are discarded; so is a delete.
    case rollback
}
