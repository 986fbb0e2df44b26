/// What a save has written, when its transaction is over. The objects change only after the commit.
struct SaveOutcome {
    /// The keys of the inserted rows.
    let keys: NewKeys
    /// The objects whose changed columns were written.
    let updated: ContiguousArray<ManagedObject>
    /// The objects whose rows were deleted.
    let deleted: ContiguousArray<ManagedObject>
    /// The objects whose deleted rows were inserted again.
    var recreated: ContiguousArray<ManagedObject> = []
    /// Objects that take the values of their rows, with these; nil for a row that does not exist.
    var merged: [(object: ManagedObject, stored: ManagedObject?)] = []
    /// What rows made before this save wrote over them, if another context or process had changed them since they were read.
    var overwritten: [ManagedObject] = []
    /// The rows without an object that changed.
    var unregistered = UnregisteredRows.Changes()
    /// The inserted objects that had rows already.
    var adopted = AdoptedRows()
}
