/// The result of a run over a fleet: the outcome of each store, in the order in which they were given.
public struct FleetSummary: Sendable, Hashable {
    public var outcomes: [StoreOutcome]
    /// How the run ended.
    public var ending: Ending
    /// How many outcomes are from earlier parts of the run, which was killed.
    public var continued: Int
    /// How many paths led to a file that another path leads to; they have no outcome of their own.
    public var duplicates: Int
    /// How many failures were allowed.
    public var allowedFailures: Int
    /// How many stores that the journal reports as done had another version, because they were restored meanwhile. They are migrated again.
    public var restored = 0
    /// Whether a crash had cut the journal within its first line, so that the run began as with an empty one.
    public var journalWasCut = false

    /// How a run ended.
    public enum Ending: Sendable, Hashable {
        /// Every store has an outcome.
        case complete
        /// A store of the canary group failed.
        case canary
        /// More stores failed than the budget allows.
        case budget
        /// The task was cancelled, or the user stopped the run.
        case cancelled
    }

    /// The number of stores with a result of some kind.
    public func count(where isCounted: (StoreResult) -> Bool) -> Int { outcomes.count { isCounted($0.result) } }

    public var migrated: Int { count { if case .migrated = $0 { true } else { false } } }
    public var current: Int { count { if case .current = $0 { true } else { false } } }
    public var failed: Int { count { if case .failed = $0 { true } else { false } } }
    public var notStarted: Int { count { $0 == .notStarted } }
}

/// A moment of a run over a fleet: a store has its outcome.
public struct FleetProgress: Sendable, Hashable {
    /// The outcome that is new.
    public var latest: StoreOutcome
    /// How many stores have an outcome.
    public var done: Int
    /// How many stores there are.
    public var total: Int
    /// How many of them failed.
    public var failed: Int
    /// An estimate of the time that the rest takes; nil at the beginning.
    public var timeLeft: Duration?
}
