/// Deletes rows in long chains, the deepest first, so that no delete leaves work to SQLite's actions, which stop at 1,000 levels.
///
/// It reads the rows themselves, within the transaction of the save and after other rows have left: it finds what SQLite's actions
/// would find, to any depth.
struct LevelDeletion {
    private let entities: [EntityRuntime]
    private let executor: StatementExecutor
    /// Rows by levels: a row that a cascade deletes is in a later group than its owner.
    private var groups: [Group] = []
    private var seen: [Int: Set<Int64>] = [:]

    private struct Group {
        let entity: Int
        /// The column with the key of the row, one level above, that deletes them.
        let column: ColumnIndex?
        let keys: [Int64]
    }

    /// - Throws: ``StoreError`` or `SQLiteError` if rows cannot be read.
    init(of objects: ContiguousArray<ManagedObject>, _ entities: [EntityRuntime], _ executor: StatementExecutor) throws {
        (self.entities, self.executor) = (entities, executor)
        for (entity, objects) in Dictionary(grouping: objects, by: \.scope.entity.index).sorted(by: { $0.key < $1.key }) {
            add([FoundKeys(entity: entity, keys: objects.map(\.key))], by: nil)
        }
        var next = 0
        while next < groups.count {
            try follow(groups[next])
            next += 1
        }
    }

    private mutating func add(_ found: [FoundKeys], by column: ColumnIndex?) {
        for found in found {
            let root = entities[found.entity].root
            var all = seen.removeValue(forKey: root) ?? []
            let new = found.keys.filter { all.insert($0).inserted }
            seen[root] = all
            if !new.isEmpty { groups.append(Group(entity: found.entity, column: column, keys: new)) }
        }
    }

    private mutating func follow(_ group: Group) throws {
        let entity = entities[group.entity]
        let given = KeyStatements.json(group.keys)
        for relationship in entity.inverseSides where relationship.descriptor.deleteRule == .cascade {
            let destination = entities[relationship.destination]
            switch relationship.source {
            case .key(let column): try add(keys(destination.selectHolderKeys(column), given, destination), by: column)
            case .join(let join): try add(keys(destination.selectMemberKeys(join), given, destination), by: nil)
            }
        }
        for relationship in entity.toOne where relationship.descriptor.deleteRule == .cascade {
            let destination = entities[relationship.destination]
            try add(keys(entity.selectDestinationKeys(relationship.column, destination), given, destination), by: nil)
        }
    }

    /// Deletes the rows.
    func run() throws {
        for group in groups {
            let entity = entities[group.entity]
            let given = KeyStatements.json(group.keys)
            let acting = entity.toOne.filter { acts($0, foundBy: group.column) }.map(\.column)
            if !acting.isEmpty { try executor.run(entity.cutAll(acting), given) }
            for relationship in entity.inverseSides {
                guard let join = relationship.join else { continue }
                switch relationship.descriptor.deleteRule {
                case .cascade, .deny: try executor.run(join.disconnectGiven, given)
                case .nullify, .noAction: break
                }
            }
        }
        for group in groups.reversed() {
            let entity = entities[group.entity]
            let given = KeyStatements.json(group.keys)
            try executor.run(entity.deleteAll, given)
            // A row that this statement did not delete was deleted before, or a trigger keeps it.
            if executor.changesCount < group.keys.count, try !keys(entity.selectKeys, given, entity).isEmpty
            {
                throw StoreError.ignoredByTrigger(table: entity.descriptor.table)
            }
        }
    }

    /// Whether SQLite acts on a key, or refuses the delete, if a row at one of its ends is deleted before the other.
    /// - Parameter column: the key by which the rows were found. They are deleted before the rows that it refers to.
    private func acts(_ relationship: EntityRuntime.ToOneRuntime, foundBy column: ColumnIndex?) -> Bool {
        switch relationship.descriptor.deleteRule {
        case .cascade, .deny: return true
        case .nullify, .noAction: break
        }
        guard relationship.column != column, case .members(let number) = relationship.inverse else { return false }
        return entities[relationship.destination].inverseSides[number].descriptor.deleteRule == .cascade
    }

    private func keys(_ sql: String, _ given: String, _ entity: EntityRuntime) throws -> [FoundKeys] {
        try executor.query(sql, given) { try $0.foundKeys(of: entity, among: entities) }
    }
}
