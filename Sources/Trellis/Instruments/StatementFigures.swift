/// What statements add up to.
public struct StatementFigures: Sendable, Hashable {
    /// All statements.
    public private(set) var statements = 0
    public private(set) var fetches = 0
    public private(set) var searches = 0
    /// How often one object or one lazy attribute was loaded alone.
    public private(set) var faults = 0
    /// How often the members of a relationship were loaded.
    public private(set) var relationships = 0
    /// How often a relationship of many objects was loaded at once.
    public private(set) var prefetches = 0
    /// The rows that were read, those of known objects too.
    public private(set) var rows = 0

    public init(_ records: some Sequence<StatementRecord> = []) {
        for record in records { add(record) }
    }

    public mutating func add(_ record: StatementRecord) {
        statements += 1
        rows += record.rows
        switch record.purpose {
        case .fetch: fetches += 1
        case .search: searches += 1
        case .fault: faults += 1
        case .relationship: relationships += 1
        case .prefetch: prefetches += 1
        case .connection, .delete, .refresh, .save, .batch: break
        }
    }
}
