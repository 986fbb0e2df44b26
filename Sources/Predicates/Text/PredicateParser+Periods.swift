extension PredicateParser {
    /// The period that an operand begins, `7 days` or `$n months "Europe/Berlin"`; the operand where no unit follows it.
    mutating func period(of node: Node, from start: Int) throws(ConditionError) -> Node {
        guard case .operand(let count) = node.kind, case .name(let name, nil) = token.kind else { return node }
        guard let unit = CalendarUnit(name: name) else {
            // Behind another operand the name may be meant for anything.
            guard count.isNumberOrParameter, token.range.lowerBound > end else { return node }
            let names = CalendarUnit.allCases.map(\.rawValue)
            throw ConditionError(
                .syntax, "'\(name.shortened)' is not a unit of time; the units are \(names.joined(separator: ", "))", at: token.range,
                unknownName: name, candidates: names + CalendarUnit.allCases.map(\.singular))
        }
        try checkIsSingle(count)
        index += 1
        let zone = try takeZone()
        return try self.node(.operand(Operand(.period(count, unit, zone: zone), range: start..<end)), height: node.height + 2)
    }

    /// The time zone behind a unit; nil where none is given.
    private mutating func takeZone() throws(ConditionError) -> Operand? {
        let place = token.range
        switch token.kind {
        case .string(let text):
            index += 1
            return Operand(.value(.text(text)), range: place)
        case .parameter(let name):
            index += 1
            return Operand(.parameter(name), range: place)
        case .placeholder(let placeholder) where placeholder.kind != .keyPath:
            let value = try argument(for: placeholder)
            index += 1
            return Operand(value, range: place)
        default:
            return nil
        }
    }

    /// A sort key that is a function: `month(date, "Europe/Berlin")`.
    mutating func calendarTerm(from start: Int) throws(ConditionError) -> SortTerm {
        guard case .name(let name, let word) = token.kind else {
            throw ConditionError(.syntax, "a sort key is a key path, with '-' before it for descending", at: token.range)
        }
        let place = token.range
        let node = try call(name, word)
        let range = start..<end
        try expect(.end, "a sort key is one key path, or one function of a date")
        guard case .operand(let operand) = node.kind, case .function(let function, let arguments) = operand.kind,
            let calendar = function.calendar
        else {
            throw ConditionError(
                .syntax, "'\(name.shortened)' cannot sort: a sort key is a key path or a function of a date, for example 'month(date)'",
                at: place)
        }
        guard case .keyPath(let path) = arguments[0].kind, !path.isEmpty else {
            throw ConditionError(.syntax, "'\(function.rawValue)' needs a key path in a sort key", at: arguments[0].range ?? range)
        }
        var zone: String?
        if arguments.count > 1 {
            guard case .value(.text(let name)) = arguments[1].kind else {
                throw ConditionError(.syntax, "the time zone of a sort key is a text, for example 'Europe/Berlin'", at: arguments[1].range)
            }
            zone = name
        }
        return SortTerm(path: path, calendar: CalendarTerm(calendar, in: zone), isAscending: true, range: range)
    }
}

extension Operand {
    fileprivate var isNumberOrParameter: Bool {
        switch kind {
        case .value(.integer), .value(.real), .value(.decimal), .parameter: true
        default: false
        }
    }
}
