import SQLiteAccess

/// The keys of one-to-one relationships that a save leaves to the store, so that both ends of a connection follow one decision.
///
/// A conflict is about one row. If a relationship is its own inverse, each end has a row with a key, and an object that gets another
/// partner concerns further rows. If one of the keys that belong together stays as it is in the store, all of them do.
struct OneToOneDecisions {
    /// The columns of each object that stay as they are in the store, without those that its own conflict leaves to the store.
    private(set) var left: [ObjectIdentifier: (object: ManagedObject, columns: Set<ColumnIndex>)] = [:]

    /// An object that changed keys of one column refer to.
    private struct Place: Hashable {
        let root: Int
        let column: String
        let key: Int64
    }

    /// A changed key.
    private struct Half {
        let object: ManagedObject
        let column: ColumnIndex
        let places: [Place]
    }

    /// - Parameters:
    ///   - isLeftToStore: whether an object's own conflict leaves a column to the store.
    init(
        _ changed: [ManagedObject], _ originals: OriginalValues,
        isLeftToStore: (_ object: ManagedObject, _ column: ColumnIndex) -> Bool
    ) {
        let known = originals.index(of: changed)
        let halves = changed.flatMap { object in Self.halves(of: object, known[object]) }
        var byPlace: [Place: [Int]] = [:]
        for (number, half) in halves.enumerated() { for place in half.places { byPlace[place, default: []].append(number) } }

        var waiting = halves.indices.filter { isLeftToStore(halves[$0].object, halves[$0].column) }
        var done = Set(waiting)
        while let number = waiting.popLast() {
            for place in halves[number].places {
                for other in byPlace[place] ?? [] where done.insert(other).inserted {
                    waiting.append(other)
                    let half = halves[other]
                    left[ObjectIdentifier(half.object), default: (half.object, [])].columns.insert(half.column)
                }
            }
        }
    }

    /// The keys of one object that the save writes or deletes.
    private static func halves(of object: ManagedObject, _ known: [ColumnIndex: OriginalValue]) -> [Half] {
        let entity = object.scope.entity
        return entity.toOne.compactMap { relationship in
            let column = relationship.column
            let isOwnInverse = relationship.isOwnInverse
            guard isOwnInverse || relationship.isOneToOne(in: object.scope.context) else { return nil }
            guard object.state == .deleted || object.isNew || object.changes.contains(column) else { return nil }
            var keys = Set([object[_reference: column].currentKey])
            if case .integer(let key)? = known[column]?.stored(as: entity.columns[column].type) { keys.insert(key) }
            if isOwnInverse { keys.insert(object.key) }
            keys.remove(0)
            if keys.isEmpty { return nil }
            let name = entity.columns[column].name
            return Half(object: object, column: column, places: keys.map { Place(root: entity.root, column: name, key: $0) })
        }
    }
}

extension EntityRuntime.ToOneRuntime {
    var isOwnInverse: Bool {
        if case .itself = inverse { true } else { false }
    }

    /// Whether the inverse is a to-one as well.
    fileprivate func isOneToOne(in context: ManagedObjectContext?) -> Bool {
        guard case .members(let number) = inverse, let entity = context?.scopes[destination].entity else { return false }
        return entity.inverseSides[number].descriptor.isToOne
    }
}
