/// Puts the values of enum cases in place of their names in the conditions of a model: `state == open`.
///
/// The name of a case stands beside an operand of the enum, or in a list beside one. Where the object of the condition has a
/// property with that name, it is the property.
public struct CaseNames: Sendable {
    private let cases: [String: [String: ConditionValue]]
    private let layout: FetchLayout
    private let parameters: [String: FetchParameter]

    /// - Parameters:
    ///   - cases: the raw values of cases by their names, by the names of enums.
    ///   - layout: where conditions find the types of paths.
    ///   - parameters: the parameters that a condition can name.
    public init(
        _ cases: [String: [String: ConditionValue]], in layout: FetchLayout, parameters: [String: FetchParameter] = [:]
    ) {
        self.cases = cases
        self.layout = layout
        self.parameters = parameters
    }

    /// The condition without names of cases.
    /// - Parameters:
    ///   - condition: a condition whose depth was checked, as that of every condition from text.
    ///   - entity: the entity of the object that the condition is about.
    /// - Throws: ``ConditionError`` for a name beside an enum that is neither a property nor a case.
    public func replaced(in condition: Condition, of entity: String) throws(ConditionError) -> Condition {
        guard !cases.isEmpty, let root = layout.entities[entity] else { return condition }
        return try Scope(names: self, root: root).replaced(condition)
    }

    /// What names mean at one place of a condition.
    private struct Scope {
        let names: CaseNames
        let root: FetchLayout.Entity
        /// The entities of the members that surrounding subqueries name.
        var members: [String: FetchLayout.Entity] = [:]

        // MARK: Conditions

        func replaced(_ condition: Condition) throws(ConditionError) -> Condition {
            switch condition {
            case .constant:
                return condition
            case .and(let parts):
                return .and(try replaced(parts))
            case .or(let parts):
                return .or(try replaced(parts))
            case .not(let inner):
                return .not(try replaced(inner))
            case .quantified(let quantifier, let inner):
                return .quantified(quantifier, try replaced(inner))
            case .comparison(let left, let comparison, let right):
                return .comparison(try replaced(left, beside: right), comparison, try replaced(right, beside: left))
            case .membership(let left, let right):
                return .membership(try replaced(left, beside: right), in: try replaced(right, beside: left))
            case .text(let left, let comparison, let right):
                return .text(try replaced(left), comparison, try replaced(right))
            case .between(let value, let low, let high):
                return .between(try replaced(value), try replaced(low), try replaced(high))
            }
        }

        private func replaced(_ parts: [Condition]) throws(ConditionError) -> [Condition] {
            var result = [Condition]()
            for part in parts { result.append(try replaced(part)) }
            return result
        }

        // MARK: Operands

        private func replaced(_ operand: Operand, beside other: Operand) throws(ConditionError) -> Operand {
            guard let enumeration = enumeration(of: other) else { return try replaced(operand) }
            guard case .list(let elements) = operand.kind else { return try value(operand, of: enumeration) }
            var values = [Operand]()
            for element in elements { values.append(try value(element, of: enumeration)) }
            return Operand(.list(values), range: operand.range)
        }

        private func value(_ operand: Operand, of enumeration: String) throws(ConditionError) -> Operand {
            if case .keyPath(let path) = operand.kind, path.count == 1, let value = names.cases[enumeration]?[path[0]],
                let type = type(of: path, from: root), !isComparable(type, with: enumeration)
            {
                throw ConditionError(
                    .type,
                    "'\(path[0])' is \(type.inWords), a property of '\(root.name)', and not the case of the enum '\(enumeration)': "
                        + "write its raw value, \(Operand(.value(value)).text)",
                    at: operand.range)
            }
            guard case .keyPath(let path) = operand.kind, path.count == 1, !root.hasProperty(path[0]),
                let cases = names.cases[enumeration]
            else { return try replaced(operand) }
            guard let value = cases[path[0]] else {
                let name = path[0]
                throw ConditionError(
                    .unknownName, "'\(root.name)' has no property '\(name)', and the enum '\(enumeration)' has no such case",
                    at: operand.range, unknownName: name, candidates: (Array(cases.keys) + Array(root.properties.keys)).sorted())
            }
            return Operand(.value(value), range: operand.range)
        }

        /// The operand, with the names of cases in its subqueries replaced.
        private func replaced(_ operand: Operand) throws(ConditionError) -> Operand {
            var result = operand
            switch operand.kind {
            case .keyPath, .value, .parameter, .variable:
                return operand
            case .list(let elements):
                result.kind = .list(try replaced(elements))
            case .function(let function, let arguments):
                result.kind = .function(function, try replaced(arguments))
            case .period(let count, let unit, let zone):
                result.kind = .period(try replaced(count), unit, zone: zone)
            case .arithmetic(let left, let arithmetic, let right):
                result.kind = .arithmetic(try replaced(left), arithmetic, try replaced(right))
            case .negated(let inner):
                result.kind = .negated(try replaced(inner))
            case .cast(let inner, let type):
                result.kind = .cast(try replaced(inner), to: type)
            case .aggregate(let aggregate, var set, let path):
                guard let filter = set.filter else { return operand }
                var inner = self
                inner.members[filter.variable] = member(of: set)
                set.filter?.condition = try inner.replaced(filter.condition)
                result.kind = .aggregate(aggregate, set, of: path)
            }
            return result
        }

        private func replaced(_ operands: [Operand]) throws(ConditionError) -> [Operand] {
            var result = [Operand]()
            for operand in operands { result.append(try replaced(operand)) }
            return result
        }

        // MARK: Types

        /// The enum whose values an operand has; nil for every other operand, and for one that does not fit the model.
        private func enumeration(of operand: Operand) -> String? {
            let type: ValueType? =
                switch operand.kind {
                case .keyPath(let path): self.type(of: path, from: root)
                case .variable(let name, let path): entity(of: name).flatMap { self.type(of: path, from: $0) }
                case .parameter(let name): names.parameters[name]?.type
                default: nil
                }
            guard case .enumeration(let name, _, _)? = type else { return nil }
            return name
        }

        private func isComparable(_ type: ValueType, with enumeration: String) -> Bool {
            switch type {
            case .enumeration(let name, _, _): name == enumeration
            case .text, .foldedText, .integer: true
            default: false
            }
        }

        private func member(of set: MemberSet) -> FetchLayout.Entity? {
            let start = set.variable.map(entity) ?? root
            guard let start, case .object(let name)? = type(of: set.path, from: start) else { return nil }
            return names.layout.entities[name]
        }

        private func entity(of variable: String) -> FetchLayout.Entity? {
            if let member = members[variable] { return member }
            guard case .object(let name)? = names.parameters[variable]?.type else { return nil }
            return names.layout.entities[name]
        }

        private func type(of path: [String], from entity: FetchLayout.Entity) -> ValueType? {
            try? names.layout.resolve(WrittenPath(path), from: entity, toMany: .allowed).type
        }
    }
}

extension FetchLayout.Entity {
    /// Whether a path can begin with a name.
    fileprivate func hasProperty(_ name: String) -> Bool {
        properties[name] != nil || properties.keys.contains { $0.hasPrefix(name + ".") }
    }
}
