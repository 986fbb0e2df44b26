/// The objects of one entity, and of those that inherit from it, in one context.
@usableFromInline
final class EntityScope {
    let entity: EntityRuntime
    /// The objects that the context knows of the entity's table; all entities of a hierarchy share them, so that a row is one
    /// object whichever entity it is asked through.
    let registry: ObjectRegistry
    /// nil once the context is gone, or was reset.
    private(set) weak var context: ManagedObjectContext?
    /// How many saves the context has done. What the database derives is read again after each.
    @usableFromInline var saves = 0

    init(entity: EntityRuntime, registry: ObjectRegistry, context: ManagedObjectContext) {
        self.entity = entity
        self.registry = registry
        self.context = context
    }

    /// Parts the objects from their context.
    func leaveContext() {
        context = nil
    }

    /// The object of a row, if the context knows it and it is one of this entity; no I/O.
    func registered(_ key: Int64) -> ManagedObject? {
        guard let object = registry[key], object.scope.entity.isKind(of: entity) else { return nil }
        return object
    }
}
