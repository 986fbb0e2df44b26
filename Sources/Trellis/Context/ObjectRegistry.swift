/// The objects of one table in one context, by key: one object for each row. It decides when unused objects are released.
final class ObjectRegistry {
    /// Unchecked, because every row of a fetch asks it, and nothing that it calls uses the registry.
    @exclusivity(unchecked) private var identity = IdentityTable()
    /// The keys of the unregistered rows that the next save deletes. Fetches hide these rows.
    private(set) var pendingDeletions: Set<Int64> = []
    /// The objects with unsaved changes by the values of unique keys; nil until one is searched.
    @exclusivity(unchecked) private var unsavedKeysIfAny: UnsavedKeys?
    /// How many objects were left by the last sweep.
    private var countAfterSweep = 0
    /// How many saves follow before one sweeps again.
    private var savesUntilSweep = 0

    /// Below this many objects a sweep costs more than it frees.
    private static let sweepThreshold = 10_000

    /// The object of a row; nil if no object is registered. Nothing is read.
    subscript(key: Int64) -> ManagedObject? { identity[key] }

    /// The objects with unsaved changes by the values of unique keys.
    var unsavedKeys: UnsavedKeys {
        if let known = unsavedKeysIfAny { return known }
        let new = UnsavedKeys()
        unsavedKeysIfAny = new
        return new
    }

    /// Notes an object that is new or about to change, if unique keys are searched.
    func noteUnsaved(_ object: ManagedObject) { unsavedKeysIfAny?.note(object) }

    func forgetUnsavedKeys() { unsavedKeysIfAny = nil }

    /// Notes rows that the next save deletes.
    func notePendingDeletions(_ keys: Set<Int64>) {
        // One delete of very many rows is the usual case.
        if pendingDeletions.isEmpty { pendingDeletions = keys } else { pendingDeletions.formUnion(keys) }
    }

    func forgetPendingDeletions() { pendingDeletions = [] }

    func register(_ object: ManagedObject) {
        identity.insert(object, at: object.key)
    }

    func unregister(_ key: Int64) {
        identity.remove(key)
    }

    /// Releases the object of a row if nothing else holds it.
    /// - Returns: whether no object is registered now.
    func releaseIfUnused(_ key: Int64) -> Bool {
        let (isFree, released) = identity.removeIfUnheld(key)
        // Its `deinit` may run code that uses the registry.
        withExtendedLifetime(released) {}
        return isFree
    }

    func unregisterAll() {
        identity = IdentityTable()
        unsavedKeysIfAny = nil
    }

    var isEmpty: Bool { identity.count == 0 }

    var objects: [ManagedObject] { identity.objects }

    var count: Int { identity.count }

    /// Calls `body` with each object that is held outside of the registry.
    func forEachHeld(_ body: (ManagedObject) -> Void) {
        identity.forEachHeld(body)
    }

    /// Releases objects.
    func release(where isUnused: (ManagedObject) -> Bool) {
        let released = identity.remove(where: isUnused)
        countAfterSweep = identity.count
        withExtendedLifetime(released) {}
    }

    /// Releases unused objects if the registrations have doubled since the last sweep.
    /// - Returns: whether it swept.
    func sweepIfGrown() -> Bool {
        guard identity.count > max(Self.sweepThreshold, 2 * countAfterSweep) else { return false }
        sweep()
        return true
    }

    /// Releases unused objects after a save, but not after each one if the context has very many objects.
    func sweepAfterSave() {
        savesUntilSweep -= 1
        guard identity.count > Self.sweepThreshold, savesUntilSweep <= 0 else { return }
        sweep()
        savesUntilSweep = identity.count / Self.sweepThreshold
    }

    /// Releases the objects that only the registry holds. They have no changes, because the change set holds all others.
    func sweep() {
        let released = identity.sweep()
        countAfterSweep = identity.count
        withExtendedLifetime(released) {}
    }
}
