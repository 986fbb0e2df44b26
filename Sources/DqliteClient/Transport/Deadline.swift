/// The end of a wait.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    init(in duration: Duration) {
        end = ContinuousClock.now + duration
    }

    private init(end: ContinuousClock.Instant) {
        self.end = end
    }

    /// The earlier one of this and one of its own.
    func within(_ duration: Duration) -> Deadline { Deadline(end: min(end, ContinuousClock.now + duration)) }

    var isOver: Bool { ContinuousClock.now >= end }

    /// What is left, in milliseconds for `poll`, rounded up: 0 would not wait for the last fraction.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        if left <= .zero { return 0 }
        let (seconds, attoseconds) = left.components
        if seconds >= 2_000_000 { return .max }
        return Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
