import SQLiteAccess

/// The state of a table after some operations.
package struct ForeseenTable {
    /// The view or the query that has its rows, as SQL.
    var source: String
    /// Its columns, without ``originNames``.
    var columns: [String]
    /// The table of the file whose rows it has; nil for a new table.
    let origin: String?
    /// The columns whose values are not those of before the step; nil for all, because rows have come.
    private(set) var changed: Set<String>? = []

    private init(source: String, columns: [String], origin: String?) {
        (self.source, self.columns, self.origin) = (source, columns, origin)
    }

    /// A table of the file.
    init(of name: String, _ columns: [String]) {
        let key = columns.contains("_id") ? "_id" : "NULL"
        let origin = "\(SQL.literal(name)) AS \(Self.originTable), \(key) AS \(Self.originKey)"
        self.init(source: "(SELECT *, \(origin) FROM main.\(SQL.identifier(name)))", columns: columns, origin: name)
    }

    /// A table that a step creates.
    static func new(_ source: String, _ columns: [String]) -> ForeseenTable {
        var table = ForeseenTable(source: source, columns: columns, origin: nil)
        table.changed = nil
        return table
    }

    // MARK: Origins

    /// The table and the key that a row has in the file. Each state of each table has both columns, at its end.
    private static let originTable = "_trellis_origin_table"
    private static let originKey = "_trellis_origin_key"
    package static let originNames = [originTable, originKey]
    static let originDefinitions = ["\(originTable) TEXT", "\(originKey) INTEGER"]
    /// Both as a list in SQL.
    package static let originColumns = originNames.joined(separator: ", ")

    // MARK: Changes

    mutating func beginStep() { changed = [] }

    mutating func noteChange(of columns: [String]?) {
        changed = columns.flatMap { changed?.union($0) }
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
