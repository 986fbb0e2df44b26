// The rules of a save, asked without saving: for a form that shows what is wrong, as Core Data's `validateForUpdate`.
//
// The hooks of a save do not run, but those that validate do. Values that must be unique are compared with other rows by the save alone.

extension ManagedObjectContext {
    /// The rules that the unsaved changes break: those with which ``save()`` would throw an ``ObjectValidationError``. Empty if no rule is
    /// broken.
    ///
    /// Nothing is written. A ``SaveHook`` is not called, and whether values are unique is not checked.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    public func validationFailures() throws -> [ObjectValidationError.Failure] {
        try coordinator.checkOpen()
        try throwRememberedError()
        releaseKeysWithoutInverse()
        return try failures(of: changeSet.changedObjects)
    }
}

// A member of a protocol, so a model can have a property with its name.

extension Identifiable where Self: ManagedObject {
    /// The rules that the object breaks as it is now, whether it has changed or not: those of a deletion if the next save deletes it.
    ///
    /// Nothing is written. A ``SaveHook`` is not called, and whether values are unique is not checked.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    public func validationFailures() throws -> [ObjectValidationError.Failure] {
        try brokenRules()
    }
}

extension ManagedObject {
    fileprivate final func brokenRules() throws -> [ObjectValidationError.Failure] {
        guard let context = scope.context else { return [] }
        try context.throwRememberedError()
        context.releaseKeysWithoutInverse()
        var validator = Validator()
        switch state {
        case .saved, .inserted:
            validator.check(self)
            try validator.checkMembers(of: self)
        case .deleted: try validator.checkDeletion(of: self)
        case .gone: break
        }
        try context.throwRememberedError()
        return validator.failures
    }
}
