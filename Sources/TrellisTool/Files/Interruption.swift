import Dispatch
import Foundation

/// Notices Ctrl-C and a request to end, so that the present work can be undone before the program ends.
///
/// Unchecked, because the compiler does not know that `isWanted` is used only while `lock` is held.
final class Interruption: @unchecked Sendable {
    private let lock = NSLock()
    private var isWanted = false
    private let sources: [any DispatchSourceSignal]
    private static let signals = [SIGINT, SIGTERM]

    struct Stopped: Error {}

    init() {
        sources = Self.signals.map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [weak self] in self?.lock.withLock { self?.isWanted = true } }
            source.resume()
        }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in Self.signals { signal(number, SIG_DFL) }
    }

    /// - Throws: ``Stopped`` after the user has pressed Ctrl-C, or another process has asked the program to end.
    func check() throws {
        if lock.withLock({ isWanted }) { throw Stopped() }
    }
}
