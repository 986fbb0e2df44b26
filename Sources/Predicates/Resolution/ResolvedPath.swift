public import SQLiteAccess

/// A key path matched to a layout.
public struct ResolvedPath: Sendable, Hashable {
    /// A relationship on the way.
    public struct Step: Sendable, Hashable {
        public var relationship: String
        /// The column in the table that the step starts from, and the one in the destination's that holds the same key. One of
        /// them is the key of its table; both are where the keys stand in a join table.
        public var column: String
        public var destinationColumn: String
        public var destination: String
        public var destinationTable: String
        public var isToMany = false
        public var joinTable: FetchLayout.JoinTable?
    }

    /// How deep the object that the path starts from stands: 0 for the one that the condition is about, 1 for a member of a
    /// to-many relationship of its, and so on inwards.
    public var level = 0
    /// The relationships on the way, in order; none for a property of the object itself.
    public var steps: [Step]
    /// The property at the end; of a composite its part, `address.city`.
    public var property: String
    public var column: String
    public var type: ValueType
    /// Whether the path can give nil: because the property is optional, or because a relationship on the way may be empty.
    public var isNullable: Bool
    /// The differences between texts that do not count in an order by this path: its value is the folded text.
    public var folding: TextOptions = []
    /// The function of the property that counts, in orders, groups and values; its result has the type.
    public var calendar: ResolvedCalendarTerm?

    /// A stored value of the property as the path gives it.
    public func value(of stored: SQLiteValue) -> SQLiteValue {
        if let calendar { return calendar.apply(to: stored) }
        return folding.isEmpty ? stored : ResolvedFunction.fold(folding).apply(to: stored)
    }
}

/// A key path as a condition writes it.
struct WrittenPath {
    var names: [String]
    /// Its place in the text of the condition; nil for a path that was made in code.
    var range: Range<Int>?

    init(_ names: [String], at range: Range<Int>? = nil) {
        self.names = names
        self.range = range
    }
}

/// Whether a key path can lead through to-many relationships.
enum ToManySteps {
    case allowed
    /// - Parameter hint: an alternative, which follows the message.
    case refused(hint: String = "")
}

extension FetchLayout {
    /// Matches a key path that starts at `entity`; one without names is the object itself.
    /// - Throws: ``ConditionError``
    func resolve(
        _ path: WrittenPath, from entity: Entity, toMany: ToManySteps = .refused()
    ) throws(ConditionError) -> ResolvedPath {
        let range = path.range
        if path.names.isEmpty { return .object(of: entity.name, behind: [], key: key) }
        var current = entity
        var steps = [ResolvedPath.Step]()
        var isNullable = false
        // The composites that the path is in, each followed by a dot.
        var prefix = ""
        // Where each name stands, to point at the one at fault.
        var offset = range?.lowerBound

        for (index, name) in path.names.enumerated() {
            let isLast = index == path.names.count - 1
            // A placeholder's path has more names than there is text.
            let place = range.flatMap { range in
                offset.map { ($0..<$0 + name.unicodeScalars.count).clamped(to: range) }
            }
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
                        .type, "'\(current.name).\(property)' is a composite that is never nil: name one of its parts", at: place)
                }
                prefix = property + "."
            case .attribute(_, .composite, _) where !isLast:
                isNullable = true
                prefix = property + "."
            case .transient:
                throw ConditionError(
                    .type, "'\(current.name).\(property)' is transient and not stored, so no fetch can use it",
                    at: place)
            case .toMany(let destination, let keys):
                if case .refused(let hint) = toMany {
                    throw ConditionError(
                        .type,
                        "'\(current.name).\(property)' is a to-many relationship, and a key path leads only through to-one relationships"
                            + hint, at: place)
                }
                guard let next = entities[destination] else {
                    throw ConditionError(.unknownName, "there is no entity '\(destination)'", at: place)
                }
                var step = ResolvedPath.Step(
                    relationship: name, column: key, destinationColumn: key, destination: destination, destinationTable: next.table,
                    isToMany: true)
                switch keys {
                case .column(let column): step.destinationColumn = column
                case .joinTable(let table): step.joinTable = table
                }
                steps.append(step)
                // Members always exist: a missing row is not reached.
                isNullable = false
                if isLast { return .object(of: destination, behind: steps, key: key) }
                current = next
            case .attribute(let column, let type, let isOptional):
                guard isLast else {
                    throw ConditionError(
                        .type, "'\(current.name).\(property)' is \(type.inWords) and has no properties", at: place)
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
                        relationship: name, column: column, destinationColumn: key, destination: destination, destinationTable: next.table))
                current = next
            case .partner(let column, let destination):
                guard let next = entities[destination] else {
                    throw ConditionError(.unknownName, "there is no entity '\(destination)'", at: place)
                }
                isNullable = true
                steps.append(
                    .init(
                        relationship: name, column: key, destinationColumn: column, destination: destination,
                        destinationTable: next.table))
                // The key of the object there stands nowhere else than in its own row.
                if isLast { return .object(of: destination, behind: steps, key: key) }
                current = next
            }
        }
        throw ConditionError(.syntax, "a key path needs at least one property", at: range)
    }
}

extension ResolvedPath {
    /// An object: the one that the path starts from, or the one behind steps.
    static func object(of entity: String, behind steps: [Step], key: String) -> ResolvedPath {
        ResolvedPath(
            steps: steps, property: FetchLayout.keyColumn, column: key, type: .object(entity: entity),
            isNullable: steps.last.map { !$0.isToMany } ?? false)
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
