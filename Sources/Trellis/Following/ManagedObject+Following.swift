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
    final func noteConnectionsForResults(_ number: RelationshipIndex) {
        guard let table = scope.entity.inverseSides[number].join?.table else { return }
        scope.context?.noteForResults {
            $0.noteConnections(in: table)
            $0.noteConnected(self)
        }
    }

    /// Notes the values that the object is about to replace by those of `state`, which was read from its row.
    final func noteForResults(valuesThatDifferFrom state: ManagedObject) {
        scope.context?.noteForResults { $0.noteVersion(of: self, state.rowVersion) }
        for column in scope.entity.columns.indices where !scope.entity.columns[column].isReadOnUse {
            let old = storedValue(column)
            if old.isSame(as: state.storedValue(column)) { continue }
            noteForResults(OriginalValue(of: column, in: self, stored: old))
            scope.context?.noteForResults { $0.noteRefreshed(self) }
        }
        // What is read on use may be known, and is forgotten.
        for column in scope.entity.columns.indices where scope.entity.columns[column].isLazy && isLoaded(column) {
            noteForResults(OriginalValue(ofUnloaded: column, in: self))
            scope.context?.noteForResults { $0.noteRefreshed(self) }
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
                for key in keys { log.note(RowIdentity(root: scopes[entity].entity.root, key: key)) }
            }
            for owner in changeSet.listedOwners {
                if owner.scope.entity.inverseSides.contains(where: { $0.join != nil }) {
                    log.noteConnected(owner)
                    log.noteRefreshed(owner)
                }
                for relationship in owner.scope.entity.inverseSides {
                    if let table = relationship.join?.table { log.noteConnections(in: table) }
                }
            }
        }
    }

    /// Notes what a save has given to objects and done to rows without objects.
    /// - Parameter temporaryKeys: the keys that the inserted objects had before.
    func noteSaveForResults(_ plan: SavePlan, _ outcome: SaveOutcome, _ temporaryKeys: [Int64]) {
        noteForResults { log in
            log.noteSave()
            for (object, key) in zip(plan.inserted, temporaryKeys) {
                log.notePermanentKey(of: object, for: key)
                log.noteVersion(of: object, object.rowVersion)
            }
            for object in outcome.updated { log.noteVersion(of: object, object.rowVersion) }
            for object in outcome.recreated { log.note(object) }
            for object in outcome.deleted { log.noteDeletedRows(of: object.scope.entity.index) }
            for entity in pendingDeletion.entities { log.noteDeletedRows(of: entity) }
            for id in outcome.unregistered.updated + outcome.unregistered.deleted {
                if let entity = coordinator.model.entity(named: id.entity) { log.note(RowIdentity(root: entity.root, key: id.key)) }
            }
        }
    }
}
