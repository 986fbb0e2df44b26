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

extension ResolvedFetch {
    /// The fetch as SQL that gives `columns` of the fetched entity's table, and NULL in the place of a column that is nil.
    ///
    /// Rows that the order leaves equal come in the order of their keys, so that the same data always gives the same list.
    public func select(_ columns: [String?]) -> SelectStatement {
        var renderer = ConditionRenderer(for: .select)
        let clause = renderer.clause(of: self)
        let order = sort.map { renderer.column($0.path) + ($0.isAscending ? "" : " DESC") }

        let selected = columns.map { column in column.map { "t0.\(SQL.identifier($0))" } ?? "NULL" }
        var sql = "SELECT " + selected.joined(separator: ", ")
        sql += " FROM \(SQL.identifier(table)) AS t0"
        sql += renderer.joins.map { " " + $0 }.joined()
        if let clause { sql += " WHERE \(clause)" }
        sql += " ORDER BY " + (order + ["t0.\(SQL.identifier(FetchLayout.keyColumn))"]).joined(separator: ", ")
        if let limit {
            sql += " LIMIT ?"
            renderer.bindings.append(.value(.integer(Int64(limit))))
        }
        return SelectStatement(sql: sql, bindings: renderer.bindings)
    }
}
