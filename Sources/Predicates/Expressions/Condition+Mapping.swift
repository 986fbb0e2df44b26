extension Condition {
    /// The condition with other operands in place of its innermost ones: of those that have no operands in them.
    ///
    /// What makes a condition stays as it is. Where a list comes into a place that takes one value, this fails.
    func mappingOperands(
        _ change: (Operand) throws(ConditionError) -> Operand
    ) throws(ConditionError) -> Condition {
        switch self {
        case .constant:
            return self
        case .and(let parts):
            return .and(try parts.mapped { part throws(ConditionError) in try part.mappingOperands(change) })
        case .or(let parts):
            return .or(try parts.mapped { part throws(ConditionError) in try part.mappingOperands(change) })
        case .not(let inner):
            return .not(try inner.mappingOperands(change))
        case .quantified(let quantifier, let inner):
            return .quantified(quantifier, try inner.mappingOperands(change))
        case .comparison(let left, let comparison, let right):
            return .comparison(try left.single(change), comparison, try right.single(change))
        case .text(let left, let comparison, let right):
            return .text(try left.single(change), comparison, try right.single(change))
        case .between(let operand, let low, let high):
            return .between(try operand.single(change), try low.single(change), try high.single(change))
        case .membership(let left, let right):
            let right = try right.mapping(change)
            switch right.kind {
            case .value(let value):
                throw ConditionError(.argument, "IN needs a list on its right side, not \(value.inWords)", at: right.range)
            default:
                return .membership(try left.single(change), in: right)
            }
        }
    }
}

extension Operand {
    fileprivate func single(_ change: (Operand) throws(ConditionError) -> Operand) throws(ConditionError) -> Operand {
        let operand = try mapping(change)
        guard case .list = operand.kind else { return operand }
        throw ConditionError(.argument, "a list can only be on the right side of IN or BETWEEN", at: operand.range)
    }

    fileprivate func mapping(_ change: (Operand) throws(ConditionError) -> Operand) throws(ConditionError) -> Operand {
        var operand = self
        switch kind {
        case .keyPath, .value, .parameter, .variable:
            return try change(self)
        case .list(let elements):
            operand.kind = .list(try elements.mapped { element throws(ConditionError) in try element.single(change) })
        case .function(let function, let arguments):
            operand.kind = .function(
                function, try arguments.mapped { argument throws(ConditionError) in try argument.single(change) })
        case .period(let count, let unit, let zone):
            operand.kind = .period(
                try count.single(change), unit, zone: try zone.map { zone throws(ConditionError) in try zone.single(change) })
        case .arithmetic(let left, let arithmetic, let right):
            operand.kind = .arithmetic(try left.single(change), arithmetic, try right.single(change))
        case .negated(let inner):
            operand.kind = .negated(try inner.single(change))
        case .cast(let inner, let type):
            operand.kind = .cast(try inner.single(change), to: type)
        case .aggregate(let aggregate, var members, let path):
            if let filter = members.filter {
                members.filter = .init(variable: filter.variable, condition: try filter.condition.mappingOperands(change))
            }
            operand.kind = .aggregate(aggregate, members, of: path)
        }
        return operand
    }
}

extension Array {
    /// `map` that keeps the type of what `change` throws.
    fileprivate func mapped(_ change: (Element) throws(ConditionError) -> Element) throws(ConditionError) -> [Element] {
        var changed = [Element]()
        changed.reserveCapacity(count)
        for element in self { changed.append(try change(element)) }
        return changed
    }
}
