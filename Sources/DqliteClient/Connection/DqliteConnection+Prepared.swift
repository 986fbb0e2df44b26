/// A statement that a node has prepared for one connection.
public struct DqliteStatement: Sendable, Hashable {
    public let sql: String
    public let parameterCount: Int
    let id: UInt32
    let shape: StatementShape
    /// The conversation that it belongs to.
    let session: ObjectIdentifier
}

/// The prepared statements of a connection, by their texts.
struct StatementCache {
    private var entries: [String: (statement: DqliteStatement, use: Int)] = [:]
    private var uses = 0

    var count: Int { entries.count }

    mutating func statement(_ sql: String) -> DqliteStatement? {
        guard let entry = entries[sql] else { return nil }
        add(entry.statement)
        return entry.statement
    }

    mutating func add(_ statement: DqliteStatement) {
        uses += 1
        entries[statement.sql] = (statement, uses)
    }

    mutating func remove(_ statement: DqliteStatement) { entries[statement.sql] = nil }

    func contains(_ statement: DqliteStatement) -> Bool { entries[statement.sql]?.statement == statement }

    /// The statement whose last use is the longest ago.
    var oldest: DqliteStatement? { entries.values.min { $0.use < $1.use }?.statement }
}

extension DqliteConnection {
    /// Prepares a statement, or finds it among those that the connection keeps. When there are too many, the one that was not used for the
    /// longest time is given up.
    /// - Throws: ``DqliteError``
    public func prepare(_ sql: String) throws -> DqliteStatement {
        if let statement = statements.statement(sql) { return statement }
        let shape = StatementShape(sql)
        try shape.checkSingle()
        var writer = RequestWriter()
        writer.put(WireFormat.database)
        try writer.put(sql)
        let response = try session.ask(writer.message(.prepare), .notApplied)
        let statement = try session.expecting(.statement, response, .notApplied) { body in
            let (_, id) = try body.pair()
            let count = try body.number()
            guard count <= 32_766 else { throw ResponseReader.Violation(reason: "a statement has \(count) parameters") }
            return DqliteStatement(sql: sql, parameterCount: Int(count), id: id, shape: shape, session: ObjectIdentifier(session))
        }
        if statements.count >= session.options.maximumStatements, let oldest = statements.oldest { try finalize(oldest) }
        statements.add(statement)
        return statement
    }

    /// Runs a prepared statement that returns no rows.
    /// - Parameter values: one for each parameter.
    /// - Throws: ``DqliteError``
    @discardableResult
    public func execute(_ statement: DqliteStatement, _ values: [DqliteValue] = []) throws -> DqliteResult {
        try check(statement, values)
        return try run(statement.shape.checkedForExecution(), writing: .execute) { writer in
            writer.put(UInt32(WireFormat.database), statement.id)
            try writer.put(values)
        }
    }

    /// The rows of a prepared query.
    /// - Parameter values: one for each parameter.
    /// - Throws: ``DqliteError``, also if the rows have more bytes than the options allow
    public func rows(of statement: DqliteStatement, _ values: [DqliteValue] = []) throws -> DqliteRows {
        try collect { try forEachRow(of: statement, values, size: $0, $1) }
    }

    /// Gives the rows of a prepared query to `body`. What it throws ends the query.
    /// - Returns: the names of the columns.
    /// - Throws: ``DqliteError``, or what `body` throws
    @discardableResult
    public func forEachRow(
        of statement: DqliteStatement, _ values: [DqliteValue] = [], _ body: ([DqliteValue]) throws -> Void
    ) throws -> [String] {
        try forEachRow(of: statement, values, size: { _ in }, body)
    }

    private func forEachRow(
        of statement: DqliteStatement, _ values: [DqliteValue], size: (Int) throws -> Void, _ body: ([DqliteValue]) throws -> Void
    ) throws -> [String] {
        try check(statement, values)
        try statement.shape.checkForQuery()
        return try read(.query, size, body) { writer in
            writer.put(UInt32(WireFormat.database), statement.id)
            try writer.put(values)
        }
    }

    /// Gives a prepared statement up.
    /// - Throws: ``DqliteError``
    public func finalize(_ statement: DqliteStatement) throws {
        guard statements.contains(statement) else { return }
        statements.remove(statement)
        var writer = RequestWriter()
        writer.put(UInt32(WireFormat.database), statement.id)
        try session.expecting(.empty, session.ask(writer.message(.finalize), .notApplied), .notApplied) { _ in }
    }

    /// A number of values that differs would leave those of the last run in the node's statement.
    private func check(_ statement: DqliteStatement, _ values: [DqliteValue]) throws {
        guard statement.session == ObjectIdentifier(session), statements.contains(statement) else {
            throw DqliteError.invalidRequest(reason: "the statement was prepared on another connection, or given up")
        }
        guard values.count == statement.parameterCount else {
            throw DqliteError.invalidRequest(reason: "the statement has \(statement.parameterCount) parameters, and \(values.count) values")
        }
    }
}
