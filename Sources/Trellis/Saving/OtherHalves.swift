/// Writes the other ends of relationships that are their own inverse, if a merge policy writes over another save.
///
/// Rows that the context has not changed may refer to an object that has another partner now, or not refer to an object that has them
/// as its partner.
struct OtherHalves {
    private let executor: StatementExecutor
    /// The keys of the rows that the save writes in any case, by root entities.
    private let written: [Int: [Int64]]
    private(set) var changed: Set<ObjectID> = []

    init(_ rows: [(root: Int, key: Int64)], _ executor: StatementExecutor) {
        self.executor = executor
        written = Dictionary(grouping: rows, by: \.root).mapValues { $0.map(\.key) }
    }

    /// Completes the connections that the save writes in one column.
    /// - Parameter partners: the partners of the rows that it writes; 0 for none.
    /// - Throws: `SQLiteError`; ``StoreError``
    mutating func complete(
        _ relationship: EntityRuntime.ToOneRuntime, of entity: EntityRuntime, _ partners: [Int64: Int64], _ entities: [EntityRuntime]
    ) throws {
        let own = KeyStatements.json(partners.keys)
        let all = KeyStatements.json(Set(partners.keys).union(partners.values))
        let saved = KeyStatements.json(written[entity.root] ?? [])
        note(
            try executor.query(entity.clearFormerPartners(relationship.column), own, all, saved) {
                try $0.foundKeys(of: entity, among: entities)
            }, entities)
        for (key, partner) in partners.sorted(by: { $0.key < $1.key }) where partner != 0 && partners[partner] == nil {
            note(
                try executor.query(entity.setPartner(relationship.column), "\(key)", "\(partner)", saved) {
                    try $0.foundKeys(of: entity, among: entities)
                }, entities)
        }
    }

    private mutating func note(_ found: [FoundKeys], _ entities: [EntityRuntime]) {
        for found in found {
            changed.formUnion(found.keys.map { entities[found.entity].id($0) })
        }
    }
}
