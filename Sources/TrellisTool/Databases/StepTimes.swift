import Foundation

/// How long the steps of a migration take.
///
/// Unchecked, because the compiler does not know that the state is used only while `lock` is held.
final class StepTimes: @unchecked Sendable {
    private let lock = NSLock()
    private let clock = ContinuousClock()
    private var current: (version: Int, start: ContinuousClock.Instant)?
    private var finished: [(version: Int, time: Duration)] = []

    /// Notes that the step to a version runs.
    func note(_ version: Int) {
        lock.withLock {
            if current?.version == version { return }
            if let last = current?.version, version < last {
                // What ran as one was undone, and runs step by step.
                finished.removeAll { $0.version >= version }
            } else {
                end()
            }
            current = (version, clock.now)
        }
    }

    /// The version of the step that runs, or ran last.
    var lastVersion: Int? { lock.withLock { current?.version } }

    /// The times so far. The step that runs ends now.
    func take() -> [(version: Int, time: Duration)] {
        lock.withLock {
            end()
            current = nil
            return finished
        }
    }

    private func end() {
        if let current { finished.append((current.version, clock.now - current.start)) }
    }
}
