/// A cluster of nodes, of which one is the leader.
public struct DqliteCluster: Sendable {
    /// Nodes that are asked for the leader. It need not be among them.
    public let addresses: [DqliteAddress]
    public let options: DqliteOptions

    public init(_ addresses: [DqliteAddress], _ options: DqliteOptions = .init()) {
        (self.addresses, self.options) = (addresses, options)
    }

    /// Finds the leader and opens a database there, which is created if it does not exist.
    ///
    /// The connection ends when the leader does, or when another node becomes it. Then connect again: this function follows the new leader.
    /// - Parameter canceller: ends the search, and the requests of the connection.
    /// - Throws: ``DqliteError``
    public func connect(to database: String, canceller: DqliteCanceller? = nil) throws -> DqliteConnection {
        guard Self.canName(database) else { throw DqliteError.invalidRequest(reason: "'\(database)' cannot name a database") }
        let deadline = Deadline(in: options.connectTimeout)
        var writer = RequestWriter()
        try writer.put(database)
        // Flags and the name of a file system: nodes ignore both.
        writer.put(0)
        try writer.put("")
        let session = try LeaderSearch(addresses, options, canceller).find(deadline)
        let response = try session.ask(writer.message(.open), .notApplied, deadline.within(options.requestTimeout))
        return DqliteConnection(try session.expecting(.database, response, .notApplied) { _ in session })
    }

    /// Whether a text can name a database. Nodes take it for the name of a file: they would take `orders-wal` for the log of `orders`, and no
    /// name may lead into another folder.
    public static func canName(_ database: String) -> Bool {
        !database.isEmpty && !database.hasPrefix(".") && !database.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            && !["-wal", "-journal", "-shm"].contains { database.hasSuffix($0) }
    }

    /// The node that leads the cluster now.
    /// - Throws: ``DqliteError``
    public func leader(canceller: DqliteCanceller? = nil) throws -> DqliteAddress {
        try LeaderSearch(addresses, options, canceller).find(Deadline(in: options.connectTimeout)).address
    }

    /// The nodes that belong to the cluster, as its leader knows them.
    /// - Throws: ``DqliteError``
    public func nodes(canceller: DqliteCanceller? = nil) throws -> [DqliteNode] {
        let session = try LeaderSearch(addresses, options, canceller).find(Deadline(in: options.connectTimeout))
        var writer = RequestWriter()
        // The format with roles.
        writer.put(1)
        return try session.expecting(.nodes, session.ask(writer.message(.cluster), .notApplied), .notApplied) { body in
            var nodes = [DqliteNode]()
            let count = try body.number()
            while nodes.count < count {
                let id = try body.number()
                nodes.append(DqliteNode(id: id, address: try body.text(), role: DqliteNode.Role(try body.number())))
            }
            return nodes
        }
    }
}

/// A node of a cluster.
public struct DqliteNode: Sendable, Hashable {
    public var id: UInt64
    public var address: String
    public var role: Role

    public enum Role: Sendable, Hashable {
        /// It counts in elections and for commits.
        case voter
        /// It has all data, and does not count.
        case standby
        /// It has no data.
        case spare
        case other(UInt64)

        init(_ code: UInt64) {
            self =
                switch code {
                case 0: .voter
                case 1: .standby
                case 2: .spare
                default: .other(code)
                }
        }
    }
}
