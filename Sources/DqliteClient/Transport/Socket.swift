import Foundation

/// A connection to a node, whose reads and writes block until a deadline.
final class Socket {
    private let descriptor: Int32
    private let canceller: DqliteCanceller?
    /// Bytes that arrived and were not taken yet, from `start`.
    private var buffer: [UInt8] = []
    private var start = 0

    enum Failure: Error {
        case lost(reason: String)
        case timedOut
        case cancelled
    }

    /// How many bytes are asked for at a time.
    private static let chunk = 1 << 16

    /// - Throws: ``Failure``
    init(_ address: DqliteAddress, _ canceller: DqliteCanceller?, _ deadline: Deadline) throws {
        var failure = Failure.lost(reason: "the host has no address")
        for candidate in try HostLookup(address).candidates {
            do {
                descriptor = try Self.connect(candidate, canceller, deadline)
                self.canceller = canceller
                return
            } catch Failure.lost(let reason) {
                failure = .lost(reason: reason)
            }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connect(_ candidate: HostLookup.Candidate, _ canceller: DqliteCanceller?, _ deadline: Deadline) throws -> Int32 {
        let descriptor = socket(candidate.family, HostLookup.streamType, 0)
        guard descriptor >= 0 else { throw Failure.lost(reason: Self.reason(errno)) }
        do {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var on: Int32 = 1
            // A request is one write: it has to leave at once.
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            #if canImport(Darwin)
                setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            #endif
            if candidate.connect(descriptor) == 0 { return descriptor }
            guard errno == EINPROGRESS else { throw Failure.lost(reason: reason(errno)) }
            try wait(descriptor, POLLOUT, canceller, deadline)
            var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            guard code == 0 else { throw Failure.lost(reason: reason(code)) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    // MARK: Waiting

    private func wait(_ events: Int32, _ deadline: Deadline) throws {
        try Self.wait(descriptor, events, canceller, deadline)
    }

    private static func wait(_ descriptor: Int32, _ events: Int32, _ canceller: DqliteCanceller?, _ deadline: Deadline) throws {
        // A negative descriptor is passed over.
        var waits = [
            pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: canceller?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&waits, 2, deadline.milliseconds)
            if count < 0, errno != EINTR { throw Failure.lost(reason: reason(errno)) }
            if waits[1].revents != 0, count > 0 { throw Failure.cancelled }
            if count > 0 { return }
            if deadline.isOver { throw Failure.timedOut }
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    // MARK: Bytes

    /// Sends all bytes.
    /// - Returns: how many were given to the system when it failed, with the failure; nil after success.
    func send(_ bytes: [UInt8], _ deadline: Deadline) -> (sent: Int, failure: any Error)? {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        do {
            // A canceller that was used already ends a request before it is sent.
            try wait(POLLOUT, deadline)
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress! + sent, $0.count - sent, flags) }
                if count > 0 {
                    sent += count
                } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
                    try wait(POLLOUT, deadline)
                } else if count < 0, errno != EINTR {
                    throw Failure.lost(reason: Self.reason(errno))
                }
            }
            return nil
        } catch {
            return (sent, error)
        }
    }

    /// The next bytes, no fewer. Memory grows with what arrives.
    /// - Throws: ``Failure``
    func receive(_ count: Int, _ deadline: Deadline) throws -> [UInt8] {
        while buffer.count - start < count { try fill(deadline) }
        defer { discard(count) }
        return Array(buffer[start..<start + count])
    }

    /// Gives the next bytes to `body` as they arrive.
    /// - Throws: ``Failure``, or what `body` throws
    func receive(_ count: Int, _ deadline: () -> Deadline, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var left = count
        while left > 0 {
            if buffer.count == start { try fill(deadline()) }
            let part = min(left, buffer.count - start)
            try buffer[start..<start + part].withUnsafeBytes(body)
            discard(part)
            left -= part
        }
    }

    private func discard(_ count: Int) {
        start += count
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Self.chunk)
            start = 0
        }
    }

    private func fill(_ deadline: Deadline) throws {
        if start > Self.chunk {
            buffer.removeFirst(start)
            start = 0
        }
        while true {
            try wait(POLLIN, deadline)
            let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 8) { chunk in
                let count = recv(descriptor, chunk.baseAddress, Self.chunk, 0)
                if count > 0 { buffer.append(contentsOf: chunk[..<count]) }
                return count
            }
            if count > 0 { return }
            if count == 0 { throw Failure.lost(reason: "the node closed it") }
            if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { throw Failure.lost(reason: Self.reason(errno)) }
        }
    }
}
