import SQLiteAccess

extension Resolver {
    /// Whether an operand is a path through a to-many relationship.
    func isToMany(_ operand: Operand) -> Bool {
        guard let (level, path) = start(of: operand) else { return false }
        let resolved = try? layout.resolve(path, from: scopes[level].entity, toMany: .allowed)
        return resolved?.steps.contains(where: \.isToMany) ?? false
    }

    mutating func resolve(_ quantifier: Quantifier, _ inner: Condition) -> ResolvedCondition? {
        guard let operand = inner.leftOperand else {
            return fail(.syntax, "\(quantifier.rawValue) applies to one comparison", at: nil)
        }
        return ofMembers(operand, quantifier) { resolver, member in
            let right = inner.rightOperand.flatMap { resolver.side($0, beside: member) }
            return resolver.resolve(inner, left: member, right: right)
        }
    }

    /// A condition on what a path leads to from each member.
    /// - Parameter condition: gets what stands at the end of the path, and is resolved one level deeper.
    mutating func ofMembers(
        _ operand: Operand, _ quantifier: Quantifier, _ condition: (inout Resolver, Side) -> ResolvedCondition?
    ) -> ResolvedCondition? {
        guard let (level, path) = start(of: operand) else {
            return fail(
                .type, "\(quantifier.rawValue) needs a key path through a to-many relationship", at: operand.range)
        }
        let entity = scopes[level].entity
        guard let resolved = noting({ resolver throws(ConditionError) in
            try resolver.layout.resolve(path, from: entity, toMany: .allowed)
        }) else { return nil }
        guard let last = resolved.steps.lastIndex(where: \.isToMany),
            let entity = layout.entities[resolved.steps[last].destination]
        else {
            return fail(
                .type, "\(quantifier.rawValue) needs a key path through a to-many relationship", at: operand.range)
        }
        let members = ResolvedMembers(level: level, steps: Array(resolved.steps[...last]))
        var rest = resolved
        rest.steps = Array(resolved.steps[(last + 1)...])
        return within(Scope(entity: entity)) { resolver in
            rest.level = resolver.scopes.count - 1
            return condition(&resolver, Side(typed: .resolved(.path(rest), rest.type), range: operand.range))
        }.map { .quantified(quantifier, members, $0) }
    }

    private mutating func within<Result>(_ scope: Scope, _ body: (inout Resolver) -> Result) -> Result {
        scopes.append(scope)
        defer { scopes.removeLast() }
        return body(&self)
    }

    // MARK: Aggregates

    mutating func aggregate(_ aggregate: Aggregate, _ set: MemberSet, of property: WrittenPath) -> Typed? {
        let level: Int
        if let variable = set.variable {
            guard let known = self.level(of: variable) else {
                return fail(.unknownParameter, "no variable '\(variable)' with members is declared", at: property.range)
            }
            level = known
        } else {
            level = 0
        }
        let start = scopes[level].entity
        if set.filter == nil, property.names.isEmpty, let (path, names) = layout.split(set.path, from: start) {
            return self.aggregate(
                aggregate, MemberSet(variable: set.variable, path: path), of: WrittenPath(names, at: property.range))
        }
        guard let (steps, entity) = noting({ resolver throws(ConditionError) in
            try resolver.layout.steps(WrittenPath(set.path, at: property.range), from: start)
        }) else { return nil }
        guard steps.contains(where: \.isToMany) else {
            return fail(
                .type, "'\(aggregate.rawValue)' applies only to the members of a to-many relationship", at: property.range)
        }
        let members = ResolvedMembers(level: level, steps: steps)

        var isWhole = true
        let (filter, path) = within(Scope(entity: entity, variable: set.filter?.variable)) { resolver in
            let filter = set.filter.flatMap { resolver.resolve($0.condition) }
            let path = property.names.isEmpty ? nil : resolver.path(property, from: resolver.scopes.count - 1)
            isWhole = (filter != nil || set.filter == nil) && (path != nil || property.names.isEmpty)
            return (filter, path)
        }
        guard isWhole else { return nil }
        return typed(ResolvedAggregate(function: aggregate, members: members, filter: filter, path: path), at: property.range)
    }

    private mutating func typed(_ aggregate: ResolvedAggregate, at range: Range<Int>?) -> Typed? {
        let (operand, name) = (ResolvedOperand.aggregate(aggregate), "'\(aggregate.function.rawValue)'")
        if aggregate.function == .count { return .resolved(operand, .integer) }
        guard let path = aggregate.path else {
            return fail(.type, "\(name) needs a property of the members after it", at: range)
        }
        switch aggregate.function {
        case .count:
            return nil
        case .sum, .average:
            guard path.type.isNumber || path.type == .duration else {
                return fail(.type, "\(name) applies only to numbers and durations, not to \(path.type.inWords)", at: range)
            }
            if aggregate.function == .sum || path.type == .duration { return .resolved(operand, path.type) }
            return .resolved(path.type.scale == nil ? operand : TypedOperand(operand, path.type).real, .real)
        case .min, .max:
            guard path.type.isOrdered else {
                return fail(.type, "\(name) needs ordered values, and \(path.type.inWords) has no order", at: range)
            }
            return .resolved(operand, path.type)
        }
    }
}

extension FetchLayout {
    /// The relationships that a path goes through, and the entity that it leads to.
    /// - Throws: ``ConditionError``
    fileprivate func steps(_ path: WrittenPath, from entity: Entity) throws(ConditionError) -> ([ResolvedPath.Step], Entity) {
        let resolved = try resolve(path, from: entity, toMany: .allowed)
        guard case .object(let name) = resolved.type, let destination = entities[name] else {
            throw ConditionError(
                .type, "'\(path.names.joined(separator: "."))' is \(resolved.type.inWords) and has no members", at: path.range)
        }
        var steps = resolved.steps
        // The last relationship is a property where its key stands in the row itself.
        if !Self.isKey(resolved.column) {
            steps.append(
                .init(
                    relationship: resolved.property, column: resolved.column, destinationColumn: key, destination: name,
                    destinationTable: destination.table))
        }
        return (steps, destination)
    }
}

extension FetchLayout {
    /// The way to members and their property, of a path that leads to the latter, as in `rows.price.@sum`; nil for another one.
    fileprivate func split(_ path: [String], from entity: Entity) -> (members: [String], property: [String])? {
        guard (try? resolve(WrittenPath(path), from: entity, toMany: .allowed)) != nil,
            (try? steps(WrittenPath(path), from: entity)) == nil,
            let count = path.indices.reversed().first(where: { (try? steps(WrittenPath(Array(path[..<$0])), from: entity)) != nil }),
            count > 0
        else { return nil }
        return (Array(path[..<count]), Array(path[count...]))
    }
}

extension Condition {
    /// The left side of a comparison of any kind.
    fileprivate var leftOperand: Operand? {
        switch self {
        case .comparison(let left, _, _), .text(let left, _, _), .between(let left, _, _), .membership(let left, _): left
        default: nil
        }
    }

    /// The right side, where it is one operand of its own.
    fileprivate var rightOperand: Operand? {
        switch self {
        case .comparison(_, _, let right), .text(_, _, let right): right
        default: nil
        }
    }
}
