import Foundation

/// Ends the requests of connections from another thread or task.
public final class DqliteCanceller: Sendable {
    /// A pipe that a byte is written to: each wait for a node is a wait for it too.
    private let (readEnd, writeEnd): (Int32, Int32)

    /// - Throws: ``DqliteError/invalidRequest(reason:)`` if the system has no descriptors left.
    public init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DqliteError.invalidRequest(reason: "no pipe: \(String(cString: strerror(errno)))") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe says all that there is to say.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the running request and all that follow, with ``DqliteError/cancelled(_:)``. A connection that waited is closed, so its
    /// transaction is rolled back.
    public func cancel() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Can be read from once it is cancelled.
    var descriptor: Int32 { readEnd }
}
