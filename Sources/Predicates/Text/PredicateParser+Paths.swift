extension PredicateParser {
    /// A key path from the object or from a variable, which may end in a function of members; nil where none begins.
    mutating func takePath() throws(ConditionError) -> Operand? {
        var start = token.range.lowerBound
        var path = [String]()
        var variable: String?
        switch token.kind {
        case .parameter(let name):
            variable = name
            index += 1
        case .name(_, .self):
            index += 1
            // Errors about the names of a path are reported at the names.
            if token.kind == .symbol(.dot) { start = following.range.lowerBound }
        case .name(_, let word?) where word.isReserved:
            return nil
        case .escapedName:
            start += 1
            path = try takeNames()
        case .name, .placeholder:
            path = try takeNames()
        case .collectionOperator(let name):
            throw ConditionError(
                .syntax, "write '@\(name.shortened)' after the key path of the members, as in 'rows.@count'", at: token.range)
        default:
            return nil
        }
        let rest = try takeRest(of: &path)
        let range = start..<end
        if let rest {
            guard !path.isEmpty else {
                throw ConditionError(
                    .syntax, "write the key path of the members before '\(rest.aggregate.rawValue)'", at: range)
            }
            let members = MemberSet(variable: variable, path: path)
            return Operand(.aggregate(rest.aggregate, members, of: rest.path), range: range)
        }
        guard let variable else { return Operand(.keyPath(path), range: range) }
        // A name alone is a value that is given later, if no SUBQUERY calls its member so.
        let isParameter = path.isEmpty && !variables.contains(variable) && variable != Self.fetchSource
        return Operand(isParameter ? .parameter(variable) : .variable(variable, path: path), range: range)
    }

    /// The object that has a fetched property.
    static let fetchSource = "FETCH_SOURCE"

    /// The names behind the first one; and the function of members among them, with the names behind it.
    private mutating func takeRest(
        of path: inout [String]
    ) throws(ConditionError) -> (aggregate: Aggregate, path: [String])? {
        while take(.dot) {
            guard case .collectionOperator(let name) = token.kind else {
                path += try takeNames()
                continue
            }
            guard let aggregate = Aggregate(rawValue: "@" + name) else {
                throw ConditionError(
                    .syntax, "there is no function '@\(name.shortened)'; the functions are @count, @sum, @avg, @min and @max", at: token.range)
            }
            index += 1
            var rest = [String]()
            while take(.dot) {
                if case .collectionOperator = token.kind {
                    throw ConditionError(.syntax, "a key path can have one function of members", at: token.range)
                }
                rest += try takeNames()
            }
            return (aggregate, rest)
        }
        return nil
    }

    /// The name at the present token, or those of the key path that is its argument.
    private mutating func takeNames() throws(ConditionError) -> [String] {
        let names: [String]
        switch token.kind {
        case .name(let name, _), .escapedName(let name): names = [name]
        case .placeholder(let placeholder) where placeholder.kind == .keyPath: names = try keyPath(for: placeholder)
        default: throw ConditionError(.syntax, "expected the name of a property", at: token.range)
        }
        index += 1
        return names
    }

    /// `SUBQUERY(rows, $row, $row.price > 5).@count`, from its `(` on.
    mutating func subquery(from start: Int) throws(ConditionError) -> Node {
        try expect(.open)
        let place = token.range
        let collection = try takePath()
        let members: (variable: String?, path: [String])
        switch collection?.kind {
        case .keyPath(let path) where !path.isEmpty: members = (nil, path)
        case .variable(let variable, let path) where !path.isEmpty: members = (variable, path)
        default:
            throw ConditionError(
                .syntax, "SUBQUERY needs the key path of a to-many relationship first", at: collection?.range ?? place)
        }
        try expect(.comma)
        guard case .parameter(let variable) = token.kind, variable != Self.fetchSource else {
            throw ConditionError(.syntax, "SUBQUERY needs a $variable for a member as its second part", at: token.range)
        }
        index += 1
        try expect(.comma)
        variables.append(variable)
        let inner = try disjunction()
        let condition = try condition(of: inner)
        variables.removeLast()
        try expect(.close)
        var path = [String]()
        guard let rest = try takeRest(of: &path) else {
            throw ConditionError(.syntax, "SUBQUERY needs a function of the members after it, for example '.@count'", at: token.range)
        }
        let set = MemberSet(
            variable: members.variable, path: members.path, filter: .init(variable: variable, condition: condition))
        let operand = Operand(.aggregate(rest.aggregate, set, of: path + rest.path), range: start..<end)
        return try node(.operand(operand), height: inner.height + 1)
    }
}
