// What a person's own code is told of objects. A generated class says in an extension what it wants to know:
//
//     extension Attachment: DeleteHook {
//         func prepareForDeletion() throws { ... }
//     }
//
// The library looks once a class, when a store is opened, which hooks it has; others cost nothing. What inherits from a class
// has its hooks. Conformances are bound to no actor: the library calls hooks wherever the object's context is.

/// A class whose new objects are told so.
public protocol InsertHook: ManagedObject, SendableMetatype {
    /// Called at the end of the initializer: the object has what that was given.
    ///
    /// It may edit the object and others, make and delete objects.
    func awakeFromInsert()
}

/// A class whose objects are told when they were made of a row.
public protocol FetchHook: ManagedObject, SendableMetatype {
    /// Called before anybody else gets to see the object; not again as long as the context knows it, but for a refresh that discards
    /// changes: then the object has its row's values once more, as if it had just been fetched.
    ///
    /// It is the place to set transient attributes. What it edits are changes like any others. Objects that it has loaded itself
    /// are told after it. It must not save.
    func awakeFromFetch()
}

/// A class whose objects are told before they are saved.
public protocol SaveHook: ManagedObject, SendableMetatype {
    /// Called by each save that inserts or updates the object, before anything is checked or written.
    ///
    /// It may edit the object and others, make and delete objects, and not save. In one save it is called once for an object:
    /// setting a date of the last change does not call it again, and what other hooks change in the object later does not either.
    /// Objects that hooks have changed or made are told as well.
    /// - Throws: what the save throws then, before anything is written.
    func willSave() throws
}

/// A class whose objects are told after they were saved.
public protocol SavedHook: ManagedObject, SendableMetatype {
    /// Called by each save that has inserted, updated or deleted the object's row, when the transaction is over and all objects are as
    /// they are in the store; a deleted one says so by `isDeleted`. Rows that the context does not know are deleted without.
    ///
    /// It may edit objects, for the next save to write, and not save.
    func didSave()
}

/// A class whose objects are told before they are deleted. Deleting loads its objects, where a rule takes them along.
public protocol DeleteHook: ManagedObject, SendableMetatype {
    /// Called by the delete that takes the object along, before anything is deleted: relationships still show what was.
    ///
    /// It may edit the object and others, make and delete objects. Which objects go is found out again when all hooks were called:
    /// one that a hook leads elsewhere stays, though it was told.
    /// - Throws: what the delete throws then; nothing is deleted.
    func prepareForDeletion() throws
}

/// A class with rules of its own for new and changed objects.
public protocol ValidationHook: ManagedObject, SendableMetatype {
    /// Called by each save that inserts or updates the object, together with the rules of the model. `isInserted` tells the two apart.
    /// It must not edit anything.
    /// - Throws: the broken rules: a ``BrokenRule``, an ``ObjectValidationError`` for several, or any other error. The save collects
    ///   those of all objects in one ``ObjectValidationError``.
    func validate() throws
}

/// A class with rules of its own for objects that are to be deleted. Deleting loads its objects, where a rule takes them along.
public protocol DeleteValidation: ManagedObject, SendableMetatype {
    /// Called by each save that deletes the object, together with the rule `deny`. It must not edit anything; what the object's
    /// relationships showed is gone.
    /// - Throws: as ``ValidationHook/validate()``
    func validateForDelete() throws
}
