import Dispatch
import Foundation

/// Notices that a person has pressed Ctrl-C, so that what runs can be undone properly before the program ends.
///
/// Unchecked, because the compiler does not know that `isWanted` is only touched while `lock` is held.
final class Interruption: @unchecked Sendable {
    private let lock = NSLock()
    private var isWanted = false
    private let source: any DispatchSourceSignal

    struct Stopped: Error {}

    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [weak self] in self?.lock.withLock { self?.isWanted = true } }
        source.resume()
    }

    deinit {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }

    /// - Throws: ``Stopped`` once a person has asked for it.
    func check() throws {
        if lock.withLock({ isWanted }) { throw Stopped() }
    }
}
