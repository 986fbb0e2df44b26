import GRDB
import SQLiteAccess

/// Reports the statements of a context to observers. A context has a monitor only if there are observers.
final class StatementMonitor {
    private let observers: [StatementObserver]
    /// The open recordings, the innermost last.
    private var recordings: [Recording] = []
    /// Whether SQLite reports each statement.
    private var isTracing = false

    private struct Recording {
        var includesValues: Bool
        var records: [StatementRecord] = []
    }

    init(_ observers: [StatementObserver]) {
        self.observers = observers
    }

    var isIdle: Bool { observers.isEmpty && recordings.isEmpty }

    // MARK: Recording

    func beginRecording(includingValues: Bool) {
        recordings.append(Recording(includesValues: includingValues))
    }

    func endRecording() -> [StatementRecord] {
        recordings.popLast()?.records ?? []
    }

    // MARK: Statements

    /// Observes one query that `body` runs.
    /// - Parameter body: gives the number of rows.
    func observe(
        _ statement: RawStatement, _ sql: String, for purpose: StatementRecord.Purpose, _ body: () throws -> Int
    ) throws {
        if isTracing {
            _ = try body()
            return
        }
        let start = ContinuousClock.now
        var rows = 0
        defer {
            let record = StatementRecord(purpose: purpose, sql: sql, duration: start.duration(to: .now), rows: rows)
            tell(record) { statement.sqlWithValues }
        }
        rows = try body()
    }

    /// Observes all statements that `body` runs on a connection. What they set off, triggers and the like, counts with them.
    func observe<Result>(
        _ database: Database, for purpose: StatementRecord.Purpose, _ body: () throws -> Result
    ) rethrows -> Result {
        if isTracing { return try body() }
        isTracing = true
        let remote = database.remote
        var running: (sql: String, start: ContinuousClock.Instant)?
        database.trace(options: [.statement, .profile]) { event in
            switch event {
            case .statement(let statement):
                // The beginning of triggers, and of what full-text tables run, is told as a comment, and that of a key's action
                // as its statement's once more.
                let sql = statement.sql
                if !sql.hasPrefix("--"), running?.sql != sql { running = (sql, .now) }
            case .profile(let statement, _):
                // SQLite's own time is in whole milliseconds. What full-text tables run ends within.
                guard let (sql, start) = running, statement.sql == sql else { return }
                running = nil
                // GRDB looks at the schema of a table once, when it first tells its observers of it.
                if sql.hasPrefix("PRAGMA") || sql.contains("sqlite_master") { return }
                let record = StatementRecord(
                    purpose: purpose, sql: remote?.originalSQL(of: sql) ?? sql, duration: start.duration(to: .now), rows: 0)
                self.tell(record) { statement.expandedSQL }
            }
        }
        defer {
            database.trace(options: [])
            isTracing = false
        }
        return try body()
    }

    private func tell(_ record: StatementRecord, values: () -> String?) {
        let wantsValues = observers.contains { $0.includesValues } || recordings.contains { $0.includesValues }
        var full = record
        if wantsValues { full.sqlWithValues = values() }
        for place in recordings.indices { recordings[place].records.append(recordings[place].includesValues ? full : record) }
        for observer in observers where record.duration >= observer.limit { observer.observe(observer.includesValues ? full : record) }
    }
}

extension ManagedObjectContext {
    /// Runs `body` and gives the statements that this context has run meanwhile, in their order.
    ///
    /// For tests and for looking into what is slow: `StatementFigures(statements)` counts fetches, faults and rows.
    /// - Parameters:
    ///   - includesValues: whether the records have the values that statements were run with. They may be private.
    ///   - body: what is looked at.
    public func recordStatements<Result>(
        includingValues includesValues: Bool = false, _ body: () throws -> Result
    ) rethrows -> (result: Result, statements: [StatementRecord]) {
        let monitor = self.monitor ?? StatementMonitor([])
        self.monitor = monitor
        monitor.beginRecording(includingValues: includesValues)
        var statements = [StatementRecord]()
        func end() {
            statements = monitor.endRecording()
            if monitor.isIdle { self.monitor = nil }
        }
        do {
            let result = try body()
            end()
            return (result, statements)
        } catch {
            end()
            throw error
        }
    }

    /// Has observers told of all statements that `body` runs on a connection, if there are any.
    func observed<Result>(
        _ database: Database, for purpose: StatementRecord.Purpose, _ body: () throws -> Result
    ) rethrows -> Result {
        guard let monitor else { return try body() }
        return try monitor.observe(database, for: purpose, body)
    }
}
