import Diagnostics
import SQLiteStorage
import SchemaModel

/// Which objects of the old version the new one has.
struct Survivors {
    typealias Row = StoreFacts.Row

    /// An object in both versions: its entities and its row in the new one.
    struct Survivor {
        var oldEntity: String
        var entity: String
        var row: Row
    }

    private(set) var all: [Row: Survivor] = [:]
    private var lost: [String: [Row]] = [:]
    private var counts: [String: Int] = [:]
    /// Objects that the old version does not have, by their entities.
    private var added: [String: [Row]] = [:]
    private let names: DecidedNames

    init(_ before: StoreFacts, _ after: StoreFacts, _ schema: StorageSchema, _ names: DecidedNames) {
        self.names = names
        let renumbered = Self.renumbered(before, after, schema, names)
        for (row, oldEntity) in before.entities {
            counts[oldEntity, default: 0] += 1
            guard let entity = names.entity(oldEntity), let table = schema.table(forEntity: entity) else {
                lost[oldEntity, default: []].append(row)
                continue
            }
            let later = renumbered[row] ?? Row(table: table.name, key: row.key)
            if after.entities[later] == entity {
                all[row] = Survivor(oldEntity: oldEntity, entity: entity, row: later)
            } else {
                lost[oldEntity, default: []].append(row)
            }
        }
        let known = Set(all.values.map(\.row))
        for (row, entity) in after.entities where !known.contains(row) { added[entity, default: []].append(row) }
    }

    /// The rows of objects whose tables become one, by their old rows: such objects may have new keys, in the old order.
    private static func renumbered(
        _ before: StoreFacts, _ after: StoreFacts, _ schema: StorageSchema, _ names: DecidedNames
    ) -> [Row: Row] {
        let olds = Dictionary(grouping: before.entities, by: \.value).mapValues { $0.map(\.key).sorted { $0.key < $1.key } }
        let news = Dictionary(grouping: after.entities, by: \.value).mapValues { $0.map(\.key).sorted { $0.key < $1.key } }
        // The old tables whose objects each new table has.
        var tables: [String: Set<String>] = [:]
        for (oldEntity, rows) in olds {
            guard let entity = names.entity(oldEntity), let table = schema.table(forEntity: entity)?.name else { continue }
            tables[table, default: []].formUnion(rows.map(\.table))
        }
        var renumbered: [Row: Row] = [:]
        for (oldEntity, rows) in olds {
            guard let entity = names.entity(oldEntity), let table = schema.table(forEntity: entity)?.name, let found = news[entity],
                tables[table, default: []].count > 1, found.count == rows.count
            else { continue }
            for (old, new) in zip(rows, found) { renumbered[old] = new }
        }
        return renumbered
    }

    /// Objects that are gone or appear without a decision.
    func differences(_ old: Model) -> [Finding] {
        let losses = old.entities.compactMap { entity -> Finding? in
            let name = entity.name.text
            // Rows of an abstract entity are no objects.
            guard !entity.isAbstract, let rows = lost[name], names.decisions.drops[.init(name)] == nil else { return nil }
            let count = counts[name] ?? 0
            return Finding.unexplained(
                "'\(name)' had \(count) objects, of which \(count - rows.count) remain", at: names.new.name.span,
                .init("the plan loses the object with the key \(rows.map(\.key).min() ?? 0), for example", at: entity.name.span)
            ).explained(by: ["'drops: { \(name): why }'"])
        }
        let gains = added.sorted { $0.key < $1.key }.map { name, rows in
            Finding.unexplained(
                "'\(name)' has \(rows.count) objects that the old version does not have",
                at: names.new.entity(named: name)?.name.span ?? names.new.name.span,
                .init("the plan adds the object with the key \(rows.map(\.key).min() ?? 0), for example"))
        }
        return losses + gains
    }
}
