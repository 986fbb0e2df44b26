extension ManagedObject {
    /// For generated code: the end of the initializer of a new object.
    @_spi(Generated) public final func _awakeFromInsert() {
        guard scope.entity.hooks.contains(.insert) else { return }
        scope.entity.hooks.awakeFromInsert(self)
    }

    /// For generated code: the end of the initializer of a class that others inherit from, whose initializers call this one.
    @_spi(Generated) public final func _awakeFromInsert(as type: ManagedObject.Type) {
        if scope.entity.type == type { _awakeFromInsert() }
    }
}

extension ManagedObjectContext {
    /// Tells objects that they were made of rows. What hooks load is told after them, and not within: chains are long.
    func awake(_ objects: [ManagedObject]) {
        if objects.isEmpty { return }
        guard hookState.beginAwakening(objects) else { return }
        withoutUndo {
            while let object = hookState.nextToAwaken() { object.scope.entity.hooks.awakeFromFetch(object) }
        }
    }

    /// Tells objects that they are going to be deleted: each once in a delete, also where hooks delete more.
    /// - Returns: whether there were any to be told.
    /// - Throws: what a hook throws.
    func prepareForDeletion(_ objects: [ManagedObject]) throws -> Bool {
        guard coordinator.model.hooks.contains(.delete) else { return false }
        let new = objects.filter { $0.scope.entity.hooks.contains(.delete) && !hookState.isPreparedForDeletion($0) }
        // A hook may delete others of them, which are told then.
        for object in new where !object.isRemoved && hookState.beginPreparing(object) {
            try object.scope.entity.hooks.prepareForDeletion(object)
        }
        return !new.isEmpty
    }

    /// Tells objects that they are about to be saved, and then those that hooks have changed or made.
    /// - Throws: what a hook throws; ``StoreError/endlessHooks(entity:)``
    func runSaveHooks() throws {
        guard coordinator.model.hooks.contains(.save) else { return }
        var told = Set<ManagedObject>()
        var generations = 0
        changeSet.forgetRaised()
        while true {
            let objects = changeSet.listedObjects.filter {
                $0.scope.entity.hooks.contains(.save) && ($0.isNew || $0.hasColumnChanges) && told.insert($0).inserted
            }
            let owners = try ownersWithOtherMembers().filter { told.insert($0).inserted }
            if objects.isEmpty, owners.isEmpty { break }
            // Rows come to an end; only new objects that make new objects do not.
            if let new = objects.first(where: \.isNew) {
                generations += 1
                if generations > Self.mostGenerations {
                    throw StoreError.endlessHooks(entity: new.scope.entity.descriptor.name)
                }
            }
            for object in objects where object.isNew || object.hasColumnChanges { try object.scope.entity.hooks.willSave(object) }
            for owner in owners where owner.state == .saved { try owner.scope.entity.hooks.willSaveWithMembers(owner) }
        }
        // Hooks may have changed members too, so this is the last step.
        for owner in try ownersWithOtherMembers() where owner.scope.entity.hooks.raisesVersionWithMembers { changeSet.noteRaised(owner) }
    }

    /// The objects with a ``SavedHook`` whose rows a save has written or deleted. Objects that kept the values of the store are not
    /// among them.
    func objectsWithSavedHook(_ plan: SavePlan, _ outcome: SaveOutcome) -> [ManagedObject] {
        guard coordinator.model.hooks.contains(.saved) else { return [] }
        return [plan.inserted, outcome.recreated, outcome.updated, outcome.deleted].joined()
            .filter { $0.scope.entity.hooks.contains(.saved) }
    }

    /// How often in one save hooks may make objects whose hooks make objects.
    static let mostGenerations = 100
}
