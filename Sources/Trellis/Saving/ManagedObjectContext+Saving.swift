import GRDB

extension ManagedObjectContext {
    /// Writes all changes in one transaction: everything, or nothing. A child makes its changes in its ``parent`` instead.
    ///
    /// After an error nothing was written and the context keeps its changes, so you can fix them and save again. The save calls
    /// ``SaveHook``s before it checks the rules of the model, and ``SavedHook``s at the end.
    /// - Throws: ``ObjectValidationError`` with every broken rule, before anything is written, or for a value that another row already
    ///   has; ``ConflictError`` if another save has changed what is to be written; ``StoreError``; the errors of a ``SaveHook``.
    public func save() throws {
        try saveChanges()
        followCompleted()
    }

    /// - Throws: ``StoreError/saveWithinSave`` within a hook; ``StoreError/contextOnlyReads``
    func checkMayWrite() throws {
        guard hookState.allowsSave else { throw StoreError.saveWithinSave }
        if onlyReads { throw StoreError.contextOnlyReads }
    }

    private func saveChanges() throws {
        try checkMayWrite()
        try coordinator.checkOpen()
        try resolveUncertainSave()
        hookState.beginSave()
        defer { hookState.endSave() }
        try throwRememberedError()
        endUndoGroup()
        releaseKeysWithoutInverse()
        try withoutUndo { try runSaveHooks() }
        try showMissedRows()
        // Hooks may have deleted objects that others refer to.
        releaseKeysWithoutInverse()
        let changes = try checkedChanges()
        if changes.isEmpty { return }
        if let parent { return try save(changes, into: parent) }

        let plan = SavePlan(changes, of: self)
        let outcome = try write(plan)
        let temporaryKeys = resultsFollower == nil && children.isEmpty ? [] : plan.inserted.map(\.key)
        outcome.keys.assign()
        let isReported = coordinator.publisher.hasReceivers(for: token)
        let isDerivedFrom = resultsFollower?.readsDerivedValues == true
        let report = isReported || isDerivedFrom ? SavedChanges(plan, outcome, by: token) : nil
        // The results may have the rows that new objects have become.
        if !outcome.adopted.isEmpty { noteForResults { $0.noteIncomplete() } }
        let sources = isDerivedFrom ? report.map { SavedSources(plan, outcome, $0) } : nil
        // Held until the hooks are called: the change set releases its objects before.
        let objectsWithHook = objectsWithSavedHook(plan, outcome)
        settle(plan, outcome)
        if !children.isEmpty { passSavedKeys(of: plan.inserted, temporaryKeys) }
        noteSaveForResults(plan, outcome, temporaryKeys, sources)
        finishSaving()
        if isReported, let report { coordinator.publisher.publish(report) }
        for object in objectsWithHook { object.scope.entity.hooks.didSave(object) }
    }

    // MARK: Checking

    /// The objects that the save writes, after all of them meet the rules of the model.
    /// - Throws: ``ObjectValidationError``; ``StoreError``
    private func checkedChanges() throws -> ChangedObjects {
        for _ in 0...Self.mostGenerations {
            let counts = changeSet.counts
            let changes = changeSet.changedObjects
            if changes.isEmpty { return changes }
            try check(changes)
            // Checks load objects, which may lose a key to a deleted one: then there is more to check and to save.
            if changeSet.counts == counts { return changes }
        }
        throw StoreError.endlessHooks(entity: changeSet.last?.scope.entity.descriptor.name ?? "")
    }

    private func check(_ changes: ChangedObjects) throws {
        let failures = try failures(of: changes)
        if !failures.isEmpty { throw ObjectValidationError(failures: failures) }
    }

    /// The rules that changed objects break.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    func failures(of changes: ChangedObjects) throws -> [ObjectValidationError.Failure] {
        var validator = Validator()
        for object in changes.inserted { validator.check(object) }
        for object in changes.updated { validator.check(object) }
        for object in changes.owners where object.state == .saved { try validator.checkMembers(of: object) }
        for object in changes.inserted { try validator.checkMembers(of: object) }
        for object in changes.deleted { try validator.checkDeletion(of: object) }
        try throwRememberedError()
        return validator.failures
    }

    // MARK: Writing

    /// Runs the optimistic save, and the checked save if that met an obstacle.
    /// - Throws: ``ObjectValidationError``; ``ConflictError``; ``StoreError``. Then nothing was written.
    private func write(_ plan: SavePlan) throws -> SaveOutcome {
        do {
            return try writeOnce(plan)
        } catch StoreError.connectionLost {
            // The cluster certainly has nothing of it, and may have another leader by now.
            return try writeOnce(plan)
        }
    }

    private func writeOnce(_ plan: SavePlan) throws -> SaveOutcome {
        do {
            // No statement of a save verifies the versions of unregistered rows.
            // A save without versions compares values, which are read first.
            if hasVersions, pendingDeletion.isEmpty, let outcome = try transactionUnlessNil({ try OptimisticSave(plan, on: $0).run() }) { return outcome }
            return try transaction { database in
                var save = try CheckedSave(plan, on: database)
                return try save.run()
            }
        } catch {
            switch error {
            case is ObjectValidationError, is ConflictError: throw error
            case StoreError.fateUnknown(let save, _): uncertainSave = save
            default: break
            }
            throw coordinator.storeError(error)
        }
    }

    private var hasVersions: Bool { !coordinator.model.descriptor.isExisting }

    private func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try coordinator.write(by: historyStamp) { database in try observed(database, for: .save) { try body(database) } }
    }

    /// A result of nil undoes the transaction.
    private func transactionUnlessNil<Result>(_ body: (Database) throws -> Result?) throws -> Result? {
        try coordinator.writeUnlessNil(by: historyStamp) { database in try observed(database, for: .save) { try body(database) } }
    }
}
