import Foundation

/// Runs `body` at the same time on threads of their own: tasks might have to wait for each other.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Failures()
    let running = DispatchGroup()
    for number in 0..<count {
        running.enter()
        Thread {
            do { try body(number) } catch { failures.append(error) }
            running.leave()
        }.start()
    }
    running.wait()
    if let failure = failures.all.first { throw failure }
}

/// Unchecked, because the compiler does not know that `all` is only changed while `lock` is held, and read when all threads are done.
private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var all: [any Error] = []

    func append(_ error: any Error) { lock.withLock { all.append(error) } }
}
