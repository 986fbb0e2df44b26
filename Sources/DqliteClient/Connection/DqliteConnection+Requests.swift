extension DqliteConnection {
    /// Sends a statement that returns no rows, again while a lock keeps it from running.
    func run(_ shape: StatementShape, writing type: RequestType, _ write: (inout RequestWriter) throws -> Void) throws -> DqliteResult {
        var writer = RequestWriter()
        try write(&writer)
        let message = try writer.message(type)
        // Until its commit is sent, a transaction ends with the connection.
        let fate: DqliteError.Fate = isSurelyInTransaction && shape.kind != .commit || shape.kind == .begin ? .notApplied : .unknown
        do {
            let result = try repeating { try executionResult(session.ask(message, fate), fate) }
            switch shape.kind {
            case .begin: isSurelyInTransaction = true
            case .commit, .rollback: isSurelyInTransaction = false
            default: break
            }
            return result
        } catch {
            // SQLite ends a transaction after some errors.
            isSurelyInTransaction = false
            throw error
        }
    }

    func executionResult(_ response: Session.Response, _ fate: DqliteError.Fate) throws -> DqliteResult {
        try session.expecting(.result, response, fate) { body in
            let key = Int64(bitPattern: try body.number())
            let result = DqliteResult(lastInsertedKey: key, changedRows: Int(truncatingIfNeeded: try body.number()))
            try body.end()
            return result
        }
    }

    /// Sends a query and gives its rows to `body`.
    func read(
        _ type: RequestType, _ size: (Int) throws -> Void, _ body: ([DqliteValue]) throws -> Void, _ write: (inout RequestWriter) throws -> Void
    ) throws -> [String] {
        var writer = RequestWriter()
        try write(&writer)
        let message = try writer.message(type)
        var response = try repeating { try session.ask(message, .notApplied) }
        var columns: [String]?
        while true {
            var refusal: (any Error)?
            let batch = try session.expecting(.rows, response, .notApplied) { reader in
                try RowBatch(reader, expected: columns) { row in
                    // An error of the caller's ends the query, and not the conversation.
                    if refusal == nil { do { try body(row) } catch { refusal = error } }
                }
            }
            if refusal == nil { do { try size(response.size) } catch { refusal = error } }
            if let refusal {
                if batch.isPart { session.interrupt() }
                throw refusal
            }
            guard batch.isPart else { return batch.columns }
            columns = batch.columns
            response = try session.receive(.notApplied)
        }
    }

    func collect(_ read: (_ size: (Int) throws -> Void, _ row: ([DqliteValue]) throws -> Void) throws -> [String]) throws -> DqliteRows {
        var rows = [[DqliteValue]]()
        var total = 0
        let limit = session.options.maximumResultBytes
        let columns = try read({ size in
            total += size
            if total > limit { throw DqliteError.tooLarge(limit: limit) }
        }, { rows.append($0) })
        return DqliteRows(columns: columns, rows: rows)
    }

    /// Repeats a request that the node did not begin because of a lock.
    private func repeating<Result>(_ body: () throws -> Result) throws -> Result {
        let deadline = Deadline(in: session.options.busyTimeout)
        var pause: Int32 = 2
        while true {
            do {
                return try body()
            } catch let error as DqliteError {
                guard case .database(DqliteCode.busy, _) = error, !deadline.isOver else { throw error }
                do {
                    try Pause.wait(min(pause, deadline.milliseconds), session.canceller)
                } catch {
                    session.end()
                    throw DqliteError.cancelled(.notApplied)
                }
                pause = min(pause * 2, 100)
            }
        }
    }
}

extension StatementShape {
    func checkedForExecution() throws -> StatementShape {
        try checkSingle()
        if kind == .read { throw DqliteError.invalidRequest(reason: "the statement returns rows: read them") }
        return self
    }

    func checkForQuery() throws {
        try checkSingle()
        guard kind == .read else { throw DqliteError.invalidRequest(reason: "the statement is no query: run it without rows") }
    }

    /// What every statement has to be.
    func checkSingle() throws {
        if kind == .empty { throw DqliteError.invalidRequest(reason: "there is no statement") }
        if kind == .refused { throw DqliteError.invalidRequest(reason: "dqlite's journal cannot be changed") }
        guard isSingle else { throw DqliteError.invalidRequest(reason: "there is more than one statement") }
    }
}
