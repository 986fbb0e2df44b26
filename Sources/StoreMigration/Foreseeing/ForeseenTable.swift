import SQLiteAccess

/// The state of a table after some operations.
struct ForeseenTable {
    /// The view or the table that has its rows, as SQL.
    var source: String
    var columns: [String]
    /// The table of the file whose rows it has; nil for a new table.
    let origin: String?
    /// The entities whose rows another table has by now; nil for all rows.
    private var moved: Set<String>? = []
    /// The columns whose values another table has by now.
    private var copied: Set<String> = []
    /// The columns whose values are not those of before the step; nil for all, because rows have come.
    private(set) var changed: Set<String>? = []

    init(source: String, columns: [String], origin: String?) {
        (self.source, self.columns, self.origin) = (source, columns, origin)
    }

    /// A table that a step creates.
    static func new(_ source: String, _ columns: [String]) -> ForeseenTable {
        var table = ForeseenTable(source: source, columns: columns, origin: nil)
        table.changed = nil
        return table
    }

    /// Whether a plan uses the table in between: no version has it.
    func isInternal(_ name: String) -> Bool { name.hasPrefix("_trellis_") }

    /// The rows that no other table has, as SQL; nil for all.
    var remainder: String? {
        guard let moved else { return "0" }
        return moved.isEmpty ? nil : "_entity NOT IN (\(SQL.list(moved.sorted())))"
    }

    mutating func noteMove(of entities: [String]?) {
        moved = entities.flatMap { moved?.union($0) }
    }

    mutating func noteCopy(of column: String) {
        copied.insert(column)
        // Connections consist of keys alone.
        if origin != nil, columns.allSatisfy({ $0.hasPrefix("_") || copied.contains($0) }) { moved = nil }
    }

    func hasCopy(of column: String) -> Bool { copied.contains(column) }

    mutating func beginStep() { (moved, copied, changed) = ([], [], []) }

    mutating func noteChange(of columns: [String]?) {
        changed = columns.flatMap { changed?.union($0) }
    }

    mutating func rename(_ old: String, _ new: String) {
        if copied.remove(old) != nil { copied.insert(new) }
    }
}

extension [ColumnValue] {
    /// Whether user-written SQL computes one of the values, or other rows do.
    var readsOtherRows: Bool { contains { !$0.value.userTexts.isEmpty || !$0.value.keyQueries.isEmpty } }
}

extension Operation {
    /// The table whose rows it reads to write them again; nil for any other operation.
    var sourceTable: String? {
        switch self {
        case .rebuildTable(let rebuild): rebuild.table.name
        case .moveRows(let move): move.source
        case .computeRows(let rows): rows.rows.table
        case .copyAside(_, let rows): rows.table
        case .dropColumn(_, let table): table
        default: nil
        }
    }

    /// The name that ``checkedTable`` has after the operation, if that is another one.
    var finalTable: String? { if case .rebuildTable(let rebuild) = self { rebuild.table.name } else { nil } }
}

extension RowValue {
    /// The columns that it reads, without those in user-written SQL.
    var columns: [String] {
        switch self {
        case .column(let name), .converted(let name, _): [name]
        case .caseMap(let map): [map.column]
        case .coalesce(let first, let second): first.columns + second.columns
        case .whenPresent(let others, let value): others.flatMap(\.columns) + value.columns
        case .ofEntities(_, let value, let otherwise): value.columns + otherwise.columns
        case .guarded(let column, _, let value, _): [column] + value.columns
        case .text(_, let text): text.columns
        case .null, .literal, .generated, .keyQuery, .user: []
        }
    }
}
