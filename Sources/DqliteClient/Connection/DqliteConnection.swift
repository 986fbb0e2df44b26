/// A connection to the leader of a cluster, with one open database.
///
/// Its calls block. It is to be used by one thread at a time; ``DqliteCanceller`` ends its requests from another one. After any error but
/// ``DqliteError/database(code:message:)`` and ``DqliteError/invalidRequest(reason:)`` the connection has ended, and the node has rolled back
/// its transaction, unless a commit was on its way.
public final class DqliteConnection {
    let session: Session
    var statements = StatementCache()
    /// Whether a transaction is certainly open. After an error of the database it may be over.
    var isSurelyInTransaction = false

    init(_ session: Session) {
        self.session = session
    }

    /// The node that was the leader when the connection began.
    public var leader: DqliteAddress { session.address }

    /// Ends the connection. The node rolls back an open transaction.
    public func close() {
        session.end()
        isSurelyInTransaction = false
    }

    // MARK: Statements

    /// Runs a statement that returns no rows.
    /// - Parameters:
    ///   - sql: one statement.
    ///   - values: for its parameters, in their order, at most 255. Parameters without a value are NULL.
    /// - Throws: ``DqliteError``
    @discardableResult
    public func execute(_ sql: String, _ values: [DqliteValue] = []) throws -> DqliteResult {
        let shape = try StatementShape(sql).checkedForExecution()
        return try run(shape, writing: .executeSQL) { writer in
            writer.put(WireFormat.database)
            try writer.put(sql)
            try writer.put(values)
        }
    }

    /// Runs several statements in one request. An error leaves those before it done, unless a transaction undoes them: a script that begins
    /// one and ends it is safe. The script is not repeated where a lock stops it.
    /// - Throws: ``DqliteError``
    @discardableResult
    public func executeScript(_ sql: String) throws -> DqliteResult {
        let fate: DqliteError.Fate = .unknown
        isSurelyInTransaction = false
        var writer = RequestWriter()
        writer.put(WireFormat.database)
        try writer.put(sql)
        return try executionResult(session.ask(writer.message(.executeSQL), fate), fate)
    }

    /// The rows of a query.
    /// - Parameter values: for its parameters, in their order, at most 255. Parameters without a value are NULL.
    /// - Throws: ``DqliteError``, also if the rows have more bytes than the options allow
    public func rows(of sql: String, _ values: [DqliteValue] = []) throws -> DqliteRows {
        try collect { try forEachRow(of: sql, values, size: $0, $1) }
    }

    /// Gives the rows of a query to `body`, one after the other. What it throws ends the query.
    /// - Returns: the names of the columns.
    /// - Throws: ``DqliteError``, or what `body` throws
    @discardableResult
    public func forEachRow(of sql: String, _ values: [DqliteValue] = [], _ body: ([DqliteValue]) throws -> Void) throws -> [String] {
        try forEachRow(of: sql, values, size: { _ in }, body)
    }

    private func forEachRow(
        of sql: String, _ values: [DqliteValue], size: (Int) throws -> Void, _ body: ([DqliteValue]) throws -> Void
    ) throws -> [String] {
        try StatementShape(sql).checkForQuery()
        return try read(.querySQL, size, body) { writer in
            writer.put(WireFormat.database)
            try writer.put(sql)
            try writer.put(values)
        }
    }
}

/// What a statement without rows did.
public struct DqliteResult: Sendable, Hashable {
    /// The key of the row that the connection inserted last.
    public var lastInsertedKey: Int64
    /// How many rows the last INSERT, UPDATE or DELETE changed. Another statement leaves the number as it was.
    public var changedRows: Int
}

/// The rows of a query.
public struct DqliteRows: Sendable, Hashable {
    public var columns: [String]
    public var rows: [[DqliteValue]]
}
