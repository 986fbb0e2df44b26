import SQLiteAccess

/// Finds the rows that another context or process changed or deleted since they were read, and applies the merge policy to them.
/// It runs within the save's transaction, so no other connection can write meanwhile.
struct ConflictResolver {
    let policy: MergePolicy
    let originals: OriginalValues
    let executor: StatementExecutor

    /// An object whose row is not as it was read.
    struct Conflict {
        let object: ManagedObject
        /// The object that the row makes now; nil if the row was deleted.
        let stored: ManagedObject?
    }

    /// What the save does with an object and its row.
    struct Resolution {
        enum Decision {
            /// The save writes these columns over the row.
            case write([ColumnIndex])
            /// The save inserts the row again.
            case recreate
            /// The save deletes the row.
            case delete
            /// The save writes nothing, and the object takes the values of its row.
            case keepStored

            /// Columns are written, if there are any.
            static func writing(_ columns: [ColumnIndex]) -> Decision { columns.isEmpty ? .keepStored : .write(columns) }
        }

        let object: ManagedObject
        var decision: Decision
        /// The row's version; for a deleted row the version that was read.
        let version: Int64
        /// The object that the row made before the save; nil without a conflict, and for a deleted row.
        var stored: ManagedObject?

        var isDeletion: Bool { if case .delete = decision { true } else { false } }

        var isRecreation: Bool { if case .recreate = decision { true } else { false } }

        /// The object that the row made, if the save writes over it.
        var overwritten: ManagedObject? {
            switch decision {
            case .write, .delete: stored
            case .recreate, .keepStored: nil
            }
        }

        /// Whether the row's value of a column stays.
        func keepsStored(_ column: ColumnIndex) -> Bool {
            switch decision {
            case .keepStored: true
            case .write(let columns): !columns.contains(column)
            case .recreate, .delete: false
            }
        }
    }

    /// What a save does with its objects if other rows than expected are in the store.
    struct Decisions {
        var resolutions: [ObjectIdentifier: Resolution] = [:]
        /// The new objects with keys that are not written, because the other end of the connection stays as it is in the store.
        var cleared: [ObjectIdentifier: (object: ManagedObject, columns: Set<ColumnIndex>)] = [:]

        /// Whether the save neither updates nor deletes an object's row.
        func keepsRow(of object: ManagedObject) -> Bool {
            if resolutions.isEmpty { return false }
            return switch resolutions[ObjectIdentifier(object)]?.decision {
            case .keepStored, .recreate: true
            case .write, .delete, nil: false
            }
        }
    }

    /// Decides on the objects whose rows are not as they were read, and on the objects in a one-to-one connection with them.
    /// - Throws: ``ConflictError`` with all conflicts that the policy does not solve; `SQLiteError`; ``StoreError``
    func decide(
        inserted: ContiguousArray<ManagedObject>, updated: ContiguousArray<ManagedObject>, deleted: ContiguousArray<ManagedObject>
    ) throws -> Decisions {
        let known = originals.index(of: [updated, deleted].joined().filter { !$0.scope.entity.hasVersion })
        let found = try [updated, deleted].joined().compactMap { try conflict($0, known[$0]) }
        var decisions = Decisions()
        for resolution in try resolve(found) { decisions.resolutions[ObjectIdentifier(resolution.object)] = resolution }
        if found.isEmpty { return decisions }

        let own = decisions.resolutions
        let kept = ContiguousArray(deleted.filter { own[ObjectIdentifier($0)]?.keepsStored(0) == true })
        let halves = OneToOneDecisions([inserted, updated, kept].flatMap { Array($0) }, originals) { object, column in
            own[ObjectIdentifier(object)]?.keepsStored(column) ?? false
        }
        let others = originals.index(of: halves.left.values.map(\.object))
        for (identity, half) in halves.left {
            let (object, entity) = (half.object, half.object.scope.entity)
            if object.isNew {
                // Without the connection the object would break a rule of the model.
                if half.columns.contains(where: { !entity.toOne(at: $0).descriptor.isOptional }) { throw try error(for: found) }
                decisions.cleared[identity] = half
                continue
            }
            if case .write(let columns)? = decisions.resolutions[identity]?.decision {
                decisions.resolutions[identity]?.decision = .writing(columns.filter { !half.columns.contains($0) })
            } else if decisions.resolutions[identity] == nil {
                let columns = others[object].keys.filter { !half.columns.contains($0) }
                decisions.resolutions[identity] = Resolution(
                    object: object, decision: .writing(entity.written(with: columns)), version: object.rowVersion)
            }
        }
        return decisions
    }

