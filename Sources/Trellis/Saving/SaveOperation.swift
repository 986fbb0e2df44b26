import GRDB
import SQLiteAccess

/// The statements of one save, within a transaction that the caller holds.
///
/// Keys are checked when the transaction ends, so rows can be written in any order as far as they point at each other. What
/// decides the order is that deleting a row acts on the rows that still point at it, and that a unique value must be
/// given up before another row takes it: members move away first, then comes what goes, then the changes, then what is new.
///
/// A save is first tried as if nobody else had written and no unique value were taken: each statement finds out whether its own
/// row is as it was read. Where one is not, or a value is taken, all is undone and done again with ``runCarefully(on:)``, which
/// looks at everything first, so that what goes well pays nothing for what may go wrong.
final class SaveOperation {
    let inserted: ContiguousArray<ManagedObject>
    private(set) var updated: ContiguousArray<ManagedObject>
    private(set) var deleted: ContiguousArray<ManagedObject>
    /// Objects in conflict that a merge policy keeps, with what their rows hold in the end; nil where a row is gone.
    private(set) var merged: [(object: ManagedObject, stored: ManagedObject?)] = []
    let owners: ContiguousArray<ManagedObject>
    private let policy: MergePolicy
    let baselines: ContiguousArray<Baseline>
    /// What is done to rows that the context does not know, and which of them were deleted and lost keys.
    private let unknown: RowDeletion
    private(set) var unknownDeleted: [ObjectID] = []
    private(set) var unknownUpdated: [ObjectID] = []
    /// Who had rows that the context does not know among its members, and has them no more.
    private(set) var unknownReconnected: Set<ObjectID> = []
    /// The keys that new objects had before this save.
    private let temporaryKeys: [Int64]

    /// What became of conflicts, by their objects.
    private var resolutions: [ObjectIdentifier: ConflictResolver.Resolution] = [:]
    /// Objects whose rows are made again.
    private(set) var madeAgain: ContiguousArray<ManagedObject> = []
    /// Objects that are read again when all is written: a key of theirs is not as they have it.
    private var rewritten: [ManagedObject] = []
    private var cleared: [ObjectIdentifier: (object: ManagedObject, columns: Set<Int>)] = [:]
    private var isCareful = false
    private var failures: [ObjectValidationError.Failure] = []

    /// Something is not as it should be: what it is, a second run finds out.
    struct NeedsCare: Error {}

    init(
        inserted: ContiguousArray<ManagedObject>, updated: ContiguousArray<ManagedObject>,
        deleted: ContiguousArray<ManagedObject>, owners: ContiguousArray<ManagedObject>, policy: MergePolicy,
        baselines: ContiguousArray<Baseline>, unknown: RowDeletion
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.owners = owners
        self.policy = policy
        self.baselines = baselines
        self.unknown = unknown
        temporaryKeys = inserted.map(\.key)
    }

    /// Undoes what a save that failed did to the objects: the keys that it gave were never used.
    func takeBackKeys() {
        for (object, key) in zip(inserted, temporaryKeys) { object.key = key }
    }

