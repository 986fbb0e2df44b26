import SQLiteAccess

// What objects and operations of a context log for live results. The callers check that there are any.

extension ManagedObject {
    final func noteForResults(_ original: OriginalValue) {
        scope.context?.noteForResults { $0.note(self, original) }
    }

    /// Notes that fetches find the object now, or no longer.
    final func noteLifeForResults() {
        scope.context?.noteForResults { $0.note(self) }
    }

    /// Notes that another object is a member now, or no longer, by a join table.
    final func noteConnectionForResults(_ number: RelationshipIndex, with member: ManagedObject) {
        guard let join = scope.entity.inverseSides[number].join else { return }
        let connection = Connection(column: join.owner, owner: key, member: member.key)
        scope.context?.noteForResults {
            $0.note(connection, in: join.table)
            $0.noteConnected(self)
        }
    }

    /// Notes that connections by a join table are as in the store again, at both ends.
    final func noteForResults(discarded members: ContiguousArray<ManagedObject>, _ number: RelationshipIndex) {
        if members.isEmpty { return }
        let inverse = scope.entity.inverseSides[number].join?.inverse
        scope.context?.noteForResults { $0.noteRefreshed(self) }
        for member in members {
            noteConnectionForResults(number, with: member)
            if let inverse { member.noteConnectionForResults(inverse, with: self) }
        }
    }

    /// Notes that a new object is deleted. No save knows its connections, and the object forgets them.
    final func noteDiscardForResults() {
        for (number, relationship) in scope.entity.inverseSides.numbered {
            guard let join = relationship.join else { continue }
            for member in loadedStorage(number)?.members ?? [] {
                noteConnectionForResults(number, with: member)
                // The table of a relationship that is its own inverse has a row for each direction.
                if join.inverse == number { member.noteConnectionForResults(number, with: self) }
            }
        }
    }

    /// Notes the edited values of lazy columns, which are about to be unloaded.
    final func noteEditedLazyValuesForResults() {
        for column in scope.entity.columns.indices where scope.entity.columns[column].isLazy && changes.contains(column) {
            noteForResults(OriginalValue(of: column, in: self, stored: storedValue(column)))
        }
    }

    /// Notes the values that the object is about to replace by those of `state`, which was read from its row.
    final func noteForResults(valuesThatDifferFrom state: ManagedObject) {
        // Results need not have the version that the object has shown already.
        if state.rowVersion != rowVersion { scope.context?.noteForResults { $0.noteVersion(of: self, state.rowVersion) } }
        for column in scope.entity.columns.indices where !scope.entity.columns[column].isReadOnUse && !scope.entity.columns[column].isDerivedText {
            let old = storedValue(column)
            if old.isSame(as: state.storedValue(column)) { continue }
            noteForResults(OriginalValue(of: column, in: self, stored: old))
            scope.context?.noteForResults { $0.noteRefreshed(self) }
        }
        // The value of a lazy column is not read for this, and may be another one in another version of the row.
        for column in scope.entity.columns.indices where scope.entity.columns[column].isLazy {
            if isLoaded(column) { scope.context?.noteForResults { $0.noteRefreshed(self) } }
            if state.rowVersion != rowVersion { noteForResults(OriginalValue(ofUnloaded: column, in: self)) }
        }
    }
}

extension ManagedObjectContext {
    /// Notes what a rollback brings back.
    func noteRollbackForResults(of new: ContiguousArray<ManagedObject>, _ changed: ContiguousArray<ManagedObject>) {
        noteForResults { log in
            for object in new { log.note(object) }
            for object in changed { log.note(object) }
            for (entity, keys) in pendingDeletion.rows {
                for key in keys { log.noteLife(of: RowIdentity(root: scopes[entity].entity.root, key: key)) }
            }
            for owner in changeSet.listedOwners {
                if owner.scope.entity.inverseSides.contains(where: { $0.join != nil }) {
                    log.noteConnected(owner)
                    log.noteRefreshed(owner)
                }
                log.noteConnections(of: owner)
            }
        }
    }

    /// Notes what a save has given to objects and done to rows without objects.
    /// - Parameters:
    ///   - temporaryKeys: the keys that the inserted objects had before.
    ///   - derivation: what the save has written, if results read what the database derives from it.
    func noteSaveForResults(_ plan: SavePlan, _ outcome: SaveOutcome, _ temporaryKeys: [Int64], _ derivation: SavedSources?) {
        noteForResults { log in
            log.noteSave()
            log.notePermanentKeys(plan.inserted.keysByRoot(temporaryKeys))
            for (object, key) in zip(plan.inserted, temporaryKeys) {
                log.notePermanentID(object.objectID, for: object.scope.entity.id(key))
                if outcome.adopted.contains(object) {
                    // Results compare the version that they know: another context may have written the row before.
                    log.noteAdopted(object.row, isWritten: outcome.adopted.isWritten)
                } else {
                    log.noteVersion(of: object, object.rowVersion)
                }
            }
            for object in outcome.updated { log.noteVersion(of: object, object.rowVersion) }
            for object in outcome.recreated {
                log.note(object)
                // The connections of the former row were deleted with it.
                log.noteConnections(of: object)
            }
            for object in outcome.deleted { log.noteDeletedRows(of: object.scope.entity.index) }
            for entity in pendingDeletion.entities {
                log.noteDeletedRows(of: entity)
                log.noteShrunkTable(scopes[entity].entity.root)
            }
            for id in outcome.unregistered.updated + outcome.unregistered.deleted {
                if let entity = coordinator.model.entity(named: id.entity) { log.note(RowIdentity(root: entity.root, key: id.key)) }
            }
            guard let derivation else { return }
            for row in derivation.rows { log.noteSaved(row) }
            for id in derivation.owners {
                if let entity = coordinator.model.entity(named: id.entity) { log.noteSavedOwner(RowIdentity(root: entity.root, key: id.key)) }
            }
        }
    }
}

extension ContiguousArray<ManagedObject> {
    /// The keys that new objects have got, by the numbers of their tables' root entities, and then by the keys before.
    func keysByRoot(_ formerKeys: [Int64]) -> [Int: [Int64: Int64]] {
        var keys: [Int: [Int64: Int64]] = [:]
        for (object, former) in zip(self, formerKeys) { keys[object.scope.entity.root, default: [:]][former] = object.key }
        return keys
    }
}

/// What a save has written that the database may derive values from.
struct SavedSources {
    /// The updated rows.
    let rows: [SavedRow]
    /// The objects with other members than before.
    let owners: Set<ObjectID>

    /// - Parameter report: the report of the save, before the objects forget their changes.
    init(_ plan: SavePlan, _ outcome: SaveOutcome, _ report: SavedChanges) {
        let originals = plan.originals.index(of: outcome.updated)
        // A merge policy may write other columns than the changed ones.
        let overwritten = Set(outcome.overwritten.map(\.row))
        rows = outcome.updated.map { object in
            let columns = object.scope.entity.columns
            let written = overwritten.contains(object.row) ? Array(columns.indices) : Array(originals[object].keys)
            let keys = object.scope.entity.toOne.map { (columns[$0.column].name, object[_reference: $0.column].currentKey) }
            return SavedRow(row: object.row, columns: Set(written.map { columns[$0].name }), keys: Dictionary(keys) { $1 })
        }
        owners = report.reconnected
    }
}
