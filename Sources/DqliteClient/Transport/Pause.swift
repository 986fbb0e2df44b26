import Foundation

/// A wait between two attempts.
enum Pause {
    /// - Throws: ``Socket/Failure/cancelled``
    static func wait(_ milliseconds: Int32, _ canceller: DqliteCanceller?) throws {
        var wait = pollfd(fd: canceller?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        // A signal may shorten the wait, which does no harm.
        if poll(&wait, 1, milliseconds) > 0 { throw Socket.Failure.cancelled }
    }
}
