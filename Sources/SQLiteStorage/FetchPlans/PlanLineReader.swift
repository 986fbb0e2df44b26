/// Reads a line of `EXPLAIN QUERY PLAN`, as SQLite writes them since 3.36. What it does not know is ``QueryPlan/Action/other``.
enum PlanLineReader {
    static func action(_ line: String) -> QueryPlan.Action {
        let line = line.removing(suffix: " LEFT-JOIN")
        if let tree = line.rest(after: "USE TEMP B-TREE FOR ") { return temporaryTree(tree) }
        if let rest = line.rest(after: "SCAN ") { return rows(rest) { row, access, _ in .scan(row: row, access) } }
        if let rest = line.rest(after: "SEARCH ") {
            return rows(rest) { row, access, constraints in .search(row: row, access, by: constraints) }
        }
        if line == "MULTI-INDEX OR" { return .eitherIndex }
        if let number = line.rest(after: "INDEX "), Int(number) != nil { return .part }
        for kind in ["SCALAR SUBQUERY ", "LIST SUBQUERY "] {
            if line.hasPrefix(kind) { return .subquery(isCorrelated: false) }
            if line.hasPrefix("CORRELATED " + kind) { return .subquery(isCorrelated: true) }
        }
        if line.hasPrefix("CO-ROUTINE ") || line.hasPrefix("MATERIALIZE ") { return .subquery(isCorrelated: false) }
        return .other
    }

    private static func temporaryTree(_ purpose: Substring) -> QueryPlan.Action {
        switch purpose {
        case "ORDER BY": .sort(isPartial: false)
        case "DISTINCT": .distinct
        case "GROUP BY": .group
        // "RIGHT PART OF", and since 3.47 "LAST TERM OF" or "LAST 2 TERMS OF".
        default: purpose.hasSuffix(" OF ORDER BY") ? .sort(isPartial: true) : .other
        }
    }

    /// `t0 USING INDEX name (a=? AND b>?)`: which row is meant, and where and how it is read.
    private static func rows(
        _ text: Substring, _ action: (String, QueryPlan.Access, [QueryPlan.Constraint]) -> QueryPlan.Action
    ) -> QueryPlan.Action {
        if text.hasSuffix("CONSTANT ROW") || text.hasSuffix("CONSTANT ROWS") || text.hasSuffix("VALUES CLAUSE") { return .other }
        guard let space = text.firstIndex(of: " ") else { return action(String(text), .table, []) }
        let row = String(text[..<space])
        let manner = text[space...].dropFirst()
        if manner.hasPrefix("VIRTUAL TABLE INDEX ") { return action(row, .virtualTable, []) }
        guard var access = manner.rest(after: "USING ") else { return .other }
        var constraints = [QueryPlan.Constraint]()
        if access.last == ")", let opening = access.firstIndex(of: "(") {
            constraints = self.constraints(access[opening...].dropFirst().dropLast())
            access = access[..<opening].dropLast()
        }
        if access == "INTEGER PRIMARY KEY" || access == "PRIMARY KEY" { return action(row, .key, constraints) }
        if access.hasPrefix("AUTOMATIC ") { return action(row, .temporaryIndex, constraints) }
        if let name = access.rest(after: "COVERING INDEX ") {
            return action(row, .index(name: String(name), isCovering: true), constraints)
        }
        guard let name = access.rest(after: "INDEX ") else { return .other }
        return action(row, .index(name: String(name), isCovering: false), constraints)
    }

    /// `a=? AND b>? AND b<?`: a value of `a` and a range of `b`.
    private static func constraints(_ text: Substring) -> [QueryPlan.Constraint] {
        var constraints = [QueryPlan.Constraint]()
        var rest = text
        while !rest.isEmpty {
            let end = rest.range(ofSeparator: " AND ")
            let term = rest[..<(end?.lowerBound ?? rest.endIndex)]
            rest = end.map { rest[$0.upperBound...] } ?? ""
            let column = term.prefix { !"=<>".contains($0) }
            let constraint = QueryPlan.Constraint(column: String(column), isEquality: term.dropFirst(column.count).first == "=")
            if !constraints.contains(constraint) { constraints.append(constraint) }
        }
        return constraints
    }
}

extension StringProtocol where SubSequence == Substring {
    /// What stands behind a beginning; nil where the text begins otherwise.
    fileprivate func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? self[...].dropFirst(prefix.count) : nil
    }

    fileprivate func removing(suffix: String) -> Substring {
        hasSuffix(suffix) ? self[...].dropLast(suffix.count) : self[...]
    }

    /// Where a separator first stands.
    fileprivate func range(ofSeparator separator: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
            start = index(after: start)
        }
        return nil
    }
}
