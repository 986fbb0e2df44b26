/// What a save writes. It is complete before the transaction begins, and no step of the save changes it.
struct SavePlan {
    let inserted: ContiguousArray<ManagedObject>
    let updated: ContiguousArray<ManagedObject>
    let deleted: ContiguousArray<ManagedObject>
    /// The objects with changed members, deleted ones included.
    let owners: ContiguousArray<ManagedObject>
    /// What deletions do to rows that the context has no object for.
    let unregistered: UnregisteredRows
    let originals: OriginalValues
    let policy: MergePolicy
    let uniqueKeyPolicy: UniqueKeyPolicy
    /// The entities of the context, by their numbers.
    let scopes: [EntityScope]

    /// Whether the tables are another program's.
    var writesExistingTables: Bool { scopes.first?.entity.hasVersion == false }

    init(_ changes: ChangedObjects, of context: ManagedObjectContext) {
        (inserted, updated, deleted, owners) = (changes.inserted, changes.updated, changes.deleted, changes.owners)
        unregistered = UnregisteredRows(context, with: changes.deleted)
        originals = context.originalValues
        policy = context.mergePolicy
        uniqueKeyPolicy = context.uniqueKeyPolicy
        scopes = context.scopes
    }
}
