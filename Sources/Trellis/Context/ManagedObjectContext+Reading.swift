import GRDB
import SQLiteAccess

extension ManagedObjectContext {
    /// The object with an identity, or nil where there is none. One that the context knows costs no I/O.
    /// - Throws: ``StoreError``
    public func find<Object: ManagedObject>(_ type: Object.Type, _ id: ObjectID) throws -> Object? {
        let entity = try store(of: type).entity
        // The identity may name another entity of the hierarchy; the row says what the object is.
        let named = id.entity == entity.descriptor.name ? entity : coordinator.model.entity(named: id.entity)
        guard let named, named.root == entity.root,
            let object = try object(in: stores[entity.root], key: id.key), !object.isDeleted,
            object.store.entity.isKind(of: entity), object.store.entity.isKind(of: named)
        else { return nil }
        return unsafeDowncast(object, to: Object.self)
    }

    /// The object of a row, which is to be one of the store's entity: the one that is known, or a new one.
    func object(in store: EntityStore, key: Int64) throws -> ManagedObject? {
        if let known = store.registered(key) { return known }
        if key < 0 { return inserted.first { $0.key == key && $0.store.entity.isKind(of: store.entity) } }
        return try objects(in: store, sql: store.entity.selectByKey, for: .fault) { $0.bind(key, at: 1) }.first
    }

    /// The objects of the rows that a query gives, which selects what row readers expect. Rows of known objects are passed
    /// over: the object keeps the values it has.
    func objects(
        in store: EntityStore, sql: String, for purpose: StatementRecord.Purpose = .relationship, bind: (RawStatement) -> Void
    ) throws -> [ManagedObject] {
        var objects = [ManagedObject]()
        /// Those that have a hook for it. They are told also where a later row cannot be read: they will not be read again.
        var awakening = [ManagedObject]()
        defer { awake(awakening) }
        try query(sql, for: purpose) { statement in
            bind(statement)
            if let hierarchy = store.entity.hierarchy {
                try read(statement, in: store, of: hierarchy, into: &objects, &awakening)
            } else {
                try read(statement, in: store, into: &objects, &awakening)
            }
            return objects.count
        }
        store.registry.sweepIfGrown()
        return objects
    }

    /// Reads one column of an object's row, which stands at place 1.
    /// - Throws: ``StoreError``, also where there is no such row, or where a value does not fit.
    func read(_ column: Int, of object: ManagedObject, _ body: (inout RowReader) -> Void) throws {
        let entity = object.store.entity
        try query(entity.select(column), for: .fault) { statement in
            statement.bind(object.key, at: 1)
            guard try statement.step() else { throw StoreError.rowDeleted(object.objectID) }
            var row = RowReader(statement: statement, store: object.store)
            body(&row)
            if row.hasFailed { throw entity.unreadable(1, named: entity.columns[column].name, of: statement) }
            return 1
        }
    }

    /// Whether a query of two keys gives a row.
    func hasRow(_ sql: String, _ first: Int64, _ second: Int64) throws -> Bool {
        try keys(sql, first, second).isEmpty == false
    }

    /// The integers in the first column of what a query of keys gives.
    func keys(_ sql: String, _ parameters: Int64...) throws -> [Int64] {
        var keys = [Int64]()
        try query(sql, for: .connection) { statement in
            for (index, key) in parameters.enumerated() { statement.bind(key, at: Int32(index + 1)) }
            while try statement.step() { keys.append(statement.integer(at: 0)) }
            return keys.count
        }
        return keys
    }

    /// Has `body` bind and step a query on the context's connection, and lets go of its rows.
    /// - Parameter body: gives the number of rows.
    /// - Throws: ``StoreError``
    private func query(
        _ sql: String, for purpose: StatementRecord.Purpose, _ body: (RawStatement) throws -> Int
    ) throws {
        do {
            try reader.unsafeReentrantRead { database in
                let statement = try database.rawStatement(sql)
                defer { statement.reset() }
                if let monitor {
                    try monitor.observe(statement, sql, for: purpose) { try body(statement) }
                } else {
                    _ = try body(statement)
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    private func read(
        _ statement: RawStatement, in store: EntityStore, into objects: inout [ManagedObject],
        _ awakening: inout [ManagedObject]
    ) throws {
        let (type, registry) = (store.entity.type, store.registry)
        let awakens = store.entity.hooks.contains(.fetch)
        var row = RowReader(statement: statement, store: store)
        while try statement.step() {
            if let known = registry[statement.integer(at: 0)] {
                objects.append(known)
                continue
            }
            let object = type.init(_row: &row)
            if row.hasFailed { throw row.failure }
            registry.register(object)
            objects.append(object)
            if awakens { awakening.append(object) }
        }
    }

    /// Each row says of which entity it is, and becomes an object of that one's class. Others can write a name there that is none,
    /// or a key elsewhere that leads to a row of a wrong entity: nobody gets an object of a class that he does not expect.
    private func read(
        _ statement: RawStatement, in store: EntityStore, of hierarchy: HierarchyRuntime,
        into objects: inout [ManagedObject], _ awakening: inout [ManagedObject]
    ) throws {
        let (stores, registry) = (stores, store.registry)
        var row = RowReader(statement: statement, store: store)
        while try statement.step() {
            let known = registry[statement.integer(at: 0)]
            let entity = known?.store.entity.index ?? hierarchy.entity(of: statement)
            guard let entity, stores[entity].entity.isKind(of: store.entity) else {
                throw store.entity.unreadable(HierarchyRuntime.entityPosition, of: statement)
            }
            if let known {
                objects.append(known)
                continue
            }
            if row.store !== stores[entity] { row.store = stores[entity] }
            let object = row.store.entity.type.init(_row: &row)
            if row.hasFailed { throw row.failure }
            registry.register(object)
            objects.append(object)
            if row.store.entity.hooks.contains(.fetch) { awakening.append(object) }
        }
    }
}
