import SQLiteAccess

/// A SELECT with the values that belong to its placeholders.
public struct SelectStatement: Sendable, Hashable {
    /// What stands for a `?`: a value, or a parameter whose value is not known yet.
    public enum Binding: Sendable, Hashable {
        case value(SQLiteValue)
        /// A parameter, in the stored form of a type.
        case parameter(String, as: ValueType)
        /// What comes behind all texts that begin with a parameter.
        case endOfPrefix(String, as: ValueType)
        /// The values of a list, as a JSON array that ``ConditionFunctions`` reads.
        case list(String, of: ValueType)
    }

    public var sql: String
    public var bindings: [Binding]
}

/// The parts of a SELECT from the table of a fetch, which is called `t0`. Placeholders are counted in the order of the parts.
struct SelectParts {
    var renderer = ConditionRenderer(for: .select)
    var columns: [String] = []
    var isDistinct = false
    private(set) var conditions: [String] = []
    var groups: [String] = []
    var having: String?
    var order: [String] = []
    private var end = ""
    private var source: String
    /// The key of every table.
    let key: String
    /// The tables with unsaved changes, before the SELECT.
    private var overlay: (sql: String, bindings: [SelectStatement.Binding]) = ("", [])

    /// Which rows: those that the fetch is about.
    /// - Parameters:
    ///   - search: finds some of the rows, of which alone the fetch is about.
    ///   - rows: the rows among which they are.
    init(of fetch: ResolvedFetch, in search: SearchStatement? = nil, from rows: RowOverlay.Source = .store) {
        var excludedKeys: String?
        key = SQL.identifier(fetch.key)
        switch rows {
        case .store:
            source = "\(SQL.identifier(fetch.table)) AS t0"
        case .unchanged(let overlay):
            // The name alone may be that of the stored and unsaved rows together.
            source = "main.\(SQL.identifier(fetch.table)) AS t0"
            excludedKeys = overlay.replacedKeys(of: fetch.table)
        case .unsaved:
            source = "\(RowOverlay.unsaved) AS t0"
        }
        overlay = rows.overlay?.clause(for: fetch, from: rows) ?? ("", [])
        if let search {
            source += " JOIN \(search.table) ON \(search.table).rowid = t0.\(key)"
            conditions.append(search.match)
            renderer.bindings.append(SearchArguments.Name.pattern.binding)
        }
        if let clause = renderer.clause(of: fetch, besideAnd: search != nil || excludedKeys != nil) { conditions.append(clause) }
        if let excludedKeys {
            conditions.append("t0.\(key) NOT IN (SELECT value FROM json_each(?))")
            renderer.bindings.append(.value(.text(excludedKeys)))
        }
    }

    /// Columns of the fetched entity's table, and NULL in the place of one that is nil.
    static func own(_ columns: [String?]) -> [String] {
        columns.map { column in column.map { "t0.\(SQL.identifier($0))" } ?? "NULL" }
    }

    /// The last part.
    mutating func cut(limit: Int?, offset: Int) {
        if limit == nil, offset == 0 { return }
        end = " LIMIT ?"
        renderer.bindings.append(.value(.integer(limit.map(Int64.init) ?? -1)))
        if offset > 0 {
            end += " OFFSET ?"
            renderer.bindings.append(.value(.integer(Int64(offset))))
        }
    }

    var statement: SelectStatement {
        var sql = overlay.sql + "SELECT " + (isDistinct ? "DISTINCT " : "") + columns.joined(separator: ", ")
        sql += " FROM \(source)"
        for join in renderer.joins { sql += " " + join }
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        if !groups.isEmpty { sql += " GROUP BY " + groups.joined(separator: ", ") }
        if let having { sql += " HAVING " + having }
        if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
        return SelectStatement(sql: sql + end, bindings: overlay.bindings + renderer.bindings)
    }
}

extension ResolvedFetch {
    /// The fetch as SQL that gives `columns` of the fetched entity's table, and NULL in the place of a column that is nil.
    ///
    /// Rows that the order leaves equal come in the order of their keys, so that the same data always gives the same list.
    /// - Parameters:
    ///   - rows: the rows among which the fetch finds its own.
    ///   - withSortValues: whether the values of the sort keys follow the columns.
    public func select(
        _ columns: [String?], withSortValues: Bool = false, from rows: RowOverlay.Source = .store
    ) -> SelectStatement {
        var parts = SelectParts(of: self, from: rows)
        parts.columns = SelectParts.own(columns)
        if withSortValues { parts.columns += sort.map { parts.renderer.column($0.path) } }
        parts.order = order(&parts) + ["t0.\(parts.key)"]
        parts.cut(limit: limit, offset: offset)
        return parts.statement
    }

    /// How many objects the fetch gives, as SQL.
    /// - Parameter rows: the rows among which the fetch finds its own.
    public func selectCount(from rows: RowOverlay.Source = .store) -> SelectStatement {
        var parts = SelectParts(of: self, from: rows)
        if limit == nil, offset == 0 {
            parts.columns = ["count(*)"]
            return parts.statement
        }
        parts.columns = ["1"]
        parts.cut(limit: limit, offset: offset)
        var statement = parts.statement
        statement.sql = "SELECT count(*) FROM (\(statement.sql))"
        return statement
    }

    /// The values at the ends of paths, as SQL, in the fetch's order; rows that this leaves equal come in the order of their
    /// keys.
    /// - Parameters:
    ///   - isDistinct: whether rows that are the same come once; they come in the order of their values then.
    ///   - rows: the rows among which the fetch finds its own.
    public func select(
        _ paths: [ResolvedPath], isDistinct: Bool = false, from rows: RowOverlay.Source = .store
    ) -> SelectStatement {
        var parts = SelectParts(of: self, from: rows)
        parts.columns = paths.map { parts.renderer.column($0) }
        parts.isDistinct = isDistinct
        parts.order = order(&parts) + (isDistinct ? parts.columns : ["t0.\(parts.key)"])
        parts.cut(limit: limit, offset: offset)
        return parts.statement
    }

    func order(_ parts: inout SelectParts) -> [String] {
        sort.map { parts.renderer.column($0.path) + ($0.isAscending ? "" : " DESC") }
    }
}
