/// Why a request to a cluster failed.
public enum DqliteError: Error, Sendable, Hashable {
    /// SQLite, or dqlite itself, refused the statement. The connection remains good.
    case database(code: Int, message: String)
    /// The node is not the leader any more: it ran nothing. The connection has ended.
    case notLeader(DqliteAddress)
    /// The node lost its leadership while it ran the statement. The connection has ended.
    case leadershipLost(DqliteAddress, Fate)
    /// No node named a leader that could be reached in time; what each said last.
    case noLeader([Attempt])
    /// The connection ended.
    case connectionLost(DqliteAddress, reason: String, Fate)
    /// No complete answer came in time. The connection has ended.
    case timedOut(DqliteAddress, Fate)
    /// ``DqliteCanceller/cancel()`` was called. The connection has ended.
    case cancelled(Fate)
    /// A node sent what the protocol does not allow. The connection has ended.
    case protocolViolation(DqliteAddress, reason: String, Fate)
    /// An answer has more bytes than ``DqliteOptions`` allows.
    case tooLarge(limit: Int)
    /// The request cannot be sent: nothing was done.
    case invalidRequest(reason: String)

    /// What is known of a request without an answer.
    public enum Fate: Sendable, Hashable {
        /// It changed nothing: it only read, it did not reach the node as a whole, or its transaction ended with the connection.
        case notApplied
        /// The node may have run it, and may not have.
        case unknown
    }

    /// What one node said while the leader was searched.
    public struct Attempt: Sendable, Hashable {
        public var address: DqliteAddress
        public var reason: String

        init(_ address: DqliteAddress, _ reason: String) {
            (self.address, self.reason) = (address, reason)
        }
    }

    /// Whether the request changed nothing. A database error undoes its statement alone.
    public var isKnownNotApplied: Bool {
        switch self {
        case .leadershipLost(_, let fate), .connectionLost(_, _, let fate), .timedOut(_, let fate), .cancelled(let fate),
            .protocolViolation(_, _, let fate):
            fate == .notApplied
        case .database, .notLeader, .noLeader, .tooLarge, .invalidRequest: true
        }
    }
}

extension DqliteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .database(let code, let message): "the database refuses the statement: \(message) (\(code))"
        case .notLeader(let address): "\(address) is not the leader any more; nothing was done"
        case .leadershipLost(let address, let fate): "\(address) lost its leadership\(fate.text)"
        case .noLeader(let attempts):
            "no leader was found" + (attempts.isEmpty ? "" : ": " + attempts.map { "\($0.address): \($0.reason)" }.joined(separator: "; "))
        case .connectionLost(let address, let reason, let fate): "the connection to \(address) ended (\(reason))\(fate.text)"
        case .timedOut(let address, let fate): "\(address) did not answer in time\(fate.text)"
        case .cancelled(let fate): "cancelled\(fate.text)"
        case .protocolViolation(let address, let reason, let fate): "\(address) does not speak dqlite's protocol (\(reason))\(fate.text)"
        case .tooLarge(let limit): "the answer has more than \(limit) bytes"
        case .invalidRequest(let reason): reason
        }
    }
}

extension DqliteError.Fate {
    fileprivate var text: String {
        switch self {
        case .notApplied: "; nothing was done"
        case .unknown: "; whether the request was done is not known"
        }
    }
}
