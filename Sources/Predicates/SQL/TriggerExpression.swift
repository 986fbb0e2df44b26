import SQLiteAccess

extension ResolvedExpression {
    /// The expression in an UPDATE of the object's table, as SQL on the updated row.
    ///
    /// A result beyond 64 bits is a text, which the column of an integer refuses: SQLite would go on with a floating-point number.
    public func sql(updating table: String) -> String {
        var renderer = ConditionRenderer(for: .trigger(row: nil, table: table))
        let value = renderer.render(operand)
        let parts = operand.isInteger ? operand.innerCalculations.map { "typeof(\(renderer.render($0).withoutParentheses))" } : []
        if parts.isEmpty { return value.withoutParentheses }
        return "CASE WHEN 'real' IN (\(parts.joined(separator: ", "))) THEN 'beyond 64 bits' ELSE \(value.withoutParentheses) END"
    }
}

extension ResolvedCondition {
    /// The condition as SQL on one row, for a trigger. nil if it reads other rows, or needs a function of the library.
    /// - Parameter row: what the row is called, `NEW` or an alias; nil if its columns need no qualification.
    public func triggerExpression(on row: String?) -> String? {
        var renderer = ConditionRenderer(for: .trigger(row: row, table: nil))
        let text = renderer.renderBesideAnd(self)
        return renderer.exceedsIndex ? nil : text
    }
}

extension ConditionRenderer {
    /// A property as SQL on a row in a trigger: at the end of to-one relationships a query.
    mutating func triggerColumn(_ path: ResolvedPath, row: String?, table: String?) -> String {
        let column = SQL.identifier(path.column)
        guard let first = path.steps.first else { return row.map { "\($0).\(column)" } ?? column }
        guard let table, path.steps.allSatisfy({ !$0.isToMany }) else {
            exceedsIndex = true
            return "NULL"
        }
        // No table of a model begins with an underscore.
        var source = "\(SQL.identifier(first.destinationTable)) AS _r1"
        for (place, step) in path.steps.enumerated().dropFirst() {
            source += " " + join(step, from: "_r\(place)", as: "_r\(place + 1)")
        }
        let tie = "_r1.\(SQL.identifier(first.destinationColumn)) = \(SQL.identifier(table)).\(SQL.identifier(first.column))"
        return "(SELECT _r\(path.steps.count).\(column) FROM \(source) WHERE \(tie))"
    }
}

extension ResolvedOperand {
    /// Whether it is stored as an integer.
    fileprivate var isInteger: Bool {
        switch self {
        case .path(let path): path.type.places != nil
        case .value(.integer), .value(.null): true
        case .arithmetic(let left, _, let right): left.isInteger && right.isInteger
        case .value, .parameter, .function, .calendar, .aggregate: false
        }
    }

    /// The calculations within this one, which may exceed 64 bits before it does.
    fileprivate var innerCalculations: [ResolvedOperand] {
        guard case .arithmetic(let left, _, let right) = self else { return [] }
        return [left, right].flatMap { part -> [ResolvedOperand] in
            if case .arithmetic = part { part.innerCalculations + [part] } else { [] }
        }
    }
}

extension String {
    /// The text without the parentheses around all of it.
    fileprivate var withoutParentheses: String {
        guard hasPrefix("("), hasSuffix(")"), !hasPrefix("(SELECT ") else { return self }
        var depth = 0
        for (place, character) in self.dropLast().enumerated() {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if depth == 0, place > 0 { return self }
        }
        return String(dropFirst().dropLast())
    }
}
