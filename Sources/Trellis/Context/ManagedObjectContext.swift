import GRDB
import SQLiteAccess

/// A person's desk: objects of a store, and what was changed in them since the last save.
///
/// A context and its objects stay in one isolation domain. What others save is seen by the context's next fetch of rows that
/// it does not know; objects that it knows keep the values they have.
public final class ManagedObjectContext {
    let coordinator: StoreCoordinator
    /// The container, but for the context that this holds itself: each would keep the other for ever.
    private let heldContainer: PersistentContainer?
    private weak var holder: PersistentContainer?
    /// The context's own connection for reading, once it is open; in memory the one connection of the store.
    private var openReader: DatabaseQueue?
    private(set) var scopes: [EntityScope] = []
    /// The known objects of each table, by the place of its root entity.
    private(set) var registries: [ObjectRegistry] = []

    /// Objects with changes, in the order in which they came; each stands here once, and its state decides what it is.
    var inserted: ContiguousArray<ManagedObject> = []
    var updated: ContiguousArray<ManagedObject> = []
    var deleted: ContiguousArray<ManagedObject> = []
    /// How many of the new objects are gone again, and still listed.
    var takenBack = 0
    /// What deletes do to rows that the context does not know.
    var pendingDeletion = PendingDeletion()
    /// Objects whose members changed, where a save has to check or to write something for that.
    var memberChanges: ContiguousArray<ManagedObject> = []
    /// How many objects relationships have loaded or held since the last look for such as only hold each other, and how many
    /// objects that has left.
    var relationshipLoads = 0
    var countAfterCollection = 0

    /// What a save does where others have saved or deleted the same rows.
    public var mergePolicy = MergePolicy.error
    /// What changed columns held before, in the order of the changes; of a column that is there twice the last one counts.
    var baselines: ContiguousArray<Baseline> = []
    var wideBaselines: Set<WideColumn> = []

    /// How often something was deleted: relationships that nothing leads back along look for deleted members by it.
    var deletions = 0
    /// How often somebody else was found to have deleted something: relationships in tables of their own look for it.
    var foreignDeletions = 0

    /// Objects that are to be told that they were made of rows, and whether they are being told.
    var awakening: [ManagedObject] = []
    var isAwakening = false
    /// Objects that were told, in the delete that is on its way, that they are going to be deleted.
    var prepared: Set<ManagedObject> = []
    /// Who the context is, for others.
    let token = ContextToken()
    /// What others have saved, where the context takes it over by itself.
    var inbox: SaveInbox?
    /// Whether a save is on its way, which hooks must not begin another one in.
    var isSaving = false

    /// Who is told of the statements that the context runs; nil while nobody is.
    var monitor: StatementMonitor?

    private var lastTemporaryKey: Int64 = 0
    /// What went wrong where nothing could be thrown: while a relationship was loaded.
    private var rememberedError: StoreError?

    convenience init(container: PersistentContainer, reader: DatabaseQueue) {
        self.init(container.coordinator, holding: container, reader: reader)
    }

    /// A context that its container holds.
    /// It opens its connection at its first statement.
    convenience init(heldBy container: PersistentContainer) {
        self.init(container.coordinator, holding: nil, reader: nil)
        holder = container
    }

    private init(_ coordinator: StoreCoordinator, holding container: PersistentContainer?, reader: DatabaseQueue?) {
        self.coordinator = coordinator
        heldContainer = container
        openReader = reader
        monitor = coordinator.observers.isEmpty ? nil : StatementMonitor(coordinator.observers)
        makeStores()
    }

    deinit {
        partFromObjects()
        if let openReader { coordinator.giveBack(openReader) }
    }

    /// The context's own connection for reading; it is opened here if that has not happened.
    var reader: DatabaseQueue {
        get throws {
            if let openReader { return openReader }
            let reader = try coordinator.takeReader()
            openReader = reader
            return reader
        }
    }

    private func makeStores() {
        registries = coordinator.model.entities.map { _ in ObjectRegistry() }
        scopes = coordinator.model.entities.map {
            EntityScope(entity: $0, registry: registries[$0.root], context: self)
        }
    }

