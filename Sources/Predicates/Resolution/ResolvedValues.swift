/// A choice of values matched to a layout.
public struct ResolvedValues: Sendable, Hashable {
    public var fetch: ResolvedFetch
    public var paths: [ResolvedPath]
    public var isDistinct: Bool

    /// - Throws: ``ConditionErrors`` with everything that does not fit, also for an order by what is not chosen where rows that
    ///   are the same come once: such rows have no place in it.
    public init(_ query: ValueQuery, in layout: FetchLayout) throws(ConditionErrors) {
        let fetch = try ResolvedFetch(query.fetch, in: layout)
        var (paths, errors) = ([ResolvedPath](), [ConditionError]())
        if query.paths.isEmpty { errors.append(ConditionError(.syntax, "a fetch of values needs at least one property", at: nil)) }
        for (place, path) in query.paths.enumerated() {
            do throws(ConditionError) {
                paths.append(try layout.resolve(path, query.calendars[place], from: fetch.entity))
            } catch {
                errors.append(error)
            }
        }
        if query.isDistinct, errors.isEmpty {
            // What is sorted by may be the folded text of a selected one.
            for term in query.fetch.sort {
                guard let path = try? layout.resolve(term.path, from: fetch.entity), !paths.contains(path) else { continue }
                let message = "'\(path.description)' is not one of the distinct values, so it cannot sort them"
                errors.append(ConditionError(.type, message, at: nil))
            }
        }
        if !errors.isEmpty { throw ConditionErrors(errors) }
        (self.fetch, self.paths, isDistinct) = (fetch, paths, query.isDistinct)
    }
}

extension FetchLayout {
    /// Matches a key path that starts at an entity and that was not read from text.
    /// - Throws: ``ConditionError``
    func resolve(_ path: [String], _ calendar: CalendarTerm? = nil, from entity: String) throws(ConditionError) -> ResolvedPath {
        guard let entity = entities[entity] else {
            throw ConditionError(.unknownName, "there is no entity '\(entity)'", at: nil)
        }
        let path = try resolve(WrittenPath(path), from: entity)
        return try calendar.map { calendar throws(ConditionError) in try path.applying(calendar, at: nil) } ?? path
    }

    /// Whether the model lets the value at the end of a path be nil. Behind required relationships it may be missing all the
    /// same: in a file that others wrote, and in objects that are not saved yet.
    public func mayBeNil(_ path: ResolvedPath, from entity: String) -> Bool {
        var current = entities[entity]
        for step in path.steps {
            guard case .toOne(_, _, false)? = current?.properties[step.relationship] else { return true }
            current = entities[step.destination]
        }
        if path.property == Self.keyColumn { return false }
        // What is in a composite that may be missing may be too.
        var name = path.property[...]
        while let dot = name.lastIndex(of: ".") {
            name = name[..<dot]
            if case .attribute? = current?.properties[String(name)] { return true }
        }
        return switch current?.properties[path.property] {
        case .attribute(_, _, let isOptional)?, .toOne(_, _, let isOptional)?: isOptional
        default: true
        }
    }

    /// The path to the name of the entity that an object is of, to which another path leads; nil where its table has objects of
    /// one entity alone.
    public func kindPath(of path: ResolvedPath) -> ResolvedPath? {
        guard case .object(let name) = path.type, let destination = entities[name], ownKind(of: destination) != nil
        else { return nil }
        var kind = path
        if !Self.isKey(path.column) {
            kind.steps.append(
                .init(
                    relationship: path.property, column: path.column, destinationColumn: key, destination: name, destinationTable: destination.table))
        }
        kind.property = Self.entityColumn
        kind.column = Self.entityColumn
        kind.type = .text
        kind.isNullable = true
        return kind
    }

    /// The path from an object of an entity to its own key.
    public func ownKey(of entity: String) -> ResolvedPath {
        ResolvedPath(
            steps: [], property: Self.keyColumn, column: key, type: .object(entity: entity), isNullable: false)
    }
}

extension FetchLayout {
    /// The path from an object to the version of its row; to its key, which does not change, if rows have no version.
    public var ownVersion: ResolvedPath {
        var path = ResolvedPath.ownVersion
        if isExisting { path.column = key }
        return path
    }
}

extension ResolvedPath {
    /// The path from an object to the version of its row.
    public static var ownVersion: ResolvedPath {
        ResolvedPath(
            steps: [], property: FetchLayout.versionColumn, column: FetchLayout.versionColumn, type: .integer, isNullable: false)
    }
}

extension ResolvedPath: CustomStringConvertible {
    /// The path as a person writes it: `customer.name`.
    public var description: String {
        let names = steps.map(\.relationship)
        // At the other side of a one-to-one the last step is the property.
        let path = (FetchLayout.isKey(column) && !names.isEmpty ? names : names + [property]).joined(separator: ".")
        return calendar.map { $0.term.text(of: path) } ?? path
    }
}
