import SQLiteAccess

/// Which keys of one-to-one relationships a save leaves to the store, so that both halves of a connection follow one decision.
///
/// A conflict is about one row. Where a relationship is its own inverse, each end has a row with a key, and a partner that changes
/// hands concerns further rows. If one of the keys that belong together yields to the store, all of them do.
struct OneToOneDecisions {
    /// The columns of each object that yield, beside those that its own conflict leaves to the store.
    private(set) var left: [ObjectIdentifier: (object: ManagedObject, columns: Set<Int>)] = [:]

    /// What connections meet at: an object, as one column sees it.
    private struct Place: Hashable {
        let root: Int
        let column: String
        let key: Int64
    }

    /// A changed key.
    private struct Half {
        let object: ManagedObject
        let column: Int
        let places: [Place]
    }

    /// - Parameters:
    ///   - yields: whether an object's own conflict leaves a column to the store.
    init(
        _ changed: [ManagedObject], _ baselines: ContiguousArray<Baseline>,
        yields: (_ object: ManagedObject, _ column: Int) -> Bool
    ) {
        let known = BaselineIndex(baselines, of: changed)
        let halves = changed.flatMap { object in Self.halves(of: object, known[object]) }
        var byPlace: [Place: [Int]] = [:]
        for (number, half) in halves.enumerated() { for place in half.places { byPlace[place, default: []].append(number) } }

        var waiting = halves.indices.filter { yields(halves[$0].object, halves[$0].column) }
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

    /// The keys of an object that a save writes, and those of one that it deletes.
    private static func halves(of object: ManagedObject, _ known: [Int: Baseline]) -> [Half] {
        let entity = object.scope.entity
        return entity.toOne.compactMap { relationship in
            let column = relationship.column
            let isOwnInverse = relationship.isOwnInverse
            guard isOwnInverse || relationship.isOneToOne(in: object.scope.context) else { return nil }
            guard object.state == .deleted || object.isInserted || object.changes.contains(column) else { return nil }
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

    /// Whether the relationship that leads back is a to-one too.
    fileprivate func isOneToOne(in context: ManagedObjectContext?) -> Bool {
        guard case .members(let number) = inverse, let entity = context?.scopes[destination].entity else { return false }
        return entity.inverseSides[number].descriptor.isToOne
    }
}
