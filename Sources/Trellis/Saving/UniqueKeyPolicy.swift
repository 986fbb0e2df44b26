/// What a save does with a new object whose unique values another row has already: Core Data's merge policies for constraints.
///
/// With ``storeWins`` or ``objectWins`` the new object becomes the object of that row when the save is done: it has the row's identity, and
/// what refers to it refers to the row. The row is looked up in the transaction that writes, so several processes that write the same
/// values make one row.
///
/// The key of a one-to-one relationship is no such value: another partner is another object.
///
/// The save throws an ``ObjectValidationError`` all the same if several rows have values of the object, if two new objects of the save have
/// the same values, if the row is of another entity, or if the context has an object of that row that is in use: edit that object.
public enum UniqueKeyPolicy: Sendable, Hashable {
    /// The save is refused with an ``ObjectValidationError``, and nothing is written.
    case error
    /// The object gets the values of the row, which stays as it is.
    case storeWins
    /// The row gets all values of the object. Members of the row's to-many relationships stay, and those of the object join them.
    case objectWins
}
