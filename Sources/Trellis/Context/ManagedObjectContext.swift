import GRDB
import SQLiteAccess

/// The workspace in which you read, change and save objects.
///
/// A context and its objects stay in one isolation domain. A fetch shows what other contexts and processes have saved in rows that the
/// context has no object for; registered objects keep their values until they are refreshed.
public final class ManagedObjectContext {
    let coordinator: StoreCoordinator
    /// The container; nil for the context that the container holds itself, which would be a cycle.
    private let heldContainer: PersistentContainer?
    private weak var holder: PersistentContainer?
    /// The context's own connection for reading, if it is open. A store in memory has one connection for all.
    private var openReader: ReadConnection?
    /// The connection that writes, while a batch insert creates its objects in this context.
    var batchConnection: Database?
    @exclusivity(unchecked) private(set) var scopes: [EntityScope] = []
    /// The registered objects of each table, by the number of its root entity.
    private(set) var registries: [ObjectRegistry] = []

    /// The context that this one is over; nil for a context over a store. A child saves into it: see ``makeChild()``.
    public let parent: ManagedObjectContext?
    /// The contexts over this one.
    var children = ChildContexts()
    /// The keys that the store has given to objects that were new above when this context took them over, by the keys before.
    var savedKeys: [Int: [Int64: Int64]] = [:]
    /// 0 for a context over a store, and another number for each context over that.
    let numberInFamily: Int

    // Each new object is noted here.
    @exclusivity(unchecked) var changeSet = ChangeSet()
    var originalValues = OriginalValues()
    /// What deletions do to rows that the context has no object for.
    var pendingDeletion = PendingDeletion()
    var deletions = DeletionCounts()
    var hookState = HookState()
    var collectionPace = CollectionPace()
    /// What can be undone; nil while undo is off.
    var undoHistory: UndoHistory?
    private var rememberedError = RememberedError()
    @exclusivity(unchecked) private var lastTemporaryKey: Int64 = 0
    private var lastNumberInFamily = 0

    /// How a save decides if another save has changed or deleted the same rows.
    public var mergePolicy = MergePolicy.error
    /// What a save does with a new object whose unique values another row has. A child context saves into its parent, whose policy counts.
    public var uniqueKeyPolicy = UniqueKeyPolicy.error
    /// The author of this context's saves and batches, which the change history records: the name of an app or an extension, or of a
    /// part of it.
    public var transactionAuthor: String?
    /// A name for the context, which the change history records.
    public var name: String?
    /// A save on a cluster whose fate is not known.
    var uncertainSave: SaveID?
    /// Whether the context belongs to ``PersistentContainer/performRead(_:)``.
    var onlyReads = false
    /// Identifies the context for other isolation domains.
    let token = ContextToken()
    /// The changes of other contexts, if this one merges them automatically.
    var inbox: SaveInbox?
    /// The live results of the context; nil without live results.
    var resultsFollower: ResultsFollower?
    /// The objects that `withObservationTracking` observes.
    let observation = ContextObservation()
    /// Wakes the loops that wait for changes of live results.
    let wakeUp = WakeUp()
    /// Brings live results up to date on the context's actor; nil if it belongs to none.
    var automaticProcessing: AutomaticProcessing?
    /// Reports the context's statements; nil without observers.
    var monitor: StatementMonitor?

    convenience init(container: PersistentContainer, reader: ReadConnection) {
        self.init(container.coordinator, holding: container, reader: reader)
    }

    /// A context that its container holds.
    /// It opens its connection at its first statement.
    convenience init(heldBy container: PersistentContainer) {
        self.init(container.coordinator, holding: nil, reader: nil)
        holder = container
    }

    /// A context for the objects of a batch insert, which reads on the connection that writes.
    convenience init(forBatchOf context: ManagedObjectContext, on connection: Database) {
        self.init(context.coordinator, holding: nil, reader: nil)
        holder = context.container
        batchConnection = connection
        monitor = context.monitor
    }

    /// A context over another one. It opens its connection at its first statement.
    convenience init(childOf parent: ManagedObjectContext) {
        self.init(parent.coordinator, holding: nil, reader: nil, childOf: parent)
        holder = parent.container
        notifiesObservers = parent.notifiesObservers
    }

    private init(
        _ coordinator: StoreCoordinator, holding container: PersistentContainer?, reader: ReadConnection?,
        childOf parent: ManagedObjectContext? = nil
    ) {
        self.coordinator = coordinator
        self.parent = parent
        numberInFamily = parent?.takeNumberInFamily() ?? 0
        heldContainer = container
        openReader = reader
        monitor = coordinator.observers.isEmpty ? nil : StatementMonitor(coordinator.observers)
        createScopes()
    }

    deinit {
        releaseObjects()
        if let openReader { coordinator.giveBack(openReader) }
    }

    /// The context's own connection for reading; it is opened here if that has not happened.
    private var reader: ReadConnection {
        get throws {
            if let openReader { return openReader }
            let reader = try coordinator.takeReader()
            openReader = reader
            return reader
        }
    }

