import Foundation
import LanguageServer

/// The messages of a client that wait to be answered, between the thread that reads and the one that answers.
///
/// Unchecked, because `condition` guards all of its state, which the compiler cannot see: a `Mutex` has no waiting with a limit.
final class Mailbox: @unchecked Sendable {
    enum Event {
        case message([UInt8])
        /// A check that was started has ended.
        case checked(CompleteCheck)
        /// No message has come for as long as the reader wanted to wait.
        case quiet
        case end
    }

    private let condition = NSCondition()
    private var messages: [[UInt8]] = []
    private var checked: CompleteCheck?
    private var cancelled = Set<RequestID>()
    private var isClosed = false

    func put(_ message: [UInt8]) {
        condition.withLock {
            messages.append(message)
            condition.signal()
        }
    }

    /// Hands a check over that has ended.
    func put(_ check: CompleteCheck) {
        condition.withLock {
            checked = check
            condition.signal()
        }
    }

    func cancel(_ id: RequestID) { condition.withLock { _ = cancelled.insert(id) } }

    func close() {
        condition.withLock {
            isClosed = true
            condition.signal()
        }
    }

    /// Whether a request was cancelled. It is forgotten then.
    func takeCancellation(of id: RequestID) -> Bool { condition.withLock { cancelled.remove(id) != nil } }

    /// The next message, or a check that has ended if no message waits.
    /// - Parameter pause: the seconds to wait for one; nil for ever.
    func next(within pause: Double?) -> Event {
        condition.withLock {
            let limit = pause.map { Date(timeIntervalSinceNow: $0) }
            while messages.isEmpty, checked == nil, !isClosed {
                if let limit {
                    if !condition.wait(until: limit), messages.isEmpty, checked == nil { return isClosed ? .end : .quiet }
                } else {
                    condition.wait()
                }
            }
            if !messages.isEmpty { return .message(messages.removeFirst()) }
            defer { checked = nil }
            return checked.map { .checked($0) } ?? .end
        }
    }
}
