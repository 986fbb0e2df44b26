// Objects that keep their values although their rows have others, or do not exist any more. A save finds the conflict. Until then the
// objects count as they are: in fetches, in relationships and in live results.

extension ManagedObjectContext {
    /// Notes objects that have kept their values in a merge or a refresh, which has unloaded relationships.
    func noteUnmerged(_ objects: [ManagedObject]) {
        changeSet.noteUnmerged(objects)
        // The store has other keys for them, or none, so loading would not find them where their own keys lead.
        for object in objects { object.rejoinOwners { _ in false } }
    }

    /// Lets an object keep its changes although its row was deleted. The connections of the row were deleted with it.
    func keepWithoutRow(_ object: ManagedObject) {
        unloadConnections(of: object)
        noteForResults { $0.noteConnections(of: object) }
    }

    /// Shows the rows of unmerged objects that have no changes any more: their last change was undone, or set back to the original
    /// value. Nothing else would read these rows.
    /// - Throws: ``StoreError``; then the next call reads them again.
    func showMissedRows() throws {
        let objects = changeSet.takeUnmergedWithoutChanges()
        if objects.isEmpty { return }
        defer { reviewObservedObjects() }
        do {
            try inSnapshot { database in
                let states = StoredStates(of: objects, in: database)
                for object in objects { _ = try refresh(object, states, keepingChanges: true, in: database) }
            }
        } catch {
            changeSet.noteUnmerged(objects)
            throw error
        }
    }
}