    /// Loaded relationships are cycles of strong references; without this they would outlive the context. So are objects and
    /// the table that they are registered in.
    private func partFromObjects() {
        for object in registries.flatMap(\.objects) + inserted {
            object.memberStorages = []
            object.forgetDestinations()
        }
        for object in memberChanges { object.memberStorages = [] }
        for registry in registries { registry.unregisterAll() }
    }

    /// The container of the store that the context is over.
    public var container: PersistentContainer {
        // Of a view context that outlives its container only the store is left.
        heldContainer ?? holder ?? PersistentContainer(coordinator)
    }

    /// Forgets all objects and all changes, as if the context were new.
    ///
    /// Objects of before are as those of a context that is gone: their attributes can still be read, their relationships lead
    /// nowhere, changes go nowhere, and their ``ManagedObject/managedObjectContext`` is nil. Find them anew by their ids.
    public func reset() {
        partFromObjects()
        for scope in scopes { scope.leaveContext() }
        for object in inserted { object.state = .gone }
        forgetChanges()
        makeStores()
    }

    /// Empties the lists of changes; what the objects themselves know of theirs is the caller's business.
    func forgetChanges() {
        for object in updated { object.isListed = false }
        for object in memberChanges { object.hasMemberChanges = false }
        inserted.removeAll()
        takenBack = 0
        updated.removeAll()
        deleted.removeAll()
        memberChanges.removeAll()
        baselines.removeAll()
        wideBaselines.removeAll()
        forgetPendingDeletion()
        rememberedError = nil
    }

    // MARK: Changes

    /// The objects that the next save inserts.
    public var insertedObjects: [ManagedObject] { inserted.filter { $0.state == .inserted } }

    /// The objects that the next save updates.
    public var updatedObjects: [ManagedObject] { updated.filter { $0.isUpdated } }

    /// The objects that the next save deletes, of those that the context knows: what else a rule takes along is not loaded for it.
    public var deletedObjects: [ManagedObject] { deleted.filter { $0.state == .deleted } }

    /// The objects that the context knows: those that are in use or have changes, and some that it has not let go of yet.
    public var registeredObjects: [ManagedObject] { registries.flatMap(\.objects) + insertedObjects }

    /// Whether the next save has anything to do.
    public var hasChanges: Bool {
        inserted.contains { $0.state == .inserted } || updated.contains { $0.isUpdated }
            || deleted.contains { $0.state == .deleted } || memberChanges.contains { $0.hasConnectionChanges }
    }

    // MARK: For objects

    /// For generated code: what new objects are made of. Nothing is ever read from it, or kept in it.
    @_spi(Generated) public var _insertion: RowReader {
        get { RowReader(insertingThrough: scopes[0]) }
        set {}
    }

    func scope(forNew type: ManagedObject.Type) -> EntityScope {
        guard let entity = coordinator.model.entity(of: type) else {
            // A class of another model is a mistake in the program: no caller could do anything about it.
            preconditionFailure("\(type) is not an entity of the model '\(coordinator.model.descriptor.name)'")
        }
        precondition(!entity.descriptor.isAbstract, "\(type) is abstract: make an object of a class that inherits from it")
        return scopes[entity.index]
    }

    /// - Throws: ``StoreError/notInModel(entity:model:)``
    func scope(of type: ManagedObject.Type) throws -> EntityScope {
        guard let entity = coordinator.model.entity(of: type) else {
            throw StoreError.notInModel(entity: "\(type)", model: coordinator.model.descriptor.name)
        }
        return scopes[entity.index]
    }

    func takeTemporaryKey() -> Int64 {
        lastTemporaryKey -= 1
        return lastTemporaryKey
    }

    func remember(_ error: any Error) {
        rememberedError = rememberedError ?? StoreError(error)
    }

    /// Throws what a relationship could not throw when it was loaded, once.
    func throwRememberedError() throws {
        guard let error = rememberedError else { return }
        rememberedError = nil
        throw error
    }
}
