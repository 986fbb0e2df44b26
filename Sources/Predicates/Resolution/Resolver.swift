import SQLiteAccess

/// Matches conditions and sort terms to a layout and collects all that does not fit.
struct Resolver {
    let layout: FetchLayout
    let entity: FetchLayout.Entity
    let parameters: [String: FetchParameter]
    var errors: [ConditionError] = []

    init(layout: FetchLayout, entity: FetchLayout.Entity, parameters: [String: FetchParameter]) {
        self.layout = layout
        self.entity = entity
        self.parameters = parameters
    }

    mutating func resolve(_ term: SortTerm) -> ResolvedSortTerm? {
        collecting { resolver throws(ConditionError) in
            var range = term.range
            if let whole = term.range {
                range = whole.upperBound - term.path.joined(separator: ".").unicodeScalars.count..<whole.upperBound
            }
            let path = try resolver.layout.resolve(term.path, from: resolver.entity, at: range)
            guard path.type.isSortable else {
                throw ConditionError(.type, "\(path.type.inWords) has no order to sort by", at: range)
            }
            return ResolvedSortTerm(path: path, isAscending: term.isAscending)
        }
    }

    mutating func resolve(_ condition: Condition) -> ResolvedCondition? {
        switch condition {
        case .and(let parts):
            return resolve(parts).map { .and($0) }
        case .or(let parts):
            return resolve(parts).map { .or($0) }
        case .not(let inner):
            return resolve(inner).map { .not($0) }
        case .comparison(let left, let comparison, let right):
            return resolve(left, comparison, right)
        case .constant, .text, .between, .membership, .quantified:
            return collecting { _ throws(ConditionError) in throw Self.notYet(nil) }
        }
    }

    private static func notYet(_ range: Range<Int>?) -> ConditionError {
        ConditionError(.type, "this cannot be asked yet", at: range)
    }

    /// All parts, or nil where one does not fit; every one is looked at.
    private mutating func resolve(_ parts: [Condition]) -> [ResolvedCondition]? {
        var resolved = [ResolvedCondition]()
        for part in parts {
            if let part = resolve(part) { resolved.append(part) }
        }
        return resolved.count == parts.count ? resolved : nil
    }

    private mutating func resolve(_ left: Operand, _ comparison: Comparison, _ right: Operand) -> ResolvedCondition? {
        let leftType = collecting { resolver throws(ConditionError) in try resolver.type(of: left) }
        let rightType = collecting { resolver throws(ConditionError) in try resolver.type(of: right) }
        guard let leftType, let rightType else { return nil }

        return collecting { resolver throws(ConditionError) in
            guard let type = leftType.declared ?? rightType.declared else {
                throw ConditionError(
                    .type, "one side of a comparison names a property or a parameter", at: left.range)
            }
            if let leftDeclared = leftType.declared, let rightDeclared = rightType.declared,
                !resolver.areComparable(leftType, rightType)
            {
                throw ConditionError(
                    .type, "\(leftDeclared.inWords) cannot be compared with \(rightDeclared.inWords)", at: right.range)
            }
            if comparison.asksForOrder, !type.isOrdered {
                throw ConditionError(
                    .type, "\(type.inWords) can be compared with '==' and '!=' only", at: left.range ?? right.range)
            }
            return .comparison(
                try resolver.resolved(left, leftType, as: type), comparison,
                try resolver.resolved(right, rightType, as: type))
        }
    }

    // MARK: Operands

    /// What an operand is before its value is matched: a path, a parameter or a bare value.
    private enum Typed {
        case path(ResolvedPath)
        case parameter(String, FetchParameter)
        case value(ConditionValue)

        /// The type that the model gives it; a bare value takes that of the other side.
        var declared: ValueType? {
            switch self {
            case .path(let path): path.type
            case .parameter(_, let parameter): parameter.type
            case .value: nil
            }
        }
    }

    /// Whether two operands whose types are known can be compared: two columns as they are stored.
    private func areComparable(_ left: Typed, _ right: Typed) -> Bool {
        guard let leftType = left.declared, let rightType = right.declared else { return false }
        if case (.path, .path) = (left, right) { return layout.areComparable(leftType, rightType) }
        return layout.areComparable(leftType.unstored, rightType.unstored)
    }

    private func type(of operand: Operand) throws(ConditionError) -> Typed {
        switch operand.kind {
        case .keyPath(let path):
            return .path(try layout.resolve(path, from: entity, at: operand.range))
        case .parameter(let name):
            guard let parameter = parameters[name] else {
                throw ConditionError(
                    .unknownParameter, "there is no parameter '\(name)'", at: operand.range, unknownName: name,
                    candidates: parameters.keys.sorted())
            }
            return .parameter(name, parameter)
        case .value(let value):
            return .value(value)
        default:
            throw Self.notYet(operand.range)
        }
    }

    private func resolved(
        _ operand: Operand, _ typed: Typed, as type: ValueType
    ) throws(ConditionError) -> ResolvedOperand {
        switch typed {
        case .path(let path):
            return .path(path)
        case .parameter(let name, let parameter):
            return .parameter(name, isOptional: parameter.isOptional)
        case .value(let value):
            guard let stored = layout.stored(value, as: type) else {
                throw ConditionError(
                    .type, "\(type.inWords) cannot be compared with \(value.inWords)", at: operand.range)
            }
            return .value(stored)
        }
    }

    private mutating func collecting<T>(_ body: (inout Resolver) throws(ConditionError) -> T) -> T? {
        do {
            return try body(&self)
        } catch {
            errors.append(error)
            return nil
        }
    }
}
