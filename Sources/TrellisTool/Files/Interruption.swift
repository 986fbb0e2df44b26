import Dispatch
import Foundation

/// Notices Ctrl-C, so that the present work can be undone before the program ends.
///
/// Unchecked, because the compiler does not know that `isWanted` is used only while `lock` is held.
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

    /// - Throws: ``Stopped`` after the user has pressed Ctrl-C.
    func check() throws {
        if lock.withLock({ isWanted }) { throw Stopped() }
    }
}
