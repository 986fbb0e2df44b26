import Foundation

/// Reports that a context has something to show, to loops that wait for it in its isolation domain. Any thread may signal.
///
/// Unchecked, because the compiler does not know that the listeners are used only while `lock` is held.
final class WakeUp: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastNumber = 0
    private var handler: (@Sendable () -> Void)?

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// Signals that arrive while the loop is busy are one signal.
    func signal() {
        let (listeners, handler) = lock.withLock { (Array(self.listeners.values), self.handler) }
        for listener in listeners { listener.yield() }
        handler?()
    }

    /// Lets `handler` run at each signal, on the thread that signals.
    func onSignal(_ handler: @escaping @Sendable () -> Void) {
        lock.withLock { self.handler = handler }
    }

    /// A stream that ends when this object is released.
    func signals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = lock.withLock {
            lastNumber += 1
            listeners[lastNumber] = continuation
            return lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    private func forget(_ number: Int) {
        _ = lock.withLock { listeners.removeValue(forKey: number) }
    }
}
