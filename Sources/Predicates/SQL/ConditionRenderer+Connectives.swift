import SQLiteAccess

// SQLite takes each AND and OR for a level of depth and goes no deeper than 1,000, and its parser has room for few parentheses to
// the right of something. Groups of usual length are written as they are. Longer ones are put into rows; and a part that has many
// levels itself comes first in its group, the others in one row behind it, so that they add no more than two levels to it. So does
// a part in which many parentheses are open at the same time, for the parser keeps all that stands to the left of them.

extension ConditionRenderer {
    enum Connective {
        case and
        case or

        var sql: String { self == .and ? " AND " : " OR " }

        /// The value without parts.
        var empty: String { self == .and ? "TRUE" : "FALSE" }
    }

    /// So many parts stand in one row.
    static let partsInRow = 100
    /// So many levels are left to what stands in a row, and so many it has where it is written as it is.
    fileprivate static let usualLevels = (part: 150, row: 400)
    /// So many parentheses may be open to the right of something.
    static let usualDepth = 4

    mutating func join(_ conditions: [ResolvedCondition], with connective: Connective, inside outer: Connective?) -> String {
        if conditions.isEmpty { return connective.empty }
        // A single part stands for itself, in what is around both.
        if conditions.count == 1 { return render(conditions[0], inside: outer) }
        let needsParentheses = outer != nil && outer != connective
        var parts = [(sql: String, levels: Int, firstBinding: Int)]()
        parts.reserveCapacity(conditions.count)
        var depths = [Int]()
        for condition in conditions {
            let first = bindings.count
            (levels, depth) = (0, 0)
            let sql = render(condition, inside: connective)
            parts.append((sql, levels, first))
            depths.append(depth)
        }
        let deepest = depths.indices.max { depths[$0] < depths[$1] } ?? 0
        depth = depths[deepest] + (needsParentheses ? 1 : 0)
        var joined = parts.map(\.sql).joined(separator: connective.sql)
        levels = (parts.map(\.levels).max() ?? 0) + parts.count
        let isDeep = deepest > 0 && depths[deepest] > Self.usualDepth
        if parts.count > Self.partsInRow || levels > Self.usualLevels.row || isDeep {
            let ends = parts.dropFirst().map(\.firstBinding) + [bindings.count]
            var rows = zip(parts, ends).map { part, end in
                Row(sql: part.sql, levels: part.levels, bindings: bindings[part.firstBinding..<end])
            }
            if isDeep { rows.insert(rows.remove(at: deepest), at: 0) }
            let row = connective.join(rows)
            bindings.replaceSubrange(parts[0].firstBinding..., with: row.bindings)
            (joined, levels) = (row.sql, row.levels)
        }
        return needsParentheses ? "(\(joined))" : joined
    }

    /// Parts as they are written one behind the other.
    struct Row {
        var sql: String
        var levels: Int
        var bindings: ArraySlice<SelectStatement.Binding>

        var inParentheses: Row { Row(sql: "(\(sql))", levels: levels, bindings: bindings) }
    }
}

extension ConditionRenderer.Connective {
    /// The parts in one row, or in rows of rows.
    func join(_ parts: [ConditionRenderer.Row]) -> ConditionRenderer.Row {
        let levels = (parts.map(\.levels).max() ?? 0) + parts.count
        let deep = parts.filter { $0.levels > ConditionRenderer.usualLevels.part }
        if levels > ConditionRenderer.usualLevels.row, !deep.isEmpty, deep.count < parts.count {
            let rest = join(parts.filter { $0.levels <= ConditionRenderer.usualLevels.part })
            return row(deep + [rest.inParentheses])
        }
        let limit = ConditionRenderer.partsInRow
        if parts.count <= limit { return row(parts) }
        let size = (parts.count + limit - 1) / limit
        return row(
            stride(from: 0, to: parts.count, by: size).map { start in
                join(Array(parts[start..<min(start + size, parts.count)])).inParentheses
            })
    }

    private func row(_ parts: [ConditionRenderer.Row]) -> ConditionRenderer.Row {
        ConditionRenderer.Row(
            sql: parts.map(\.sql).joined(separator: sql), levels: (parts.map(\.levels).max() ?? 0) + parts.count,
            bindings: ArraySlice(parts.flatMap(\.bindings)))
    }
}

extension ResolvedCondition {
    var isConnective: Bool {
        switch self {
        case .and, .or: true
        default: false
        }
    }
}
