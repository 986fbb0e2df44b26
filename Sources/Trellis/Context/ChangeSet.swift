/// The inserted, changed and deleted objects of a context since the last save.
///
/// Each object is listed once, in the order of the changes. It stays listed if it loses its changes again: its state decides whether a
/// save writes it.
struct ChangeSet {
    private var inserted: ContiguousArray<ManagedObject> = []
    private var updated: ContiguousArray<ManagedObject> = []
    private var deleted: ContiguousArray<ManagedObject> = []
    /// The objects whose members changed, if a save has to check or write something for that.
    private var owners: ContiguousArray<ManagedObject> = []
    /// How many listed new objects were deleted again.
    private var takenBack = 0
    /// Objects whose versions the next save raises, also if it writes no value of theirs.
    private var raised: Set<ObjectIdentifier> = []
    /// The deleted members that owners with a ``MembershipHook`` had by rows of join tables.
    private var deletedMembers: [ObjectIdentifier: ContiguousArray<ManagedObject>] = [:]
    /// Objects that have kept their changes although another context or process has written or deleted their rows.
    private(set) var unmerged: Set<ManagedObject> = []

    // MARK: Noting changes

    mutating func noteInserted(_ object: ManagedObject) { inserted.append(object) }

    /// - Parameter object: an object that is not noted yet: ``ManagedObject/isListed``.
    mutating func noteUpdated(_ object: ManagedObject) { updated.append(object) }

    mutating func noteDeleted(_ object: ManagedObject) { deleted.append(object) }

    /// - Parameter owner: an object that is not noted yet: ``ManagedObject/hasMemberChanges``.
    mutating func noteMembers(of owner: ManagedObject) { owners.append(owner) }

    /// Notes that a deleted object was a member of an owner by a row of a join table.
    mutating func noteDeletedMember(_ member: ManagedObject, of owner: ManagedObject) {
        deletedMembers[ObjectIdentifier(owner), default: []].append(member)
    }

    /// Whether the next save deletes a member that the owner had by a row of a join table.
    func hasDeletedMember(_ owner: ManagedObject) -> Bool {
        deletedMembers[ObjectIdentifier(owner)]?.contains { $0.state == .deleted } == true
    }

    /// Notes that the next save raises the version of an object's row.
    mutating func noteRaised(_ object: ManagedObject) {
        raised.insert(ObjectIdentifier(object))
        if object.isListed { return }
        object.isListed = true
        updated.append(object)
    }

    /// Forgets the rows whose versions a failed save would have raised: members may have come back since.
    mutating func forgetRaised() { raised = [] }

    mutating func noteUnmerged(_ objects: some Sequence<ManagedObject>) { unmerged.formUnion(objects) }

    /// The unmerged objects that the lists of updated and deleted objects do not have: they have changed members, or no changes any more.
    var unmergedWithoutChangedColumns: [ManagedObject] { unmerged.filter { $0.state == .saved && $0.changes.isEmpty } }

    /// Takes out the unmerged objects that have no changes any more.
    mutating func takeUnmergedWithoutChanges() -> [ManagedObject] {
        if unmerged.isEmpty { return [] }
        let free = unmerged.filter { $0.state == .saved && !$0.hasUnsavedChanges }
        unmerged.subtract(free)
        return Array(free)
    }

    /// Notes that an object is new again whose deletion or creation was undone.
    mutating func noteRevived(_ object: ManagedObject) {
        let place = place(ofKey: object.key)
        if place < inserted.count, inserted[place] === object {
            takenBack -= 1
        } else {
            inserted.insert(object, at: place)
        }
    }

    /// Forgets the objects whose deletion was undone.
    mutating func forgetRestored() { deleted.removeAll { $0.state != .deleted } }

    /// Notes that a new object was deleted before it was saved.
    mutating func noteTakenBack() { takenBack += 1 }

    /// Forgets the new objects that were deleted again, if they are half of all: each delete alone would go over the whole list.
    mutating func forgetTakenBack() {
        guard takenBack > 0, takenBack * 2 >= inserted.count else { return }
        inserted.removeAll { $0.state == .gone }
        takenBack = 0
    }

    /// Clears the marks of the listed objects, which leave the change set.
    func clearMarks() {
        for object in updated { object.isListed = false }
        for object in owners { object.hasMemberChanges = false }
    }

    // MARK: Reading

    /// Whether no object is listed, so that none can have changes.
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && owners.isEmpty }

    /// How many objects of each kind are listed: it grows with every new change.
    var counts: [Int] { [inserted.count, updated.count, deleted.count, owners.count] }

    /// The objects that the next save writes.
    var changedObjects: ChangedObjects {
        ChangedObjects(inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects, owners: changedOwners)
    }

    var insertedObjects: ContiguousArray<ManagedObject> { inserted.filter { $0.state == .inserted } }

    var updatedObjects: ContiguousArray<ManagedObject> {
        if raised.isEmpty { return updated.filter { $0.hasColumnChanges } }
        return updated.filter { $0.hasColumnChanges || $0.state == .saved && raised.contains(ObjectIdentifier($0)) }
    }

    var deletedObjects: ContiguousArray<ManagedObject> { deleted.filter { $0.state == .deleted } }

    /// The owners of changed members that are or were in the store.
    var changedOwners: ContiguousArray<ManagedObject> { owners.filter { $0.state != .gone } }

    /// All listed objects that are new or may have changed columns.
    var listedObjects: some Sequence<ManagedObject> { [inserted, updated].joined() }

    /// All listed owners, deleted ones included.
    var listedOwners: ContiguousArray<ManagedObject> { owners }

    /// All listed new objects, those that were deleted again included.
    var listedNewObjects: ContiguousArray<ManagedObject> { inserted }

    /// The latest object of the change set, for an error.
    var last: ManagedObject? { inserted.last ?? updated.last ?? deleted.last }

    /// Whether the next save writes anything.
    var hasChanges: Bool {
        inserted.contains { $0.state == .inserted } || updated.contains { $0.hasColumnChanges }
            || deleted.contains { $0.state == .deleted } || owners.contains { $0.hasConnectionChanges }
    }

    /// Whether objects were deleted since the last save.
    var hasDeletions: Bool { !deleted.isEmpty }

    /// The new object with a temporary key.
    func newObject(withKey key: Int64) -> ManagedObject? {
        let place = place(ofKey: key)
        return place < inserted.count && inserted[place].key == key ? inserted[place] : nil
    }

    /// The place of the first new object whose temporary key is no greater: keys count downwards, and the list has their order.
    private func place(ofKey key: Int64) -> Int {
        var (low, high) = (0, inserted.count)
        while low < high {
            let middle = (low + high) / 2
            if inserted[middle].key > key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The objects that a save writes.
struct ChangedObjects {
    let inserted: ContiguousArray<ManagedObject>
    let updated: ContiguousArray<ManagedObject>
    let deleted: ContiguousArray<ManagedObject>
    /// The objects with changed members, deleted ones included.
    let owners: ContiguousArray<ManagedObject>

    static var none: ChangedObjects { ChangedObjects(inserted: [], updated: [], deleted: [], owners: []) }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !owners.contains(where: \.hasConnectionChanges)
    }
}
