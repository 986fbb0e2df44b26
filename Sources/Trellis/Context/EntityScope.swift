/// One entity in one context: its description, the registry of its table, and the context.
///
/// Each object has the scope of its own entity.
@usableFromInline
final class EntityScope {
    let entity: EntityRuntime
    /// The registered objects of the entity's table. All entities of a hierarchy share it, so a row has one object whichever entity a
    /// fetch names.
    let registry: ObjectRegistry
    /// Whether the context is a child of another one.
    let isOfChild: Bool
    /// nil after the context was released or reset.
    private(set) weak var context: ManagedObjectContext?
    /// How many saves the context has done or merged, from a number on that no other context of the family reaches. Attributes that
    /// SQLite derives are read again after each, and after they were copied from another context.
    @usableFromInline var saves: Int
    /// Whether the context logs changes of the objects, for live results.
    var isFollowed = false
    /// Whether the context notes changes of the objects, for undo.
    var recordsUndo = false

    /// Whether reads of the objects may be observed. Unchecked, because every read asks.
    @usableFromInline @exclusivity(unchecked) var notifiesObservers = false

    init(entity: EntityRuntime, registry: ObjectRegistry, context: ManagedObjectContext) {
        self.entity = entity
        self.registry = registry
        self.context = context
        isOfChild = context.parent != nil
        saves = context.numberInFamily << 32
    }

    /// The identity of the object with a key.
    func id(_ key: Int64, of entity: EntityRuntime) -> ObjectID {
        entity.id(isOfChild ? InheritedKey.key(aboveFor: key) : key)
    }

    /// Separates the objects from their context.
    func leaveContext() {
        context = nil
        isFollowed = false
        recordsUndo = false
        notifiesObservers = false
    }

    /// The registered object of a row, if it is of this entity or of a child. Nothing is read.
    func registered(_ key: Int64) -> ManagedObject? {
        guard let object = registry[key], object.scope.entity.isKind(of: entity) else { return nil }
        return object
    }
}
