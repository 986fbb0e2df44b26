extension DqliteConnection {
    /// Begins a transaction that may write. It waits for a lock as long as the options say.
    /// - Throws: ``DqliteError``
    public func begin() throws {
        try execute("BEGIN IMMEDIATE")
    }

    /// Commits the open transaction. After an error of the database it may still be open.
    /// - Throws: ``DqliteError``; its fate is unknown if the answer does not come
    public func commit() throws {
        try execute("COMMIT")
    }

    /// Rolls the open transaction back.
    /// - Throws: ``DqliteError``
    public func rollBack() throws {
        try execute("ROLLBACK")
    }

    /// Runs `body` in a transaction, which an error rolls back.
    ///
    /// It is never repeated: after an error with ``DqliteError/isKnownNotApplied`` a caller can do so, and after another one has to find out
    /// first what was done.
    /// - Throws: ``DqliteError``, or what `body` throws
    @discardableResult
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        let result: Result
        do {
            result = try body()
        } catch {
            rollBackOrEnd()
            throw error
        }
        do {
            try commit()
        } catch {
            rollBackOrEnd()
            throw error
        }
        return result
    }

    /// A transaction must not stay open for the statements that follow.
    private func rollBackOrEnd() {
        do {
            try rollBack()
        } catch DqliteError.database(1, _) {
            // SQLite has rolled it back.
        } catch {
            close()
        }
    }
}
