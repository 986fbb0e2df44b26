/// A key path matched to a layout.
public struct ResolvedPath: Sendable, Hashable {
    /// A to-one relationship on the way.
    public struct Step: Sendable, Hashable {
        public var relationship: String
        /// The column in the table that the step starts from, and the one in the destination's that holds the same key. One of
        /// them is `_id`.
        public var column: String
        public var destinationColumn = FetchLayout.keyColumn
        public var destination: String
        public var destinationTable: String
    }

    /// The relationships on the way, in order; none for a property of the fetched entity itself.
    public var steps: [Step]
    /// The property at the end; of a composite its part, `address.city`.
    public var property: String
    public var column: String
    public var type: ValueType
    /// Whether the path can give nil: because the property is optional, or because a relationship on the way may be empty.
    public var isNullable: Bool
}

extension FetchLayout {
    /// Matches a key path that starts at `entity`.
    /// - Throws: ``ConditionError``
    func resolve(_ path: [String], from entity: Entity, at range: Range<Int>?) throws(ConditionError) -> ResolvedPath {
        var current = entity
        var steps = [ResolvedPath.Step]()
        var isNullable = false
        // The composites that the path is in, each followed by a dot.
        var prefix = ""
        // Where each name stands, to point at the one at fault.
        var offset = range?.lowerBound

        for (index, name) in path.enumerated() {
            let isLast = index == path.count - 1
            let place = range == nil ? nil : offset.map { $0..<$0 + name.unicodeScalars.count }
            offset = offset.map { $0 + name.unicodeScalars.count + 1 }

            let property = prefix + name
            switch current.properties[property] {
            case nil:
                let names = current.names(after: prefix)
                guard names.contains(name) else {
                    throw ConditionError(
                        .unknownName, "'\(current.name)' has no property '\(property)'", at: place, unknownName: name,
                        candidates: names.sorted())
                }
                // A composite that is always there has no column, only its parts have.
                guard !isLast else {
                    throw ConditionError(
                        .type, "'\(current.name).\(property)' is a composite that is never nil: name a part of it", at: place)
                }
                prefix = property + "."
            case .attribute(_, .composite, _) where !isLast:
                isNullable = true
                prefix = property + "."
            case .transient:
                throw ConditionError(
                    .type, "'\(current.name).\(property)' is transient: the store does not have it, so no fetch can ask for it",
                    at: place)
            case .toMany:
                throw ConditionError(
                    .type, "'\(current.name).\(property)' is a to-many relationship; a key path goes through to-one ones only",
                    at: place)
            case .attribute(let column, let type, let isOptional):
                guard isLast else {
                    throw ConditionError(
                        .type, "'\(current.name).\(property)' is \(type.inWords): nothing can follow it", at: place)
                }
                return ResolvedPath(
                    steps: steps, property: property, column: column, type: type, isNullable: isNullable || isOptional)
            case .toOne(let column, let destination, let isOptional):
                if isLast {
                    return ResolvedPath(
                        steps: steps, property: name, column: column, type: .object(entity: destination),
                        isNullable: isNullable || isOptional)
                }
                guard let next = entities[destination] else {
                    throw ConditionError(.unknownName, "there is no entity '\(destination)'", at: place)
                }
                // Even behind a required relationship the other row may be missing in a file that others wrote.
                isNullable = true
                steps.append(
                    .init(
                        relationship: name, column: column, destination: destination, destinationTable: next.table))
                current = next
            case .partner(let column, let destination):
                guard let next = entities[destination] else {
                    throw ConditionError(.unknownName, "there is no entity '\(destination)'", at: place)
                }
                isNullable = true
                steps.append(
                    .init(
                        relationship: name, column: Self.keyColumn, destinationColumn: column, destination: destination,
                        destinationTable: next.table))
                // The key of the object there stands nowhere else than in its own row.
                if isLast {
                    return ResolvedPath(
                        steps: steps, property: Self.keyColumn, column: Self.keyColumn, type: .object(entity: destination),
                        isNullable: true)
                }
                current = next
            }
        }
        throw ConditionError(.syntax, "a key path names at least one property", at: range)
    }
}

extension FetchLayout.Entity {
    /// The names that can follow `prefix` in a key path.
    fileprivate func names(after prefix: String) -> Set<String> {
        Set(
            properties.keys.filter { $0.hasPrefix(prefix) }.compactMap { key in
                key.dropFirst(prefix.count).split(separator: ".").first.map(String.init)
            })
    }
}
