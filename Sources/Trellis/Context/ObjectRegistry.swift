/// The objects of one table in one context, by key, and when those that nobody uses are let go of.
final class ObjectRegistry {
    /// Unchecked: every row of a fetch asks it, and nothing that it calls comes back here.
    @exclusivity(unchecked) private var identity = IdentityTable()
    /// The keys of rows that the next save deletes and that the context does not know: nobody gets to see them any more.
    var pendingDeletions: Set<Int64> = []
    /// How many objects were left by the last sweep.
    private var countAfterSweep = 0
    /// How many saves there are until the next one that sweeps.
    private var savesUntilSweep = 0

    /// Below this many objects sweeping is not worth its time.
    private static let sweepThreshold = 10_000

    /// The object of a row, if the context knows it; no I/O.
    subscript(key: Int64) -> ManagedObject? { identity[key] }

    func register(_ object: ManagedObject) {
        identity.insert(object, at: object.key)
    }

    func unregister(_ key: Int64) {
        identity.remove(key)
    }

    func unregisterAll() {
        identity = IdentityTable()
    }

    var isEmpty: Bool { identity.count == 0 }

    var objects: [ManagedObject] { identity.objects }

    var count: Int { identity.count }

    /// Gives every object that somebody holds beside the table.
    func forEachHeld(_ body: (ManagedObject) -> Void) {
        identity.forEachHeld(body)
    }

    /// Lets go of objects.
    func release(where isUnused: (ManagedObject) -> Bool) {
        let released = identity.remove(where: isUnused)
        countAfterSweep = identity.count
        withExtendedLifetime(released) {}
    }

    /// Lets go of unused objects when registrations have doubled since the last time.
    /// - Returns: whether they had.
    func sweepIfGrown() -> Bool {
        guard identity.count > max(Self.sweepThreshold, 2 * countAfterSweep) else { return false }
        sweep()
        return true
    }

    /// Lets go of unused objects after a save, which no longer needs them. A context that holds very many and saves often does
    /// not look at all of them each time.
    func sweepAfterSave() {
        savesUntilSweep -= 1
        guard identity.count > Self.sweepThreshold, savesUntilSweep <= 0 else { return }
        sweep()
        savesUntilSweep = identity.count / Self.sweepThreshold
    }

    /// Lets go of the objects that nobody but this table holds. They are clean: the context holds what has changes.
    func sweep() {
        let released = identity.sweep()
        countAfterSweep = identity.count
        withExtendedLifetime(released) {}
    }
}