    /// Lets `body` read on the context's connection.
    func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let batchConnection { return try body(batchConnection) }
        return try reader.read(body)
    }

    /// Lets `body` bind and step a query on the context's connection, and resets it.
    func querying<Result>(_ sql: String, _ body: (RawStatement) throws -> Result) throws -> Result {
        if let batchConnection { return try batchConnection.query(sql, body) }
        return try reader.query(sql, body)
    }

    /// Creates an empty registry for each table and a scope for each entity.
    private func createScopes() {
        registries = coordinator.model.entities.map { _ in ObjectRegistry() }
        scopes = coordinator.model.entities.map {
            EntityScope(entity: $0, registry: registries[$0.root], context: self)
        }
        if observation.isEnabled { notifiesObservers = true }
        for scope in scopes { scope.recordsUndo = undoHistory != nil }
    }

    /// Breaks the cycles of strong references between objects that loaded relationships are, and between objects and their registry.
    /// They would outlive the context.
    private func releaseObjects() {
        for object in registries.flatMap(\.objects) + changeSet.listedNewObjects {
            object.memberStorages = []
            object.forgetDestinations()
        }
        for object in changeSet.listedOwners { object.memberStorages = [] }
        for registry in registries { registry.unregisterAll() }
    }

    /// The container of the store that the context is over.
    public var container: PersistentContainer {
        // A view context that outlives its container still has the store.
        heldContainer ?? holder ?? PersistentContainer(coordinator)
    }

    /// Forgets all objects and all changes, as if the context were new.
    ///
    /// Its children forget theirs as well. Earlier objects have no context any more: their attributes can still be read, their relationships are empty, no save writes
    /// their changes, and their ``ManagedObject/managedObjectContext`` is nil. Find the objects again by their ids.
    public func reset() {
        for child in children.all { child.reset() }
        savedKeys = [:]
        uncertainSave = nil
        observation.reportReset()
        clearUndo()
        releaseObjects()
        for scope in scopes { scope.leaveContext() }
        for object in changeSet.listedNewObjects { object.state = .gone }
        forgetChanges()
        createScopes()
        noteFollowing()
        noteForResults {
            $0.forgetObjects()
            $0.noteIncomplete()
        }
        followCompleted()
    }

    /// Empties the change set. The caller resets the change masks of the objects.
    func forgetChanges() {
        // Released at the end: the values of objects may run code that uses the context.
        let former = changeSet
        former.clearMarks()
        changeSet = ChangeSet()
        for registry in registries { registry.forgetUnsavedKeys() }
        originalValues.removeAll()
        forgetPendingDeletion()
        _ = rememberedError.take()
        withExtendedLifetime(former) {}
    }

    // MARK: Changes

    /// The objects that the next save inserts.
    public var insertedObjects: [ManagedObject] { Array(changeSet.insertedObjects) }

    /// The objects that the next save updates.
    public var updatedObjects: [ManagedObject] { Array(changeSet.updatedObjects) }

    /// The registered objects that the next save deletes. Cascades may delete further rows, for which no objects are loaded.
    public var deletedObjects: [ManagedObject] { Array(changeSet.deletedObjects) }

    /// The objects that the context holds: those that are in use or have changes, and some that it has not released yet.
    public var registeredObjects: [ManagedObject] { registries.flatMap(\.objects) + insertedObjects }

    /// Whether the next save writes anything.
    public var hasChanges: Bool { changeSet.hasChanges }

    // MARK: For objects

    /// For generated code: a reader without a row, from which initializers create new objects.
    @_spi(Generated) public var _insertion: RowReader {
        get { RowReader(insertingThrough: scopes[0]) }
        set {}
    }

    func scope(forNew type: ManagedObject.Type) -> EntityScope {
        guard let entity = coordinator.model.entity(of: type) else {
            // A class of another model is a mistake in the program that no caller could handle.
            stopProgram(
                "\(type) is not an entity of the model '\(coordinator.model.descriptor.name)': "
                    + "create its objects in a context of a store of its own model")
        }
        require(!entity.descriptor.isAbstract, "\(type) is abstract: make an object of a class that inherits from it")
        return scopes[entity.index]
    }

    /// - Throws: ``StoreError/notInModel(entity:model:)``
    func scope(of type: ManagedObject.Type) throws -> EntityScope {
        guard let entity = coordinator.model.entity(of: type) else {
            throw StoreError.notInModel(entity: "\(type)", model: coordinator.model.descriptor.name)
        }
        return scopes[entity.index]
    }

    /// A key for a new object. A context and its children have one sequence, so that an object keeps its key when a child saves it.
    func takeTemporaryKey() -> Int64 {
        if let parent { return parent.takeTemporaryKey() }
        lastTemporaryKey -= 1
        return lastTemporaryKey
    }

    private func takeNumberInFamily() -> Int {
        if let parent { return parent.takeNumberInFamily() }
        lastNumberInFamily += 1
        return lastNumberInFamily
    }

    func remember(_ error: any Error) {
        rememberedError.note(error)
    }

    /// Throws the error of a relationship that could not be loaded, once.
    func throwRememberedError() throws {
        if let error = rememberedError.take() { throw error }
    }
}
