import SQLiteAccess

/// Writes the rows of join tables, and the positions of ordered members.
struct ConnectionWriter {
    /// The objects with changed members, deleted ones included.
    private let owners: ContiguousArray<ManagedObject>
    private let deleted: ContiguousArray<ManagedObject>
    /// The objects whose rows another process deleted: no row can refer to them.
    private let missing: Set<ObjectIdentifier>
    private let keys: NewKeys
    private let executor: StatementExecutor

    /// - Parameter missing: the objects whose rows another process deleted.
    init(
        owners: ContiguousArray<ManagedObject>, deleted: ContiguousArray<ManagedObject>, missing: Set<ObjectIdentifier> = [],
        _ keys: NewKeys, _ executor: StatementExecutor
    ) {
        self.owners = missing.isEmpty ? owners : owners.filter { !missing.contains(ObjectIdentifier($0)) }
        self.deleted = deleted
        self.missing = missing
        self.keys = keys
        self.executor = executor
    }

    /// The tables that it writes to, and those whose rows are deleted with an object.
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

    // MARK: Join tables

    /// Removes connections. It runs before rows are deleted, so that a cascade does not reach former members.
    func disconnect() throws {
        for (owner, relationship, storage) in changes(of: owners) where owner.key > 0 {
            // One end writes the row. A deleted end has forgotten its connections, so the other end writes then.
            guard let join = relationship.join, join.writes || owner.isRemoved else { continue }
            for member in storage.disconnected where member.key > 0 {
                try executor.run(join.disconnect, owner.key, member.key)
                try checkConnection(false, owner.key, member.key, join)
            }
        }
    }

    /// Removes the connections of deleted objects that a trigger would follow. The context has followed every rule already, and
    /// SQLite's triggers stop at 1,000 levels.
    func disconnectDeleted() throws {
        for object in deleted {
            for relationship in object.scope.entity.inverseSides {
                guard let join = relationship.join else { continue }
                switch relationship.descriptor.deleteRule {
                case .cascade, .deny: try executor.run(join.disconnectAll, object.key)
                case .nullify, .noAction: break
                }
            }
        }
    }

    /// Adds connections and writes positions. It runs when every object has its row.
    func connect() throws {
        let existing = ContiguousArray(owners.filter { !$0.isRemoved })
        for (owner, relationship, storage) in changes(of: existing) {
            guard let join = relationship.join, join.writes else { continue }
            for member in storage.connected where !member.isRemoved && !missing.contains(ObjectIdentifier(member)) {
                try executor.run(join.connect, keys[owner], keys[member])
                try checkConnection(true, keys[owner], keys[member], join)
            }
        }
        for (owner, relationship, storage) in changes(of: existing) {
            if let order = relationship.order, storage.hasNewOrder { try writePositions(of: storage, ownedBy: keys[owner], order) }
        }
    }

    /// Checks a connection after a statement that changed no row: either another context did the same before, or a trigger ignored
    /// the statement.
    private func checkConnection(_ isExpected: Bool, _ owner: Int64, _ member: Int64, _ join: EntityRuntime.JoinRuntime) throws {
        if executor.changesCount > 0 { return }
        if try executor.hasRow(join.isConnected, owner, member) != isExpected { throw StoreError.ignoredByTrigger(table: join.table) }
    }

    // MARK: Positions

    private func writePositions(of storage: MemberStorage, ownedBy owner: Int64, _ order: EntityRuntime.OrderRuntime) throws {
        let rows = try executor.query(order.selectPositions, owner) { statement in
            var rows = [(key: Int64, position: Int64?)]()
            while try statement.step() {
                rows.append((statement.integer(at: 0), statement.value(at: 1).isInteger ? statement.integer(at: 1) : nil))
            }
            return rows
        }
        let positions = Dictionary(rows.lazy.compactMap { row in row.position.map { (row.key, $0) } }, uniquingKeysWith: { $1 })

        let known = storage.members.map { keys[$0] }
        var wanted = Array(known)
        if !storage.isLoaded {
            // The members that were added without loading the others follow them.
            let added = Set(known)
            let present = rows.filter { !added.contains($0.key) }.sorted {
                ($0.position ?? .max, $0.key) < ($1.position ?? .max, $1.key)
            }
            wanted = present.map(\.key) + known
        }
        for (key, position) in Positions.changes(for: wanted, from: positions) {
            try executor.run(order.setPosition, position, owner, key)
            // A member whose row does not exist any more has no position.
            if executor.changesCount == 0, rows.contains(where: { $0.key == key }) {
                throw StoreError.ignoredByTrigger(table: order.table)
            }
        }
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
}
