/// The error of a relationship that could not be loaded, which a property cannot throw. The next fetch or save throws it.
struct RememberedError {
    private var error: StoreError?

    /// Remembers an error, unless there is an earlier one.
    mutating func note(_ error: any Error) {
        if self.error == nil { self.error = StoreError(error) }
    }

    /// Forgets the error.
    /// - Returns: the error; nil if nothing failed.
    mutating func take() -> StoreError? {
        defer { error = nil }
        return error
    }
}

/// How often objects were deleted in a context. Relationships compare it, to find out whether they have to look for deleted members.
struct DeletionCounts {
    /// All deletions.
    private(set) var all = 0
    /// The deletions that another context or process has done.
    private(set) var foreign = 0

    mutating func note() { all += 1 }

    mutating func noteForeign() {
        all += 1
        foreign += 1
    }
}

/// Decides when a context looks for objects that only hold each other.
struct CollectionPace {
    /// How many objects relationships have loaded or held since the last collection.
    private var loads = 0
    private var countAfterCollection = 0

    /// Below this many objects a collection costs more than it frees.
    private static let threshold = 10_000

    mutating func noteLoads(_ count: Int) { loads += count }

    /// Whether relationships may hold many objects, so that counting these is worth its time.
    var isWorthCounting: Bool { loads > Self.threshold }

    /// Whether the objects have doubled since the last collection.
    func isDue(at count: Int) -> Bool { count > max(Self.threshold, 2 * countAfterCollection) }

    mutating func noteCollection(left count: Int) {
        countAfterCollection = count
        loads = 0
    }
}

/// The hooks that a context is calling.
struct HookState {
    /// The objects that were read from rows, and the number of those whose hook was called.
    private var read: [ManagedObject] = []
    private var awakenedCount = 0
    private var isAwakening = false
    /// The objects whose hook was called in the current delete.
    private var preparedForDeletion: Set<ManagedObject> = []
    private(set) var isSaving = false

    /// Whether a save can begin: no hook of another save, of a fetch or of a delete is running.
    var allowsSave: Bool { !isSaving && !isAwakening && preparedForDeletion.isEmpty }

    mutating func beginSave() { isSaving = true }

    mutating func endSave() { isSaving = false }

    // MARK: Fetches

    /// Adds objects whose hook is to be called.
    /// - Returns: whether the caller has to call them; otherwise a caller further out does so.
    mutating func beginAwakening(_ objects: [ManagedObject]) -> Bool {
        read += objects
        if isAwakening { return false }
        isAwakening = true
        return true
    }

    /// The next object whose hook is to be called; nil at the end.
    mutating func nextToAwaken() -> ManagedObject? {
        if awakenedCount < read.count {
            awakenedCount += 1
            return read[awakenedCount - 1]
        }
        (read, awakenedCount, isAwakening) = ([], 0, false)
        return nil
    }

    // MARK: Deletes

    /// Whether a delete has called hooks and is not complete.
    var isPreparingDeletion: Bool { !preparedForDeletion.isEmpty }

    func isPreparedForDeletion(_ object: ManagedObject) -> Bool { preparedForDeletion.contains(object) }

    /// Notes that the hook of an object is called in this delete.
    /// - Returns: whether it was not called yet.
    mutating func beginPreparing(_ object: ManagedObject) -> Bool { preparedForDeletion.insert(object).inserted }

    mutating func endDelete() { preparedForDeletion = [] }
}
