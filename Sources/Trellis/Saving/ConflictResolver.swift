import GRDB
import SQLiteAccess

/// Finds the rows that others changed or deleted since they were read, and decides by the merge policy what becomes of their
/// objects. It runs within the save's transaction, so that nobody comes between.
struct ConflictResolver {
    let policy: MergePolicy
    let baselines: ContiguousArray<Baseline>
    let database: Database

    /// An object and its row.
    private struct Found {
        let object: ManagedObject
        /// What the row holds now; nil where there is none.
        let stored: ManagedObject?
    }

    /// What becomes of an object.
    struct Resolution {
        enum Outcome {
            /// Columns are written over what others saved.
            case write([Int])
            /// The row is made again.
            case makeAgain
            case delete
            /// Nothing is written: the object becomes its row.
            case yield

            /// Columns are written, if there are any.
            static func writing(_ columns: [Int]) -> Outcome { columns.isEmpty ? .yield : .write(columns) }
        }

        let object: ManagedObject
        var outcome: Outcome
        /// The row's version; of one that is gone, the one that was read.
        let version: Int64

        /// Whether a column is as the store has it.
        func leaves(_ column: Int) -> Bool {
            switch outcome {
            case .yield: true
            case .write(let columns): !columns.contains(column)
            case .makeAgain, .delete: false
            }
        }
    }

    /// What a save does with its objects when others have changed rows.
    struct Decisions {
        var resolutions: [ObjectIdentifier: Resolution] = [:]
        /// The new objects with keys that yield to the store, because the other half of the connection does: their columns.
        var cleared: [ObjectIdentifier: (object: ManagedObject, columns: Set<Int>)] = [:]
    }

    /// Decides on the objects whose rows are not as they were read, and on those that are connected with them one to one.
    /// - Throws: ``ConflictError`` with all conflicts that the policy does not solve; errors of SQLite.
    func decide(
        inserted: ContiguousArray<ManagedObject>, updated: ContiguousArray<ManagedObject>, deleted: ContiguousArray<ManagedObject>
    ) throws -> Decisions {
        let found = try [updated, deleted].joined().compactMap(conflict)
        var decisions = Decisions()
        for resolution in try resolve(found) { decisions.resolutions[ObjectIdentifier(resolution.object)] = resolution }
        if found.isEmpty { return decisions }

        let own = decisions.resolutions
        let yielding = ContiguousArray(deleted.filter { own[ObjectIdentifier($0)]?.leaves(0) == true })
        let halves = OneToOneDecisions([inserted, updated, yielding].flatMap { Array($0) }, baselines) { object, column in
            own[ObjectIdentifier(object)]?.leaves(column) ?? false
        }
        let known = BaselineIndex(baselines, of: halves.left.values.map(\.object))
        for (identity, half) in halves.left {
            let (object, entity) = (half.object, half.object.scope.entity)
            if object.isInserted {
                // Without the connection it would break a rule of the model.
                if half.columns.contains(where: { !entity.toOne(at: $0).descriptor.isOptional }) { throw try error(for: found) }
                decisions.cleared[identity] = half
                continue
            }
            if case .write(let columns)? = decisions.resolutions[identity]?.outcome {
                decisions.resolutions[identity]?.outcome = .writing(columns.filter { !half.columns.contains($0) })
            } else if decisions.resolutions[identity] == nil {
                let columns = known[object].keys.filter { !half.columns.contains($0) }
                decisions.resolutions[identity] = Resolution(
                    object: object, outcome: .writing(entity.written(with: columns)), version: object.rowVersion)
            }
        }
        return decisions
    }

    /// Decides each conflict: an object whose row is not as it was read.
    private func resolve(_ found: [Found]) throws -> [Resolution] {
        if found.isEmpty { return [] }
        if policy == .error { throw try error(for: found) }

        let known = BaselineIndex(baselines, of: found.map(\.object))
        let resolutions = try found.map { try ($0, outcome(of: $0, known[$0.object])) }
        // A row cannot be made again of an object that does not know all of it.
        let unsolved = resolutions.filter { $0.1 == nil }.map(\.0)
        if !unsolved.isEmpty { throw try error(for: unsolved) }
        return resolutions.compactMap { found, outcome in
            outcome.map { Resolution(object: found.object, outcome: $0, version: (found.stored ?? found.object).rowVersion) }
        }
    }

    private func conflict(_ object: ManagedObject) throws -> Found? {
        let statement = try database.rawStatement(object.scope.entity.selectVersion)
        try statement.bind(object.key, at: 1)
        let isThere = try statement.step()
        let isSame = isThere && statement.integer(at: 0) == object.rowVersion
        statement.reset()
        return isSame ? nil : Found(object: object, stored: try object.storedState(in: database))
    }

    private func outcome(of found: Found, _ known: [Int: Baseline]) throws -> Resolution.Outcome? {
        let (object, entity) = (found.object, found.object.scope.entity)
        guard let stored = found.stored else {
            if object.state == .deleted || policy == .storeWins || policy == .rollback { return .yield }
            return entity.writtenColumns.allSatisfy(object.isLoaded) ? .makeAgain : nil
        }
        if object.state == .deleted { return policy == .storeWins || policy == .rollback ? .yield : .delete }
        switch policy {
        case .error, .rollback: return .yield
        case .overwrite: return .write(entity.writtenColumns.filter(object.isLoaded))
        case .objectWins: return .write(entity.written(with: Array(known.keys)))
        case .storeWins:
            let kept = try known.filter { try !$0.value.differs(from: stored, of: object, in: database) }.map(\.key)
            return kept.isEmpty ? .yield : .write(entity.written(with: kept))
        }
    }

    // MARK: Telling

    private func error(for found: [Found]) throws -> ConflictError {
        let known = BaselineIndex(baselines, of: found.map(\.object))
        return ConflictError(
            conflicts: try found.map { found in
                let object = found.object
                return .init(
                    objectID: object.objectID, kind: found.stored == nil ? .deleted : .changed,
                    isDeletedHere: object.state == .deleted, readVersion: object.rowVersion,
                    storedVersion: found.stored?.rowVersion,
                    properties: try properties(of: found, known[object]))
            })
    }

    private func properties(of found: Found, _ known: [Int: Baseline]) throws -> [ConflictError.Property] {
        let object = found.object
        return try object.scope.entity.columns.enumerated().compactMap { column, description in
            guard description.derivation == nil, object.isLoaded(column) else { return nil }
            let baseline = known[column]
            let isChangedHere = baseline != nil
            let own = object.writtenValue(column)
            guard let stored = found.stored else {
                if !isChangedHere { return nil }
                return .init(
                    name: description.property, isChangedHere: true, isChangedThere: true, ownValue: words(own, description),
                    storedValue: nil)
            }
            let value = try stored.storedValue(column, in: database)
            let isChangedThere =
                try baseline?.differs(from: stored, of: object, in: database) ?? !own.isSame(as: value)
            if !isChangedHere, !isChangedThere { return nil }
            return .init(
                name: description.property, isChangedHere: isChangedHere, isChangedThere: isChangedThere,
                ownValue: words(own, description), storedValue: words(value, description))
        }
    }

    private func words(_ value: SQLiteValue, _ column: ColumnRuntime) -> String {
        if case .object(let entity) = column.type, case .integer(let key) = value {
            return "\(ObjectID(entity: entity, key: key))"
        }
        return value.inWords(as: column.type)
    }
}
