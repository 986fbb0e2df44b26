// Code of yours that runs when something happens to an object. Each generated class has a type `Hooks`. An extension conforms that type
// to the protocols that it needs:
//
//     extension Attachment.Hooks: DeleteHook {
//         static func prepareForDeletion(_ attachment: Attachment) throws { ... }
//     }
//
// A class has the hooks of its ancestors too; theirs run first. The library looks for conformances once for each class, when a store is
// opened, so classes without hooks cost nothing. Conformances belong to no actor: hooks run in the isolation domain of the context.

/// The hooks of one class: the type `Hooks` in each generated class conforms to it.
public protocol EntityHooks<Object>: SendableMetatype {
    /// The class.
    associatedtype Object: ManagedObject
}

/// Code that runs for each new object.
public protocol InsertHook: EntityHooks {
    /// Called at the end of the initializer, when the object has the values that were passed.
    ///
    /// It may edit, create and delete any object.
    static func awakeFromInsert(_ object: Object)
}

/// Code that runs for each object that is created from a row.
public protocol FetchHook: EntityHooks {
    /// Called before any other code sees the object, and again after a refresh that discards changes: the object then has the values
    /// of its row, as if it had just been fetched.
    ///
    /// Set transient attributes here. Edits are changes like any others. For objects that the hook loads itself, hooks run after it.
    /// It must not save.
    static func awakeFromFetch(_ object: Object)
}

/// Code that runs before an object is saved.
public protocol SaveHook: EntityHooks {
    /// Called by each save that inserts or updates the object, before any check and any write.
    ///
    /// It may edit, create and delete any object. It must not save. A save calls it once for each object: an edit of the object itself,
    /// or a later one by another hook, does not call it again. Objects that hooks change or create are called too.
    /// - Throws: any error; the save throws it and writes nothing.
    static func willSave(_ object: Object) throws
}

/// Code that runs before an object is saved whose members have changed.
///
/// A ``SaveHook`` is called for objects whose own row is written. Conform to this protocol in its place, and `willSave` is called also if a
/// to-many relationship of the object has got or lost members, as Core Data does. Edits of members that stay members do not count, and
/// neither do members that come back before the save. A save reads the owners that the context has no objects for.
public protocol MembershipHook: SaveHook {
    /// Whether a save that gives the object other members raises the version of its row, so that another context which changes the object
    /// or its members meets a ``ConflictError``. False by default: two contexts can add members without a conflict.
    static var raisesVersionWithMembers: Bool { get }
}

extension MembershipHook {
    public static var raisesVersionWithMembers: Bool { false }
}

/// Code that runs after an object was saved.
public protocol SavedHook: EntityHooks {
    /// Called by each save that has inserted, updated or deleted the object's row, after the transaction, when all objects have the
    /// values of the store. `isDeleted` tells a deleted object. Rows that the context does not know are deleted without a call.
    ///
    /// It may edit objects; the next save writes that. It must not save.
    static func didSave(_ object: Object)
}

/// Code that runs before an object is deleted. Objects with this hook are always loaded when a delete rule reaches them.
public protocol DeleteHook: EntityHooks {
    /// Called by the delete that reaches the object, before any deletion, while relationships still have their members.
    ///
    /// It may edit, create and delete any object. After all calls, delete rules are followed again: an object that a hook moves to
    /// another owner stays, though its hook has run.
    /// - Throws: any error; the delete throws it and deletes nothing.
    static func prepareForDeletion(_ object: Object) throws
}

/// Rules in code for new and changed objects.
public protocol ValidationHook: EntityHooks {
    /// Called by each save that inserts or updates the object, with the rules of the model. `isInserted` tells a new object.
    /// It must not edit anything.
    /// - Throws: the broken rules: a ``BrokenRule``, an ``ObjectValidationError`` for several, or any other error. The save collects
    ///   those of all objects in one ``ObjectValidationError``.
    static func validate(_ object: Object) throws
}

/// Rules in code for objects that are about to be deleted. Such objects are always loaded when a delete rule reaches them.
public protocol DeleteValidation: EntityHooks {
    /// Called by each save that deletes the object, with the rule `deny`. It must not edit anything. The object's relationships are
    /// empty.
    /// - Throws: as ``ValidationHook/validate(_:)``
    static func validateForDelete(_ object: Object) throws
}
