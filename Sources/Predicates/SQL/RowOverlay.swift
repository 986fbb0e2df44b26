import SQLiteAccess

/// Unsaved rows and connections, which a statement reads in place of the stored ones.
public struct RowOverlay: Sendable {
    /// The unsaved rows of a table.
    public struct Rows: Sendable {
        let table: String
        let columns: [String]
        let replacedKeys: String
        let rows: String
        /// The keys that unsaved rows hold in the columns of one-to-one relationships, as JSON arrays. No other row holds them.
        let taken: [String: String]

        /// - Parameters:
        ///   - columns: those that statements read, the key first.
        ///   - replacedKeys: the keys of the stored rows that do not count, as a JSON array.
        ///   - rows: the values of each unsaved row.
        ///   - oneToOne: the columns that hold the keys of one-to-one relationships.
        public init(of table: String, columns: [String], replacedKeys: String, rows: [[SQLiteValue]], oneToOne: Set<String> = []) {
            self.table = table
            self.columns = columns
            self.replacedKeys = replacedKeys
            self.rows = "[" + rows.map(ListElement.coded).joined(separator: ",") + "]"
            var taken: [String: String] = [:]
            for (place, column) in columns.enumerated() where oneToOne.contains(column) {
                let keys = rows.compactMap { row in if case .integer(let key) = row[place] { "\(key)" } else { nil } }
                if !keys.isEmpty { taken[column] = "[\(keys.joined(separator: ","))]" }
            }
            self.taken = taken
        }
    }

    /// The unsaved connections of a join table.
    public struct Connections: Sendable {
        let table: FetchLayout.JoinTable
        let changed: String
        let connected: String

        /// - Parameters:
        ///   - connected: owners and members that the next save connects.
        ///   - disconnected: those that it disconnects.
        public init(of table: FetchLayout.JoinTable, connected: Set<[Int64]>, disconnected: Set<[Int64]>) {
            func json(_ pairs: Set<[Int64]>) -> String { "[" + pairs.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",") + "]" }
            self.table = table
            changed = json(connected.union(disconnected))
            self.connected = json(connected)
        }
    }

    private var rows: [String: Rows] = [:]
    private var connections: [Connections] = []
    /// The tables that key paths lead to.
    private var joined: Set<String>

    /// - Parameter joined: the tables that the key paths of a fetch lead to.
    public init(rows: [Rows], connections: [Connections], joined: Set<String>) {
        self.joined = joined
        self.rows = Dictionary(rows.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
        self.connections = connections
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { rows.isEmpty && connections.isEmpty }

    /// Whether rows of a table are unsaved or do not count.
    public func changesRows(of table: String) -> Bool { rows[table] != nil }

    // MARK: SQL

    /// A fetch reads its own rows from one of these; the rows that its key paths lead to are stored and unsaved ones together.
    public enum Source: Sendable {
        /// The stored rows, as they are.
        case store
        /// The stored rows that have no unsaved changes.
        case unchanged(RowOverlay)
        /// The unsaved rows.
        case unsaved(RowOverlay)

        var overlay: RowOverlay? {
            switch self {
            case .store: nil
            case .unchanged(let overlay), .unsaved(let overlay): overlay
            }
        }
    }

    /// Tables with unsaved changes by their own names, as SQL before a SELECT. SQLite computes each at most once.
    func clause(for fetch: ResolvedFetch, from source: Source) -> (sql: String, bindings: [SelectStatement.Binding]) {
        var tables = [CommonTable]()
        if case .unsaved = source, let rows = rows[fetch.table] {
            tables.append(.init(name: Self.unsaved, columns: rows.columns, select: rows.selectUnsaved, values: [rows.rows]))
        }
        for table in rows.keys.sorted() where joined.contains(table) {
            guard let rows = rows[table] else { continue }
            let taken = rows.columns.compactMap { rows.taken[$0] }
            let names = rows.columns.map { column in
                // The new partner of an unsaved row has no other one: a join would give its row twice.
                let name = SQL.identifier(column)
                return rows.taken[column] == nil ? name : "CASE WHEN \(name) IN \(Self.listed) THEN NULL ELSE \(name) END"
            }.joined(separator: ", ")
            let stored = "SELECT \(names) FROM main.\(SQL.identifier(table)) WHERE \(SQL.identifier(rows.columns[0])) NOT IN \(Self.listed)"
            tables.append(
                .init(
                    name: table, columns: rows.columns, select: "\(stored) UNION ALL \(rows.selectUnsaved)",
                    values: taken + [rows.replacedKeys, rows.rows]))
        }
        for connection in connections {
            let columns = [connection.table.owner, connection.table.member]
            let names = columns.map(SQL.identifier).joined(separator: ", ")
            let pairs = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)"
            let stored = "SELECT \(names) FROM main.\(SQL.identifier(connection.table.name)) WHERE (\(names)) NOT IN (\(pairs))"
            tables.append(
                .init(
                    name: connection.table.name, columns: columns, select: "\(stored) UNION ALL \(pairs)",
                    values: [connection.changed, connection.connected]))
        }
        let sql = tables.isEmpty ? "" : "WITH \(tables.map(\.sql).joined(separator: ", ")) "
        return (sql, tables.flatMap { $0.values.map { .value(.text($0)) } })
    }

    /// The stored rows of a table that do not count, as a JSON array of keys; nil if all do.
    func replacedKeys(of table: String) -> String? { rows[table]?.replacedKeys }

    /// The name of the fetched entity's unsaved rows. No table of a model begins with an underscore.
    static let unsaved = "_unsaved"
    private static let listed = "(SELECT value FROM json_each(?))"
}

/// A table in the WITH clause of a statement.
private struct CommonTable {
    var name: String
    var columns: [String]
    var select: String
    /// The values of its placeholders.
    var values: [String]

    var sql: String {
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        return "\(SQL.identifier(name))(\(names)) AS MATERIALIZED (\(select))"
    }
}

extension RowOverlay.Rows {
    /// The unsaved rows, with one placeholder.
    fileprivate var selectUnsaved: String {
        let values = columns.indices.map { "\(ConditionFunctions.listed)(json_extract(value, '$[\($0)]'))" }
        return "SELECT \(values.joined(separator: ", ")) FROM json_each(?)"
    }
}

/// The tables that a fetch reads.
public struct TableReads: Sendable {
    /// The columns by their tables. Keys are not among them.
    public var columns: [String: Set<String>]
    /// The tables that key paths lead to, and the join tables on them.
    public var joined: Set<String> = []
    /// Each as one of its ends has it.
    public var joinTables: [String: FetchLayout.JoinTable] = [:]

    /// - Parameter paths: what else is read of the fetched objects.
    public init(_ fetch: ResolvedFetch, with paths: [ResolvedPath] = [], in layout: FetchLayout) {
        var reads = FollowedReads(fetch, in: layout)
        reads.read(fetch)
        for path in paths { reads.read(path, from: []) }
        columns = [fetch.table: []]
        for (steps, names) in reads.columns {
            columns[steps.last?.destinationTable ?? fetch.table, default: []].formUnion(names)
            guard let last = steps.last else { continue }
            joined.insert(last.destinationTable)
            if let table = last.joinTable { joinTables[table.name] = table }
        }
    }
}
