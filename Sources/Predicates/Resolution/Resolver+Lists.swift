import SQLiteAccess

extension Resolver {
    /// Whether a value is in a list, in a list that is a parameter, among what members lead to, or in a text.
    mutating func membership(of value: Side, in collection: Operand) -> ResolvedCondition? {
        if isToMany(collection) {
            return ofMembers(collection, .any) { resolver, member in resolver.compare(member, .equal, value) }
        }
        switch collection.kind {
        case .list(let elements):
            return list(value, elements)
        case .value(.list(let values)):
            return list(value, values.map { Operand(.value($0), range: collection.range) })
        case .value(.null):
            return .constant(false)
        case .parameter(let name):
            if level(of: name) == nil, let parameter = parameters[name], parameter.isList {
                usedParameters[name] = parameter
                var element = parameter
                element.isList = false
                return list(value, of: Side(typed: .parameter(name, element), range: collection.range))
            }
        default:
            break
        }
        guard let right = side(collection) else { return nil }
        // A text is in a text that contains it.
        switch right.typed.declared ?? .text {
        case .text, .foldedText: return compare(right, TextComparison(.contains), value)
        default:
            return fail(
                .type, "IN needs a list, a to-many relationship or a string on its right side, not \(right.typed.inWords)", at: collection.range)
        }
    }

    private mutating func list(_ value: Side, _ elements: [Operand]) -> ResolvedCondition? {
        var values = [SQLiteValue]()
        var others = [ResolvedCondition]()
        var left: ResolvedOperand?
        var isWhole = true
        for element in elements {
            guard let side = side(element, beside: value) else {
                isWhole = false
                continue
            }
            if value.typed.hasNoType {
                // A bare value is compared with each: they may be of different types.
            } else if case .value(let bare) = side.typed, bare != .null {
                guard let (operand, stored, type) = matched(value, side), case .value(let constant) = stored else {
                    isWhole = false
                    continue
                }
                left = operand
                // No stored value is equal to one between two of them.
                if let type, bare.lowerNeighbour(in: type) != nil || constant.isNone(of: type) { continue }
                // What is stored as nil, as a number that is none, is as nil as nil.
                if constant != .null {
                    values.append(constant)
                    continue
                }
            }
            if let comparison = compare(value, .equal, side) { others.append(comparison) } else { isWhole = false }
        }
        guard isWhole else { return nil }
        if let left { others.insert(.membership(left, in: .values(values.sortedAndDistinct)), at: 0) }
        return others.count == 1 ? others[0] : .or(others)
    }

    /// Whether a value is in a list that is a parameter.
    /// - Parameter element: the parameter with the type of one value.
    private mutating func list(_ value: Side, of element: Side) -> ResolvedCondition? {
        guard let (left, right, _) = matched(value, element), case .parameter(let name, let type, _) = right else { return nil }
        return .membership(left, in: .parameter(name, of: type))
    }
}

extension SQLiteValue {
    /// Whether it is an integer that no floating-point number is. SQLite would take the nearest of these for it in a list that is
    /// bound as one value.
    fileprivate func isNone(of type: ValueType) -> Bool {
        guard type == .real, case .integer(let integer) = self else { return false }
        return Double(exactly: integer) == nil
    }
}

extension [SQLiteValue] {
    /// The values in SQLite's order, each once.
    var sortedAndDistinct: [SQLiteValue] {
        var distinct = [SQLiteValue]()
        for value in sorted(by: { $0.precedes($1) }) where distinct.last?.isSame(as: value) != true { distinct.append(value) }
        return distinct
    }

    /// Whether one of them is the same as another to SQLite; they stand in its order.
    func containsSorted(_ value: SQLiteValue) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].precedes(value) { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].isSame(as: value)
    }
}
