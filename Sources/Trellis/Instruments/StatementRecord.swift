/// A statement that a context has run: what for, how long it took, and how many rows it gave.
public struct StatementRecord: Sendable, Hashable {
    /// What a context runs statements for.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// A fetch, whether it was named in the model or put together in the program.
        case fetch
        /// A full-text search.
        case search
        /// One object or one lazy attribute that was not known: many of them in a row are the N+1 to look for.
        case fault
        /// The members of one relationship of one object, on first use.
        case relationship
        /// A relationship of many objects at once.
        case prefetch
        /// Whether and with what something is connected, without loading it.
        case connection
        /// What goes with a deleted object or loses its key: keys alone, and the objects that have to be loaded for that.
        case delete
        /// Rows that are read again, for example by a refresh or a rollback.
        case refresh
        /// What a save checks and writes.
        case save
        /// What a batch checks and writes.
        case batch
    }

    public var purpose: Purpose
    /// The statement, with a `?` for each value; the Booleans and nils of conditions stand in it.
    public var sql: String
    /// The statement with its values, which may be private; nil for observers that did not request it.
    public var sqlWithValues: String?
    /// From the start to the last row, including the creation of objects.
    public var duration: Duration
    /// How many rows it gave; 0 for what a save or a refresh runs, whose rows are not counted.
    public var rows: Int

    public init(purpose: Purpose, sql: String, sqlWithValues: String? = nil, duration: Duration, rows: Int) {
        self.purpose = purpose
        self.sql = sql
        self.sqlWithValues = sqlWithValues
        self.duration = duration
        self.rows = rows
    }
}

extension StatementRecord: CustomStringConvertible {
    /// A line for a log, such as `fetch, 0.412 ms, 10 rows: SELECT …`; with values only where they were asked for.
    public var description: String {
        let microseconds = duration / .microseconds(1)
        let time = "\(Double(Int(microseconds)) / 1000) ms"
        let count = rows == 0 ? "" : ", \(rows) \(rows == 1 ? "row" : "rows")"
        return "\(purpose.rawValue), \(time)\(count): \(sqlWithValues ?? sql)"
    }
}