    /// Applies the merge policy to each conflict.
    private func resolve(_ found: [Conflict]) throws -> [Resolution] {
        if found.isEmpty { return [] }
        if policy == .error { throw try error(for: found) }

        let known = originals.index(of: found.map(\.object))
        let resolutions = try found.map { try ($0, decision(of: $0, known[$0.object])) }
        // A row cannot be recreated from an object that has not loaded all of it.
        let unsolved = resolutions.filter { $0.1 == nil }.map(\.0)
        if !unsolved.isEmpty { throw try error(for: unsolved) }
        return resolutions.compactMap { found, decision in
            decision.map { Resolution(object: found.object, decision: $0, version: (found.stored ?? found.object).rowVersion, stored: found.stored) }
        }
    }

    private func conflict(_ object: ManagedObject, _ known: [ColumnIndex: OriginalValue]) throws -> Conflict? {
        if !object.scope.entity.hasVersion {
            let stored = try object.storedState(in: executor.database)
            if let stored, try !object.wasRead(otherwiseThan: stored, known, in: executor.database) { return nil }
            return Conflict(object: object, stored: stored)
        }
        let version = try executor.integer(object.scope.entity.selectVersion, object.key)
        if version == object.rowVersion { return nil }
        return Conflict(object: object, stored: try object.storedState(in: executor.database))
    }

    private func decision(of found: Conflict, _ known: [ColumnIndex: OriginalValue]) throws -> Resolution.Decision? {
        let (object, entity) = (found.object, found.object.scope.entity)
        guard let stored = found.stored else {
            if object.state == .deleted || policy == .storeWins || policy == .rollback { return .keepStored }
            return entity.writtenColumns.allSatisfy(object.isLoaded) ? .recreate : nil
        }
        if object.state == .deleted { return policy == .storeWins || policy == .rollback ? .keepStored : .delete }
        switch policy {
        case .error, .rollback: return .keepStored
        case .overwrite: return .write(entity.writtenColumns.filter(object.isLoaded))
        case .objectWins: return .write(entity.written(with: Array(known.keys)))
        case .storeWins:
            let kept = try known.filter { try !$0.value.differs(from: stored, of: object, in: executor.database) }.map(\.key)
            return kept.isEmpty ? .keepStored : .write(entity.written(with: kept))
        }
    }

    // MARK: Errors

    func error(for found: [Conflict]) throws -> ConflictError {
        let known = originals.index(of: found.map(\.object))
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

    private func properties(of found: Conflict, _ known: [ColumnIndex: OriginalValue]) throws -> [ConflictError.Property] {
        let object = found.object
        return try object.scope.entity.columns.numbered.compactMap { column, description in
            guard description.derivation == nil, object.isLoaded(column) else { return nil }
            let original = known[column]
            let isChangedHere = original != nil
            let own = object.writtenValue(column)
            guard let stored = found.stored else {
                if !isChangedHere { return nil }
                return .init(
                    name: description.property, isChangedHere: true, isChangedThere: true, ownValue: words(own, description),
                    storedValue: nil)
            }
            let value = try stored.storedValue(column, in: executor.database)
            let isChangedThere =
                try original?.differs(from: stored, of: object, in: executor.database) ?? !own.isSame(as: value)
            if !isChangedHere, !isChangedThere { return nil }
            return .init(
                name: description.property, isChangedHere: isChangedHere, isChangedThere: isChangedThere,
                ownValue: words(own, description), storedValue: words(value, description))
        }
    }

    private func words(_ value: SQLiteValue, _ column: ColumnRuntime) -> String {
        if case .object(let entity) = column.type, case .integer(let key) = value {
            return "\(ObjectID(entity: entity, rowID: key))"
        }
        return value.inWords(as: column.type)
    }
}
