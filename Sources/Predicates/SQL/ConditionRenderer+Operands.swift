import SQLiteAccess

extension ConditionRenderer {
    mutating func render(_ operand: ResolvedOperand, isBoolean: Bool = false) -> String {
        switch operand {
        case .path(let path):
            return column(path)
        case .value(let value):
            return render(value, isBoolean: isBoolean)
        case .parameter(let name, let type, _):
            exceedsIndex = true
            bindings.append(.parameter(name, as: type))
            return "?"
        case .arithmetic(let left, let operation, let right):
            return "(\(render(left)) \(operation.rawValue) \(render(right)))"
        case .function(let function, let operand):
            exceedsIndex = true
            let argument = render(operand)
            if case .fold(let options) = function { return "\(function.sqlName)(\(argument), \(options.rawValue))" }
            return "\(function.sqlName)(\(argument))"
        case .calendar(let operation, let arguments):
            exceedsIndex = true
            return "\(operation.sqlName)(\(arguments.map { render($0) }.joined(separator: ", ")))"
        case .aggregate(let aggregate):
            return render(aggregate)
        }
    }

    /// A value. Booleans and nil are written out in a SELECT too: SQLite can then see that a partial index has the rows, and
    /// there are few enough of them that statements stay cached.
    mutating func render(_ value: SQLiteValue, isBoolean: Bool = false) -> String {
        if purpose != .select || isBoolean || value == .null, let literal = value.sqlLiteral { return literal }
        exceedsIndex = true
        bindings.append(.value(value))
        return "?"
    }

    mutating func column(_ path: ResolvedPath) -> String {
        switch purpose {
        case .select: break
        case .index:
            if !path.steps.isEmpty { exceedsIndex = true }
            return SQL.identifier(path.column)
        case .trigger(let row, let table):
            return triggerColumn(path, row: row, table: table)
        }
        let column = "\(alias(for: path.steps[...], from: path.level)).\(SQL.identifier(path.column))"
        if let calendar = path.calendar { return calendar.sql(column) }
        return path.folding.isEmpty ? column : "\(FoldedText.functionName)(\(column), \(path.folding.rawValue))"
    }

    /// The alias of the table at the end of to-one steps; paths with the same beginning share their joins.
    mutating func alias(for steps: ArraySlice<ResolvedPath.Step>, from level: Int) -> String {
        guard let last = steps.last else { return scopes[level].alias }
        if let known = scopes[level].aliases[Array(steps)] { return known }
        let previous = alias(for: steps.dropLast(), from: level)
        let alias = newAlias()
        scopes[level].joins.append("LEFT " + join(last, from: previous, as: alias))
        scopes[level].aliases[Array(steps)] = alias
        return alias
    }

    /// The join of the table that a step leads to, without a join table.
    func join(_ step: ResolvedPath.Step, from previous: String, as alias: String) -> String {
        "JOIN \(SQL.identifier(step.destinationTable)) AS \(alias)"
            + " ON \(alias).\(SQL.identifier(step.destinationColumn)) = \(previous).\(SQL.identifier(step.column))"
    }

    // MARK: Texts

    mutating func render(_ left: ResolvedOperand, _ test: TextTest, _ right: ResolvedOperand) -> String {
        switch test {
        case .beginsWith:
            if let range = range(of: left, beginningWith: right) { return range }
            return call(ConditionFunctions.begins, left, right)
        case .endsWith: return call(ConditionFunctions.ends, left, right)
        case .contains: return "instr(\(render(left)), \(render(right))) > 0"
        case .like: return call(ConditionFunctions.like, left, right)
        case .matches(let ignoringCase):
            return call(ConditionFunctions.matches(ignoringCase: ignoringCase), left, right)
        }
    }

    private mutating func call(_ function: String, _ left: ResolvedOperand, _ right: ResolvedOperand) -> String {
        exceedsIndex = true
        return "\(function)(\(render(left)), \(render(right)))"
    }

    /// A column's texts that begin with a known one are a range, for which an index serves.
    private mutating func range(of operand: ResolvedOperand, beginningWith prefix: ResolvedOperand) -> String? {
        guard case .path(let path) = operand else { return nil }
        let column = column(path)
        switch prefix {
        case .value(.text(let text)):
            let start = render(.text(text))
            return "(\(column) >= \(start) AND \(column) < \(render(TextRange.end(of: text))))"
        case .parameter(let name, let type, _):
            exceedsIndex = true
            bindings += [.parameter(name, as: type), .endOfPrefix(name, as: type)]
            return "(\(column) >= ? AND \(column) < ?)"
        default:
            return nil
        }
    }

    // MARK: Lists

    /// So many values have placeholders of their own; more are bound as one JSON array. Both let SQLite use an index.
    private static let placeholders = 64
    /// A statement with so many bindings gets no more than one for each list: SQLite's limit is 32,766.
    private static let manyBindings = 16_000

    mutating func render(_ operand: ResolvedOperand, in list: ResolvedList) -> String {
        let left = render(operand)
        switch list {
        case .parameter(let name, let type):
            exceedsIndex = true
            bindings.append(.list(name, of: type))
            return "\(left) IN (SELECT \(ConditionFunctions.listed)(value) FROM json_each(?))"
        case .values(let values):
            if values.isEmpty { return "\(left) IN ()" }
            if purpose != .select { return "\(left) IN (\(values.map { render($0) }.joined(separator: ", ")))" }
            if values.count > Self.placeholders || bindings.count > Self.manyBindings {
                let plain = ListElement.plain(values)
                bindings.append(.value(.text(plain ?? ListElement.coded(values))))
                return "\(left) IN (SELECT \(plain == nil ? "\(ConditionFunctions.listed)(value)" : "value") FROM json_each(?))"
            }
            // Lists of about the same length share a statement: the last value stands in what is left of a power of two.
            var count = 1
            while count < values.count { count *= 2 }
            let padded = values + Array(repeating: values[values.count - 1], count: count - values.count)
            bindings += padded.map { .value($0) }
            return "\(left) IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))"
        }
    }
}
