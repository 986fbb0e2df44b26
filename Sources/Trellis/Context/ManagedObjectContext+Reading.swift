import GRDB
import SQLiteAccess

extension ManagedObjectContext {
    /// The object with an identity; nil if it does not exist, or the identity is of another store. Nothing is read for a registered object.
    /// - Throws: ``StoreError``
    public func find<Object: ManagedObject>(_ type: Object.Type, _ id: ObjectID) throws -> Object? {
        try coordinator.checkOpen()
        try mergeWaitingChanges()
        let entity = try scope(of: type).entity
        // The identity may name another entity of the hierarchy; the row names its own.
        let named = id.entity == entity.descriptor.name ? entity : coordinator.model.entity(named: id.entity)
        guard let named, named.root == entity.root, id.isOf(store: coordinator.storeUUID),
            let object = try object(in: scopes[entity.root], key: ownKey(of: id)), !object.isRemoved,
            object.scope.entity.isKind(of: entity), object.scope.entity.isKind(of: named)
        else { return nil }
        return unsafeDowncast(object, to: Object.self)
    }

    /// The objects with several identities, in the order of these, without those that do not exist. One query reads all rows that the
    /// context has no object for.
    /// - Throws: ``StoreError``
    public func find<Object: ManagedObject>(_ type: Object.Type, _ ids: some Sequence<ObjectID>) throws -> [Object] {
        try coordinator.checkOpen()
        try throwRememberedError()
        try mergeWaitingChanges()
        let entity = try scope(of: type).entity
        let root = scopes[entity.root]
        var named: (name: String, entity: EntityRuntime?) = (entity.descriptor.name, entity)
        var wanted = [(key: Int64, entity: EntityRuntime)]()
        for id in ids {
            if id.entity != named.name { named = (id.entity, coordinator.model.entity(named: id.entity)) }
            if let entity = named.entity, entity.root == root.entity.index, id.isOf(store: coordinator.storeUUID) { wanted.append((ownKey(of: id), entity)) }
        }
        // Held until they are in the list, because nothing else may hold them yet.
        let loaded = try load(wanted.lazy.map(\.key), in: root, for: .fetch)
        return try withExtendedLifetime(loaded) {
            try wanted.compactMap { key, named in
                // A saved object is registered now, or does not exist; a temporary key belongs to a new object.
                guard let object = key > 0 ? root.registered(key) : try self.object(in: root, key: key), !object.isRemoved,
                    object.scope.entity.isKind(of: entity), object.scope.entity.isKind(of: named)
                else { return nil }
                return unsafeDowncast(object, to: Object.self)
            }
        }
    }

    /// Reads the rows that the context has no object for, in one query.
    /// - Returns: the new objects. The caller must hold them until something else does.
    func load(
        _ keys: some Sequence<Int64>, in scope: EntityScope, for purpose: StatementRecord.Purpose
    ) throws -> [ManagedObject] {
        var (missing, adopted) = ([Int64](), [ManagedObject]())
        for key in keys where key > 0 && scope.registry[key] == nil {
            switch parent == nil ? nil : inherited(key, root: scope.entity.root) {
            case .object(let other)? where scopes[other.scope.entity.index].entity.isKind(of: scope.entity): adopted.append(adopt(other))
            case .object?, .removed?: break
            case nil: missing.append(key)
            }
        }
        if missing.isEmpty { return adopted }
        return try adopted + objects(in: scope, sql: scope.entity.selectByKeys, for: purpose) { try $0.bind(KeyStatements.json(missing), at: 1) }
    }

    /// The object of a row, if it is of the scope's entity: the registered one, or a new one.
    func object(in scope: EntityScope, key: Int64) throws -> ManagedObject? {
        if let known = scope.registered(key) { return known }
        if key < 0, let new = changeSet.newObject(withKey: key) { return new.scope.entity.isKind(of: scope.entity) ? new : nil }
        if parent != nil { return try inheritedObject(in: scope, key: key) }
        return key < 0 ? nil : try storedObject(in: scope, key: key)
    }

    /// The object of a row of the store.
    func storedObject(in scope: EntityScope, key: Int64) throws -> ManagedObject? {
        var found: ManagedObject?
        try rows(in: scope, sql: scope.entity.selectByKey, for: .fault, bind: { try $0.bind(key, at: 1) }) { object, _ in found = object }
        return found
    }

    /// The objects of the rows of a query, which selects the columns that row readers expect. A registered object keeps its values.
    func objects(
        in scope: EntityScope, sql: String, for purpose: StatementRecord.Purpose = .relationship, bind: (RawStatement) throws -> Void
    ) throws -> [ManagedObject] {
        var objects = [ManagedObject]()
        try rows(in: scope, sql: sql, for: purpose, bind: bind) { object, _ in objects.append(object) }
        return objects
    }

    /// The members of several owners, with the owners' keys.
    /// - Parameter sql: a query with the keys as its parameter, that selects an owner's key after the columns of a row reader.
    func members(in scope: EntityScope, sql: String, of owners: [Int64]) throws -> [(owner: Int64, member: ManagedObject)] {
        let place = Int32(scope.entity.selectedColumns.count)
        var members = [(owner: Int64, member: ManagedObject)]()
        try rows(in: scope, sql: sql, for: .prefetch, bind: { try $0.bind(KeyStatements.json(owners), at: 1) }) { object, statement in
            members.append((statement.integer(at: place), object))
        }
        return members
    }

