import SQLiteAccess

/// A SELECT with the values that belong to its placeholders.
public struct SelectStatement: Sendable, Hashable {
    /// What stands for a `?`: a value, or a parameter whose value is not known yet.
    public enum Binding: Sendable, Hashable {
        case value(SQLiteValue)
        case parameter(String)
    }

    public var sql: String
    public var bindings: [Binding]
}

extension ResolvedFetch {
    /// The fetch as SQL that gives `columns` of the fetched entity's table.
    ///
    /// Rows that the order leaves equal come in the order of their keys, so that the same data always gives the same list.
    public func select(_ columns: [String]) -> SelectStatement {
        var renderer = SelectRenderer()
        let clause = condition.map { renderer.render($0, inside: nil) }
        let order = sort.map { renderer.column($0.path) + ($0.isAscending ? "" : " DESC") }

        var sql = "SELECT " + columns.map { "t0.\(SQL.identifier($0))" }.joined(separator: ", ")
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

/// Collects the joins and the bound values that a condition and an order need.
private struct SelectRenderer {
    private(set) var joins: [String] = []
    var bindings: [SelectStatement.Binding] = []
    private var aliases: [[ResolvedPath.Step]: String] = [:]

    enum Connective {
        case and
        case or
    }

    mutating func render(_ condition: ResolvedCondition, inside outer: Connective?) -> String {
        switch condition {
        case .comparison(let left, let comparison, let right):
            return render(left, comparison, right)
        case .and(let parts):
            return join(parts, with: .and, " AND ", whenEmpty: "TRUE", inside: outer)
        case .or(let parts):
            return join(parts, with: .or, " OR ", whenEmpty: "FALSE", inside: outer)
        case .not(let inner):
            // SQL's NOT leaves NULL as it is; a condition is either true or not.
            return "(\(render(inner, inside: nil))) IS NOT TRUE"
        }
    }

    private mutating func join(
        _ parts: [ResolvedCondition], with connective: Connective, _ separator: String, whenEmpty: String,
        inside outer: Connective?
    ) -> String {
        if parts.isEmpty { return whenEmpty }
        // A single part stands for itself, in what is around both.
        if parts.count == 1 { return render(parts[0], inside: outer) }
        let text = parts.map { render($0, inside: connective) }.joined(separator: separator)
        let needsParentheses = outer != nil && outer != connective
        return needsParentheses ? "(\(text))" : text
    }

    private mutating func render(_ left: ResolvedOperand, _ comparison: Comparison, _ right: ResolvedOperand) -> String {
        let sign = comparison.sql(mayMeetNull: left.isNullable || right.isNullable)
        let isBoolean = left.path?.type == .bool || right.path?.type == .bool
        return "\(render(left, isBoolean: isBoolean)) \(sign) \(render(right, isBoolean: isBoolean))"
    }

    /// An operand. Booleans and nil are written out: SQLite can then see that a partial index has the rows, and there are few
    /// enough of them that statements stay cached.
    private mutating func render(_ operand: ResolvedOperand, isBoolean: Bool) -> String {
        switch operand {
        case .path(let path):
            return column(path)
        case .value(.null):
            return "NULL"
        case .value(.integer(let value)) where isBoolean:
            return String(value)
        case .value(let value):
            bindings.append(.value(value))
            return "?"
        case .parameter(let name, _):
            bindings.append(.parameter(name))
            return "?"
        }
    }

    mutating func column(_ path: ResolvedPath) -> String {
        "\(alias(for: path.steps)).\(SQL.identifier(path.column))"
    }

    /// The alias of the table at the end of `steps`; paths with the same beginning share their joins.
    private mutating func alias(for steps: [ResolvedPath.Step]) -> String {
        guard let last = steps.last else { return "t0" }
        if let known = aliases[steps] { return known }
        let previous = alias(for: steps.dropLast())
        let alias = "t\(joins.count + 1)"
        joins.append(
            "LEFT JOIN \(SQL.identifier(last.destinationTable)) AS \(alias)"
                + " ON \(alias).\(SQL.identifier(FetchLayout.keyColumn)) = \(previous).\(SQL.identifier(last.column))")
        aliases[steps] = alias
        return alias
    }
}