    /// - Throws: ``NeedsCare`` where the save has to be run carefully instead; errors of SQLite.
    func run(on database: Database) throws {
        let rows = RowWriter(database)
        let gone = Set(merged.filter { $0.stored == nil }.map { ObjectIdentifier($0.object) })
        let connections = ConnectionWriter(
            owners: owners.filter { !gone.contains(ObjectIdentifier($0)) }, deleted: deleted, gone: gone)
        try assignKeys(database)
        if !resolutions.isEmpty { try completeConnections(database) }
        try connections.disconnect(on: database)
        if !deleted.isEmpty {
            for object in updated { try moveAway(object, rows) }
            try deleteRows(database, rows, connections)
        }
        try writeUpdates(database, rows)
        for object in madeAgain { try makeAgain(object, database, rows) }
        for object in inserted {
            do {
                try insert(object, rows)
            } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                try noteFailure(of: object, error, database)
            }
        }
        if !failures.isEmpty { throw ObjectValidationError(failures: failures) }
        try connections.connect(on: database)
        merged = try (merged.map(\.object) + rewritten).map { ($0, try $0.storedState(in: database)) }
        try notifyObservers(database, connections.tables.union(unknown.tables))
    }

    /// Runs the save when it is known that something is in its way: solves conflicts, or tells all of them; and tells all values
    /// that are not unique.
    /// - Throws: ``ConflictError``, ``ObjectValidationError``; errors of SQLite.
    func runCarefully(on database: Database) throws {
        isCareful = true
        let resolver = ConflictResolver(policy: policy, baselines: baselines, database: database)
        let decisions = try resolver.decide(inserted: inserted, updated: updated, deleted: deleted)
        resolutions = decisions.resolutions
        cleared = decisions.cleared
        rewritten = cleared.values.map(\.object)
        for resolution in resolutions.values {
            if case .delete = resolution.outcome { continue }
            if case .makeAgain = resolution.outcome { madeAgain.append(resolution.object) }
            merged.append((resolution.object, try resolution.object.storedState(in: database)))
        }
        updated.removeAll { yields($0) }
        deleted.removeAll { yields($0) }
        try run(on: database)
    }

    /// Whether nothing of an object is written over its row.
    private func yields(_ object: ManagedObject) -> Bool {
        switch resolutions[ObjectIdentifier(object)]?.outcome {
        case .yield, .makeAgain: true
        case .write, .delete, nil: false
        }
    }

    // MARK: One-to-one relationships

    /// Inserts a new object, without the keys that yield to the store.
    private func insert(_ object: ManagedObject, _ rows: RowWriter) throws {
        let columns = cleared[ObjectIdentifier(object)]?.columns ?? []
        let references = columns.map { ($0, object[_reference: $0]) }
        for column in columns { object[_reference: column] = ToOneReference() }
        // A save that fails leaves the object as it was.
        defer { for (column, reference) in references { object[_reference: column] = reference } }
        try rows.insert(object)
    }

    /// Leads the other ends of what is written over others' changes back, and parts them from the partners that they have there.
    private func completeConnections(_ database: Database) throws {
        let scopes = resolutions.values.first?.object.scope.context?.scopes ?? []
        let entities = scopes.map(\.entity)
        let saved = updated + inserted + madeAgain
        // A row that this save deletes keeps the version by which it is deleted.
        var halves = OtherHalves(saved + deleted.filter { !yields($0) }, database)
        for entity in entities {
            for relationship in entity.toOne where relationship.isOwnInverse && relationship.destination == entity.index {
                var partners: [Int64: Int64] = [:]
                for object in saved where object.scope.entity.isKind(of: entity) {
                    let isWritten =
                        object.isInserted
                        ? cleared[ObjectIdentifier(object)]?.columns.contains(relationship.column) != true
                        : madeAgain.contains { $0 === object } || columns(of: object).contains(relationship.column)
                    if isWritten { partners[object.key] = object[_reference: relationship.column].currentKey }
                }
                if !partners.isEmpty { try halves.complete(relationship, of: entity, partners, entities) }
            }
        }
        let known = Set(saved.map(\.objectID))
        unknownUpdated += halves.changed.subtracting(known)
        let registered = Set(rewritten.map(ObjectIdentifier.init)).union(merged.map { ObjectIdentifier($0.object) })
        for id in halves.changed {
            guard let index = entities.firstIndex(where: { $0.descriptor.name == id.entity }),
                let object = scopes[index].registry[id.key], object.state == .saved, !registered.contains(ObjectIdentifier(object))
            else { continue }
            rewritten.append(object)
        }
    }

    // MARK: Keys

    /// Gives new objects the keys that SQLite would give them, in their order, before the first is written: they may point
    /// at each other in circles.
    private func assignKeys(_ database: Database) throws {
        var last = [Int64?](repeating: nil, count: inserted.first?.scope.context?.scopes.count ?? 0)
        for object in inserted {
            let entity = object.scope.entity
            let previous = try last[entity.root] ?? Self.lastKey(of: entity, database)
            let (key, isTooLarge) = previous.addingReportingOverflow(1)
            if isTooLarge { throw StoreError.noKeysLeft(table: entity.descriptor.table) }
            object.key = key
            last[entity.root] = key
        }
    }

    private static func lastKey(of entity: EntityRuntime, _ database: Database) throws -> Int64 {
        let statement = try database.rawStatement(entity.selectLastKey)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    // MARK: Rows

    /// Has a row lose its changed keys ahead of its update: what is deleted next must not take along what has left it.
    private func moveAway(_ object: ManagedObject, _ rows: RowWriter) throws {
        // A key that a merge policy leaves to the store stays.
        let written = resolutions[ObjectIdentifier(object)] == nil ? nil : Set(columns(of: object))
        for relationship in object.scope.entity.toOne
        where written?.contains(relationship.column) ?? object.changes.contains(relationship.column) {
            try rows.cut(relationship.column, of: object)
        }
    }

    private func deleteRows(_ database: Database, _ rows: RowWriter, _ connections: ConnectionWriter) throws {
        // An object that is not deleted after all may leave others with their keys; those of the rest are cleared by the delete.
        if !resolutions.values.contains(where: { $0.object.state == .deleted && yields($0.object) }) {
            unknownUpdated += try unknown.clearKeys(on: database)
        }
        let owners = try unknown.owners(on: database)
        let order = DeletionOrder(of: deleted)
        for (holder, column) in order.cuts { try rows.cut(column, of: holder) }
        if unknown.needsLevels {
            try unknown.deleteLevels(of: deleted, on: database)
        } else {
            try connections.disconnectDeleted(on: database)
            for object in order.sorted { try delete(object, rows) }
        }
        unknownDeleted = try unknown.gone(from: database)
        unknownReconnected = unknown.reconnected(owners, by: unknownDeleted)
    }

    private func delete(_ object: ManagedObject, _ rows: RowWriter) throws {
        let version = resolutions[ObjectIdentifier(object)]?.version ?? object.rowVersion
        if try rows.delete(object, ifOfVersion: version) { return }
        if !isCareful { throw NeedsCare() }
        // Versions were checked before: a row that is gone was deleted with another one, and a statement of this save has raised the
        // version of a row that exists.
        if let raised = try rows.version(of: object), try raised == version || !rows.delete(object, ifOfVersion: raised) {
            throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table)
        }
    }

    /// Writes the updates. A row that takes a value which another one has is refused; where that one is to get another value it
    /// gives up its own first, and then both can be written, in circles of any length.
    private func writeUpdates(_ database: Database, _ rows: RowWriter) throws {
        var waiting = updated
        var givenUp: [ObjectIdentifier: Set<Int>] = [:]
        while !waiting.isEmpty {
            var refused: [(object: ManagedObject, error: SQLiteError)] = []
            for object in waiting {
                do {
                    try update(object, rows)
                } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                    refused.append((object, error))
                }
            }
            var hasProgress = refused.count < waiting.count
            for (object, error) in refused {
                let written = Set(columns(of: object)).subtracting(givenUp[ObjectIdentifier(object)] ?? [])
                let columns = UniquenessFailure.columns(error, of: object).filter(written.contains)
                if columns.isEmpty { continue }
                hasProgress = true
                givenUp[ObjectIdentifier(object), default: []].formUnion(columns)
                try rows.giveUp(columns, of: object)
            }
            if !hasProgress {
                for (object, error) in refused { try noteFailure(of: object, error, database) }
                return
            }
            waiting = ContiguousArray(refused.map(\.object))
        }
    }

    private func update(_ object: ManagedObject, _ rows: RowWriter) throws {
        let isWritten =
            switch resolutions.isEmpty ? nil : resolutions[ObjectIdentifier(object)] {
            case let resolution?: try rows.update(object, columns(of: object), ifOfVersion: resolution.version)
            case nil: try rows.update(object)
            }
        if isWritten { return }
        if !isCareful { throw NeedsCare() }
        let version = resolutions[ObjectIdentifier(object)]?.version ?? object.rowVersion
        guard let raised = try rows.version(of: object) else {
            // A user-defined trigger has deleted the row since its version was checked.
            throw ConflictError(conflicts: [
                .init(objectID: object.objectID, kind: .deleted, readVersion: object.rowVersion)
            ])
        }
        // A statement of this save has raised the version since it was checked: it disconnected the row from one that is deleted.
        if try raised == version || !rows.update(object, columns(of: object), ifOfVersion: raised) {
            throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table)
        }
        if !merged.contains(where: { $0.object === object }) { rewritten.append(object) }
    }

    /// The columns that are written of an updated object.
    private func columns(of object: ManagedObject) -> [Int] {
        if case .write(let columns) = resolutions[ObjectIdentifier(object)]?.outcome { return columns }
        return object.scope.entity.writtenColumns(of: object.changes).filter(object.isLoaded)
    }

    private func makeAgain(_ object: ManagedObject, _ database: Database, _ rows: RowWriter) throws {
        do {
            try rows.insert(object)
            // No other context has read this version of it, whatever it has read.
            try rows.setVersion(object.rowVersion + 1 << 32, of: object)
        } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
            try noteFailure(of: object, error, database)
        }
    }

    // MARK: Unique values

    private lazy var newObjects = Dictionary(
        inserted.enumerated().map { (RowPlace($1.scope.entity.root, $1.key), $0) }, uniquingKeysWith: { first, _ in first })
    private var uniqueKeys: UniqueKeys?

    private struct RowPlace: Hashable {
        let root: Int
        let key: Int64

        init(_ root: Int, _ key: Int64) {
            (self.root, self.key) = (root, key)
        }
    }

    /// Notes that an object's values are not unique, with all keys that it breaks.
    private func noteFailure(of object: ManagedObject, _ error: SQLiteError, _ database: Database) throws {
        if !isCareful { throw NeedsCare() }
        let keys = uniqueKeys ?? UniqueKeys(database)
        uniqueKeys = keys
        let clashes = try keys.clashes(of: object)
        // Something else than a key of the object's own row was in the way: a trigger's statement.
        if clashes.isEmpty { throw error }
        let (root, entity) = (object.scope.entity.root, object.scope.entity.descriptor.name)
        failures += clashes.map { clash in
            UniquenessFailure.failure(
                of: object, identity(ifFailed: root, entity, object.key), clash.columns,
                other: identity(ifFailed: root, clash.otherEntity, clash.otherKey))
        }
    }

    /// The identity that an object has once the save has failed.
    private func identity(ifFailed root: Int, _ entity: String, _ key: Int64) -> ObjectID {
        ObjectID(entity: entity, key: newObjects[RowPlace(root, key)].map { temporaryKeys[$0] } ?? key)
    }

    /// Statements stepped by hand are invisible to GRDB's observations: they are told of the tables that changed.
    private func notifyObservers(_ database: Database, _ others: Set<String>) throws {
        var entities = Set<Int>()
        var last = -1
        for object in [inserted, updated, deleted, madeAgain].joined() where object.scope.entity.root != last {
            last = object.scope.entity.root
            entities.insert(last)
        }
        let scopes = (inserted.first ?? updated.first ?? deleted.first ?? madeAgain.first)?.scope.context?.scopes ?? []
        let tables = Set(entities.map { scopes[$0].entity.descriptor.table }).union(others)
        for table in tables.sorted() { try database.notifyChanges(in: Table(table)) }
    }
}
