/// What a statement has to read and write.
struct Work: Sendable, Hashable {
    /// The rows that it passes.
    var amount: MigrationProgress.Amount
    /// The time that it takes, in a unit of no meaning.
    var weight: Double

    /// Each statement takes some time, whatever it does.
    private static let least = 20.0
    /// How many bytes take as long as a row.
    private static let bytesOfRow = 100.0

    static let nothing = Work(amount: .zero, weight: least)

    /// - Parameter factor: how long a row takes, compared with one that is read and inserted.
    init(_ amount: MigrationProgress.Amount, _ factor: Double) {
        self.init(amount: amount, weight: Self.least + factor * (Double(amount.rows) + Double(amount.bytes) / Self.bytesOfRow))
    }

    private init(amount: MigrationProgress.Amount, weight: Double) {
        self.amount = amount
        self.weight = weight
    }

    /// Work of which is not known what it reads, only about how long it takes.
    static func unknown(_ amount: MigrationProgress.Amount) -> Work { Work(amount: .zero, weight: Work(amount, 1).weight) }
}

/// Estimates the work of operations by the sizes of tables, which it follows from one operation to the next.
struct WorkEstimate {
    private(set) var sizes: TableSizes

    init(_ sizes: TableSizes) {
        self.sizes = sizes
    }

    // How long a row takes in one kind of statement, compared with one that is inserted into another table.
    private static let insert = 1.0
    private static let update = 0.8
    private static let index = 0.5
    private static let scan = 0.15
    private static let drop = 0.1
    private static let search = 2.0
    private static let swift = 8.0

    /// The work of each statement of an operation.
    mutating func works(of operation: Operation) -> [Work] {
        // A Swift step counts as one statement.
        let count = operation.statements.count
        var works = Array(repeating: Work.nothing, count: count)
        let (place, work) = work(of: operation, count)
        if works.indices.contains(place) { works[place] = work }
        if case .rebuildTable(let rebuild) = operation, count > 2 { works[count - 2] = Work(sizes[rebuild.table.name].withoutRows, Self.drop) }
        return works
    }

    /// The statement that takes the time, and its work. Follows what the operation does to the tables.
    private mutating func work(of operation: Operation, _ count: Int) -> (place: Int, work: Work) {
        switch operation {
        case .createTable(let table):
            sizes[table.name] = .zero
        case .renameTable(let old, let new):
            sizes[new] = sizes[old]
            sizes.remove(old)
        case .dropTable(let name):
            defer { sizes.remove(name) }
            return (0, Work(sizes[name].withoutRows, Self.drop))
        case .rebuildTable(let rebuild): return (1, Work(sizes[rebuild.table.name], Self.insert))
        case .addColumn(let column, let table):
            // SQLite reads the rows only to check them.
            if !column.isNullable || !column.checks.isEmpty { return (0, Work(sizes[table], Self.scan)) }
        case .setNotNull(_, let table), .addCheck(_, let table), .refuseValues(_, _, let table, _):
            return (0, Work(sizes[table], Self.scan))
        case .dropColumn(_, let table): return (0, Work(sizes[table], Self.update))
        case .updateRows(let update): return (0, Work(sizes[update.table], Self.update))
        case .moveRows(let move): return (0, copy(move.source, into: move.table))
        case .computeRows(let rows): return (0, copy(rows.rows.table, into: rows.draft))
        case .addRows(let draft, let table, _): return (0, copy(draft, into: table))
        case .copyAside(let name, let rows): return (0, copy(rows.table, into: name))
        case .copyConnections(let connections): return (0, copy(connections.source, into: connections.table))
        case .copyPlaces(let places): return (0, Work(sizes[places.table], Self.update))
        case .raiseKeys(let raising): return (0, Work(sizes[raising.table], Self.update))
        case .raiseRecordedKeys(let raising): return (0, Work(sizes[raising.table], Self.update))
        case .deleteRows(_, let table), .deleteConnections(_, let table, _), .emptyKeys(_, let table, _), .renameTexts(_, _, let table),
            .renameRecordedProperties(_, _, let table), .raiseRecordedIDs(let table, _, _), .recompute(_, let table, _):
            return (0, Work(sizes[table], Self.update))
        case .createIndex(let index): return (0, Work(sizes[index.table], Self.index))
        case .fillSearch(let name):
            let table = name.hasSuffix("_search") ? String(name.dropLast("_search".count)) : name
            return (0, Work(sizes[table], Self.search))
        case .runSwift(let step): return (0, Work(step.reads.map { sizes[SwiftStep.copyName(of: $0.table)] }.reduce(.zero, +), Self.swift))
        case .user: return (0, .unknown(sizes.largest))
        case .frozen(let statement):
            if [.rebuild, .update, .index].contains(statement.strategy) { return (0, .unknown(sizes.largest)) }
        case .renameColumn, .dropNotNull, .dropIndex, .createTrigger, .dropTrigger, .createView, .dropView, .createSearch, .dropSearch,
            .raiseSequence, .recordVersion:
            break
        }
        return (0, .nothing)
    }

    private mutating func copy(_ source: String, into table: String) -> Work {
        let amount = sizes[source]
        sizes[table] = sizes[table] + amount
        return Work(amount, Self.insert)
    }
}

extension MigrationProgress.Amount {
    /// What is not passed row by row.
    fileprivate var withoutRows: Self { Self(rows: 0, bytes: bytes) }
}