    /// Calls `body` with the object of each row. `body` must hold the objects, because nothing else may.
    @inline(__always)
    func rows(
        in scope: EntityScope, sql: String, for purpose: StatementRecord.Purpose, bind: (RawStatement) throws -> Void,
        _ body: (ManagedObject, RawStatement) throws -> Void
    ) throws {
        /// New objects with hooks or pending keys. They are handled even if a later row cannot be read: no later fetch reads them again.
        var new = [ManagedObject]()
        defer {
            if !pendingDeletion.clears.isEmpty { releaseCleared(new) }
            awake(new)
        }
        try query(sql, for: purpose) { statement in
            try bind(statement)
            if let hierarchy = scope.entity.hierarchy {
                return try read(statement, in: scope, of: hierarchy, &new, body)
            } else {
                return try read(statement, in: scope, &new, body)
            }
        }
        if scope.registry.sweepIfGrown() { collectCyclesIfGrown() }
    }

    /// Reads one column of an object's row, at position 1 of the query.
    /// - Throws: ``StoreError``, also if the row does not exist or the value does not fit.
    func read(_ column: ColumnIndex, of object: ManagedObject, _ body: (inout RowReader) throws -> Void) throws {
        let entity = object.scope.entity
        try query(entity.select(column), for: .fault) { statement in
            try statement.bind(object.key, at: 1)
            guard try statement.step() else { throw StoreError.rowDeleted(object.objectID) }
            var row = RowReader(statement: statement, scope: object.scope)
            try body(&row)
            if row.hasFailed { throw row.failure(named: entity.columns[column].name) }
            return 1
        }
    }

    /// Whether a query with two keys returns a row.
    func hasRow(_ sql: String, _ first: Int64, _ second: Int64) throws -> Bool {
        try keys(sql, first, second).isEmpty == false
    }

    /// The integers in the first column of a query with keys as its parameters.
    func keys(_ sql: String, _ parameters: Int64...) throws -> [Int64] {
        var keys = [Int64]()
        try query(sql, for: .connection) { statement in
            for (index, key) in parameters.enumerated() { try statement.bind(key, at: Int32(index + 1)) }
            while try statement.step() { keys.append(statement.integer(at: 0)) }
            return keys.count
        }
        return keys
    }

    /// Lets `body` bind and step a query on the context's connection, and resets it.
    /// - Parameter body: returns the number of rows.
    /// - Throws: ``StoreError``
    func query(
        _ sql: String, for purpose: StatementRecord.Purpose, _ body: (RawStatement) throws -> Int
    ) throws {
        try coordinator.checkOpen()
        do {
            return try querying(sql) { statement in
                if let monitor {
                    try monitor.observe(statement, sql, for: purpose) { try body(statement) }
                } else {
                    _ = try body(statement)
                }
            }
        } catch {
            throw coordinator.storeError(error)
        }
    }

    /// - Returns: how many rows there were.
    @inline(__always)
    private func read(
        _ statement: RawStatement, in scope: EntityScope, _ new: inout [ManagedObject],
        _ body: (ManagedObject, RawStatement) throws -> Void
    ) throws -> Int {
        var count = 0
        let (type, registry, hidden) = (scope.entity.type, scope.registry, scope.registry.pendingDeletions)
        let collects = scope.entity.hooks.contains(.fetch) || !pendingDeletion.clears.isEmpty
        let isChild = parent != nil
        var row = RowReader(statement: statement, scope: scope)
        while try statement.step() {
            count += 1
            if let known = registry[statement.integer(at: 0)] {
                try body(known, statement)
                continue
            }
            if !hidden.isEmpty, hidden.contains(statement.integer(at: 0)) { continue }
            if isChild, let state = inherited(statement.integer(at: 0), root: scope.entity.root) {
                if case .object(let other) = state { try body(adopt(other), statement) }
                continue
            }
            let object = type.init(_row: &row)
            if row.hasFailed { throw row.failure }
            registry.register(object)
            try body(object, statement)
            if collects { new.append(object) }
        }
        return count
    }

    /// Each row names its entity and makes an object of that entity's class. Other programs can write a wrong name, or a key that refers
    /// to a row of another entity: then this throws, so no caller gets an object of an unexpected class.
    /// - Returns: how many rows there were.
    private func read(
        _ statement: RawStatement, in scope: EntityScope, of hierarchy: HierarchyRuntime,
        _ new: inout [ManagedObject], _ body: (ManagedObject, RawStatement) throws -> Void
    ) throws -> Int {
        var count = 0
        let (scopes, registry, hidden) = (scopes, scope.registry, scope.registry.pendingDeletions)
        let collects = !pendingDeletion.clears.isEmpty
        let isChild = parent != nil
        var row = RowReader(statement: statement, scope: scope)
        while try statement.step() {
            count += 1
            let known = registry[statement.integer(at: 0)]
            let entity = try known?.scope.entity.index ?? hierarchy.entity(of: statement)
            guard let entity, scopes[entity].entity.isKind(of: scope.entity) else {
                throw scope.entity.unreadable(HierarchyRuntime.entityPosition, of: statement)
            }
            if let known {
                try body(known, statement)
                continue
            }
            if !hidden.isEmpty, hidden.contains(statement.integer(at: 0)) { continue }
            if isChild, let state = inherited(statement.integer(at: 0), root: scope.entity.root) {
                if case .object(let other) = state { try body(adopt(other), statement) }
                continue
            }
            if row.scope !== scopes[entity] { row.scope = scopes[entity] }
            let object = row.scope.entity.type.init(_row: &row)
            row.checkRequiredKeys()
            if row.hasFailed { throw row.failure }
            registry.register(object)
            try body(object, statement)
            if collects || row.scope.entity.hooks.contains(.fetch) { new.append(object) }
        }
        return count
    }
}
