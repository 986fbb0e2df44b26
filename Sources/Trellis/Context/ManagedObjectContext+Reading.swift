import GRDB
import SQLiteAccess

extension ManagedObjectContext {
    /// The object with an identity, or nil where there is none. One that the context knows costs no I/O.
    /// - Throws: ``StoreError``
    public func find<Object: ManagedObject>(_ type: Object.Type, _ id: ObjectID) throws -> Object? {
        let store = try store(of: type)
        guard id.entity == store.entity.descriptor.name else { return nil }
        let object =
            id.isTemporary
            ? inserted.first { $0.store === store && $0.key == id.key } : try self.object(in: store, key: id.key)
        guard let object, !object.isDeleted else { return nil }
        return unsafeDowncast(object, to: Object.self)
    }

    /// The object of a row: the one that is known, or a new one.
    func object(in store: EntityStore, key: Int64) throws -> ManagedObject? {
        if let known = store.registered(key) { return known }
        if key < 0 { return inserted.first { $0.store === store && $0.key == key } }
        return try objects(in: store, sql: store.entity.selectByKey) { $0.bind(key, at: 1) }.first
    }

    /// The objects of the rows that a query gives, which selects what row readers expect. Rows of known objects are passed
    /// over: the object keeps the values it has.
    func objects(
        in store: EntityStore, sql: String, bind: (RawStatement) -> Void
    ) throws -> [ManagedObject] {
        var objects = [ManagedObject]()
        do {
            try reader.unsafeReentrantRead { database in
                let statement = RawStatement(try database.cachedStatement(sql: sql).sqliteStatement)
                statement.reset()
                defer { statement.reset() }
                bind(statement)
                try read(statement, in: store, into: &objects)
            }
        } catch {
            throw StoreError(error)
        }
        store.sweepIfGrown()
        return objects
    }

    private func read(_ statement: RawStatement, in store: EntityStore, into objects: inout [ManagedObject]) throws {
        let type = store.entity.type
        var row = RowReader(statement: statement, store: store)
        while try statement.step() {
            if let known = store.registered(statement.integer(at: 0)) {
                objects.append(known)
                continue
            }
            let object = type.init(_row: &row)
            if row.hasFailed { throw row.failure }
            store.register(object)
            objects.append(object)
        }
    }
}
