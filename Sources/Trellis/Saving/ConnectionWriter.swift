import GRDB
import SQLiteAccess

/// Writes what a save has to write beside the rows of objects: the rows of join tables, and the places of ordered members.
struct ConnectionWriter {
    /// The objects with changed members, deleted ones too.
    private let owners: ContiguousArray<ManagedObject>
    private let deleted: ContiguousArray<ManagedObject>
    /// The objects whose rows others have deleted: nothing can be connected with them.
    private let gone: Set<ObjectIdentifier>

    init(
        owners: ContiguousArray<ManagedObject>, deleted: ContiguousArray<ManagedObject>, gone: Set<ObjectIdentifier>
    ) {
        self.owners = owners
        self.deleted = deleted
        self.gone = gone
    }

    /// The tables that it writes to, and those whose rows go with a deleted object.
    var tables: Set<String> {
        var tables = Set<String>()
        for (_, relationship, _) in changes(of: owners) {
            if let join = relationship.join { tables.insert(join.table) }
            if let order = relationship.order { tables.insert(order.table) }
        }
        for object in deleted {
            for relationship in object.scope.entity.inverseSides { if let join = relationship.join { tables.insert(join.table) } }
            tables.formUnion(object.scope.entity.joinTablesWithoutInverse)
        }
        return tables
    }

    /// Undoes connections, before anything is deleted: what is no member any more must not be deleted along.
    func disconnect(on database: Database) throws {
        for (owner, relationship, storage) in changes(of: owners) where owner.key > 0 {
            // One end writes; but where that is gone, it has forgotten what it was connected with.
            guard let join = relationship.join, join.writes || owner.isDeleted else { continue }
            for member in storage.disconnected where member.key > 0 {
                try run(join.disconnect, [owner.key, member.key], database)
                try checkConnection(false, [owner.key, member.key], join, database)
            }
        }
    }

    /// Undoes connections that a trigger would follow, before the objects that have them are deleted. The context has followed every
    /// rule; a trigger would do it again, to a depth at which SQLite stops.
    func disconnectDeleted(on database: Database) throws {
        for object in deleted {
            for relationship in object.scope.entity.inverseSides {
                guard let join = relationship.join else { continue }
                switch relationship.descriptor.deleteRule {
                case .cascade, .deny: try run(join.disconnectAll, [object.key], database)
                case .nullify, .noAction: break
                }
            }
        }
    }

    /// Makes connections, and gives ordered members their places, when every object has its row.
    func connect(on database: Database) throws {
        let living = ContiguousArray(owners.filter { !$0.isDeleted })
        for (owner, relationship, storage) in changes(of: living) {
            guard let join = relationship.join, join.writes else { continue }
            for member in storage.connected where !member.isDeleted && !gone.contains(ObjectIdentifier(member)) {
                try run(join.connect, [owner.key, member.key], database)
                try checkConnection(true, [owner.key, member.key], join, database)
            }
        }
        for (owner, relationship, storage) in changes(of: living) {
            if let order = relationship.order, storage.hasNewOrder { try place(storage, of: owner, order, database) }
        }
    }

    private func place(
        _ storage: MemberStorage, of owner: ManagedObject, _ order: EntityRuntime.OrderRuntime, _ database: Database
    ) throws {
        var places: [Int64: Int64] = [:]
        var rows = [(key: Int64, place: Int64?)]()
        let statement = try database.rawStatement(order.selectPositions)
        try statement.bind(owner.key, at: 1)
        while try statement.step() {
            let place = statement.value(at: 1).isInteger ? statement.integer(at: 1) : nil
            rows.append((statement.integer(at: 0), place))
            places[statement.integer(at: 0)] = place
        }
        statement.reset()

        let known = storage.members.map(\.key)
        var keys = known
        if !storage.isLoaded {
            // What was added without looking comes after what is there.
            let added = Set(known)
            let present = rows.filter { !added.contains($0.key) }.sorted {
                ($0.place ?? .max, $0.key) < ($1.place ?? .max, $1.key)
            }
            keys = present.map(\.key) + known
        }
        for (key, place) in Positions.changes(for: Array(keys), from: places) {
            try run(order.setPosition, [place, owner.key, key], database)
            // A member whose row does not exist any more has no place.
            if database.changesCount == 0, rows.contains(where: { $0.key == key }) {
                throw StoreError.ignoredByTrigger(table: order.table)
            }
        }
    }

    /// Checks the connection after a statement that has changed nothing: another context may have done the same before, or a
    /// trigger ignores the statement.
    private func checkConnection(
        _ isExpected: Bool, _ keys: [Int64], _ join: EntityRuntime.JoinRuntime, _ database: Database
    ) throws {
        if database.changesCount > 0 { return }
        let statement = try database.rawStatement(join.isConnected)
        defer { statement.reset() }
        for (index, key) in keys.enumerated() { try statement.bind(key, at: Int32(index + 1)) }
        if try statement.step() != isExpected { throw StoreError.ignoredByTrigger(table: join.table) }
    }

    private func changes(
        of owners: ContiguousArray<ManagedObject>
    ) -> [(ManagedObject, EntityRuntime.InverseSideRuntime, MemberStorage)] {
        owners.flatMap { owner in
            owner.memberStorages.indices.compactMap { number in
                guard let storage = owner.memberStorages[number], storage.hasChanges else { return nil }
                return (owner, owner.scope.entity.inverseSides[number], storage)
            }
        }
    }

    private func run(_ sql: String, _ parameters: [Int64], _ database: Database) throws {
        let statement = try database.rawStatement(sql)
        for (index, value) in parameters.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
        try statement.run()
    }
}
