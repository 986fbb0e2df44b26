import GRDB
import SQLiteAccess

/// Writes the other halves of connections that are their own inverse, where a merge policy writes over rows that others saved: rows
/// that the context has not changed may lead to an object that has another partner now, or not lead to one that has.
struct OtherHalves {
    private let database: Database
    /// The keys of the rows that the save writes anyway, by the places of root entities.
    private let written: [Int: [Int64]]
    private(set) var changed: Set<ObjectID> = []

    init(_ objects: some Sequence<ManagedObject>, _ database: Database) {
        self.database = database
        written = Dictionary(grouping: objects, by: \.scope.entity.root).mapValues { $0.map(\.key) }
    }

    /// Completes what the save writes in one column.
    /// - Parameter partners: the partners of the objects whose rows it writes; 0 for none.
    /// - Throws: `SQLiteError`; ``StoreError``
    mutating func complete(
        _ relationship: EntityRuntime.ToOneRuntime, of entity: EntityRuntime, _ partners: [Int64: Int64], _ entities: [EntityRuntime]
    ) throws {
        let own = KeyStatements.json(partners.keys)
        let all = KeyStatements.json(Set(partners.keys).union(partners.values))
        let saved = KeyStatements.json(written[entity.root] ?? [])
        try run(entity.partFormerPartners(relationship.column), [own, all, saved], entity, entities)
        for (key, partner) in partners.sorted(by: { $0.key < $1.key }) where partner != 0 && partners[partner] == nil {
            try run(entity.joinPartner(relationship.column), ["\(key)", "\(partner)", saved], entity, entities)
        }
    }

    private mutating func run(_ sql: String, _ values: [String], _ entity: EntityRuntime, _ entities: [EntityRuntime]) throws {
        let statement = try database.rawStatement(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
        for found in try statement.foundKeys(of: entity, among: entities) {
            changed.formUnion(found.keys.map { ObjectID(entity: entities[found.entity].descriptor.name, key: $0) })
        }
    }
}
