/// A part of a copy of a database.
public enum DqliteFilePart {
    /// A file begins: the database, and then its write-ahead log. SQLite opens them under these names.
    case file(name: String, size: UInt64)
    /// The next bytes of the file, good until the function returns.
    case bytes(UnsafeRawBufferPointer)
}

extension DqliteConnection {
    /// Copies a database as the leader has it: what is committed, without what an open transaction has written.
    /// - Throws: ``DqliteError``, or what `receive` throws, which ends the connection
    public func copy(_ database: String, _ receive: (DqliteFilePart) throws -> Void) throws {
        try session.copy(database, receive)
    }
}

extension DqliteCluster {
    /// Copies a database as one node has it. A node that is not the leader may lack what was committed last.
    /// - Throws: ``DqliteError``, or what `receive` throws
    public func copy(
        _ database: String, from node: DqliteAddress, canceller: DqliteCanceller? = nil, _ receive: (DqliteFilePart) throws -> Void
    ) throws {
        try Session(node, options, canceller, Deadline(in: options.connectTimeout)).copy(database, receive)
    }
}

extension Session {
    fileprivate func copy(_ database: String, _ receive: (DqliteFilePart) throws -> Void) throws {
        var writer = RequestWriter()
        try writer.put(database)
        try send(writer.message(.dump))
        try self.receive(.files) { stream in
            let count = try stream.number()
            guard count == 2 else { throw ResponseReader.Violation(reason: "a copy has \(count) files") }
            for _ in 0..<count {
                let name = try stream.text(limit: 1_024)
                let size = try stream.number()
                try receive(.file(name: name, size: size))
                try stream.bytes(size) { try receive(.bytes($0)) }
            }
        }
    }
}
