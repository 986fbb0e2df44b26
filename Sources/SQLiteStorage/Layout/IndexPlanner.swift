import Predicates
import SchemaModel

/// Decides which indexes a table gets: those of unique properties, those that the model asks for, and one for each key that
/// no other begins with, because following a relationship backwards must not look at every row.
struct IndexPlanner {
    private let table: Table
    private let model: Model
    /// The table's entities as conditions see them, where there is a condition at all.
    private let layout: FetchLayout?
    private var indexes: [Index] = []
    /// The places of the indexes in the order of the model's canonical text, which decides their numbers: a frozen version keeps that text,
    /// and its indexes have the same names.
    private var order: [Order] = []

    /// Where an index comes in the canonical text.
    private struct Order: Comparable {
        let entity: Int
        /// 0 for unique properties, 1 for indexes, 2 for keys.
        let kind: Int
        let meaning: String

        static func < (one: Order, other: Order) -> Bool {
            (one.entity, one.kind, one.meaning) < (other.entity, other.kind, other.meaning)
        }
    }

    /// The indexes of a table.
    /// - Parameter entities: those that stand in it, the root first.
    static func indexes(of entities: [Entity], table: Table, in model: Model) -> [Index] {
        var planner = IndexPlanner(entities, table, model)
        let sorted = planner.canonicalOrder(below: entities[0])
        for entity in entities { planner.add(entity, at: sorted.firstIndex(of: entity.name.text) ?? 0) }
        return planner.named()
    }

    /// An entity and its descendants, as a model has them whose entities are in the order of their names.
    private func canonicalOrder(below entity: Entity) -> [String] {
        let children = model.entities.filter { $0.parent?.text == entity.name.text }.sorted { $0.name.text < $1.name.text }
        return [entity.name.text] + children.flatMap(canonicalOrder)
    }

    private init(_ entities: [Entity], _ table: Table, _ model: Model) {
        self.table = table
        self.model = model
        let hasConditions = entities.count > 1 || entities[0].indexes.contains { $0.condition != nil }
        layout = hasConditions ? FetchLayout(entities: entities.map { $0.fetchLayout(in: table, of: model) }) : nil
    }

    private mutating func add(_ index: Index, _ order: Order) {
        indexes.append(index)
        self.order.append(order)
    }

    /// - Parameter place: the entity's place in the canonical text.
    private mutating func add(_ entity: Entity, at place: Int) {
        // An index of a child holds the rows of that child and its descendants alone.
        let restriction = entity.parent == nil ? nil : sql(nil, of: entity)
        let lineage = model.lineage(of: entity).map(\.name.text)
        let unique = entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.uniqueness
        for properties in unique {
            let keys = properties.compactMap { key($0, of: lineage) }
            add(Index(name: "", keys: keys, isUnique: true, condition: restriction), Order(entity: place, kind: 0, meaning: ""))
        }
        for index in entity.indexes {
            let keys = index.keys.compactMap { key($0.property, of: lineage, isAscending: $0.isAscending) }
            let condition = index.condition.map { sql($0, of: entity) } ?? restriction
            add(Index(name: "", keys: keys, isUnique: false, condition: condition), Order(entity: place, kind: 1, meaning: index.meaning))
        }
        for relationship in entity.relationships where relationship.holdsKey {
            guard let key = key(relationship.name, of: lineage) else { continue }
            // Two objects cannot have the same partner.
            let isOneToOne = model.inverse(of: relationship)?.isToMany == false
            let isServed = indexes.contains { index in
                if isOneToOne { return index.isUnique && index.keys == [key] }
                return index.condition == nil && index.keys.first?.column == key.column
            }
            if !isServed { add(Index(name: "", keys: [key], isUnique: isOneToOne), Order(entity: place, kind: 2, meaning: "")) }
        }
    }

    /// The column of a property, which an entity of `lineage` declares.
    private func key(_ property: Name, of lineage: [String], isAscending: Bool = true) -> Index.Key? {
        lineage.lazy.compactMap { table.column(for: property.text, of: $0) }.first.map {
            Index.Key(column: $0.name, isAscending: isAscending)
        }
    }

    /// Which objects of an entity are in an index, as SQL on the columns of its own table; nil for all of the table.
    private func sql(_ condition: Condition?, of entity: Entity) -> String? {
        guard let layout else { return nil }
        return try? ResolvedFetch(FetchQuery(entity: entity.name.text, condition: condition), in: layout).indexExpression
    }

    /// Indexes and tables share their names in SQLite. No table's name has two underscores in a row, so this is no table's; and
    /// no column's begins with a digit, so a number at the end tells apart indexes on the same columns.
    private func named() -> [Index] {
        var (taken, named) = ([String: Int](), indexes)
        for place in indexes.indices.sorted(by: { (order[$0], $0) < (order[$1], $1) }) {
            let name = ([table.name] + indexes[place].keys.map(\.column)).joined(separator: "__")
            taken[name, default: 0] += 1
            let number = taken[name] ?? 1
            named[place].name = number == 1 ? name : "\(name)__\(number)"
        }
        return named
    }
}
