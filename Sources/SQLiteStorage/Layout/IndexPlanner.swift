import Predicates
import SchemaModel

/// Decides which indexes a table gets: those of unique properties, those that the model asks for, and one for each key that
/// no other begins with, because following a relationship backwards must not look at every row.
enum IndexPlanner {
    static func indexes(of entity: Entity, table: Table, in model: Model) -> [Index] {
        func keys(_ properties: [String]) -> [Index.Key] {
            properties.compactMap { table.column(for: $0) }.map { Index.Key(column: $0.name) }
        }
        var indexes = [Index]()
        for attribute in entity.attributes where attribute.isUnique {
            indexes.append(Index(name: "", keys: keys([attribute.name.text]), isUnique: true))
        }
        for properties in entity.uniqueness {
            indexes.append(Index(name: "", keys: keys(properties.map(\.text)), isUnique: true))
        }
        for index in entity.indexes {
            let ordered = index.keys.compactMap { key in
                table.column(for: key.property.text).map { Index.Key(column: $0.name, isAscending: key.isAscending) }
            }
            let condition = index.condition.flatMap { sql($0, of: entity, table: table) }
            indexes.append(Index(name: "", keys: ordered, isUnique: false, condition: condition))
        }
        for relationship in entity.relationships where !relationship.isToMany {
            let key = keys([relationship.name.text])
            let isServed = indexes.contains { $0.condition == nil && $0.keys.first?.column == key.first?.column }
            if !isServed { indexes.append(Index(name: "", keys: key, isUnique: false)) }
        }
        return named(indexes, table: table.name)
    }

    /// A condition as SQL on the columns of its own table.
    private static func sql(_ condition: Condition, of entity: Entity, table: Table) -> String? {
        let layout = FetchLayout(entities: [
            entity.fetchLayout(table: table.name) { property, _ in table.column(for: property)?.name ?? "" }
        ])
        let query = FetchQuery(entity: entity.name.text, condition: condition)
        return try? ResolvedFetch(query, in: layout).condition?.indexExpression
    }

    /// Indexes and tables share their names in SQLite. No table's name has two underscores in a row, so this is no table's; and
    /// no column's begins with a digit, so a number at the end tells apart indexes on the same columns.
    private static func named(_ indexes: [Index], table: String) -> [Index] {
        var taken: [String: Int] = [:]
        return indexes.map { index in
            var index = index
            let name = ([table] + index.keys.map(\.column)).joined(separator: "__")
            taken[name, default: 0] += 1
            let number = taken[name] ?? 1
            index.name = number == 1 ? name : "\(name)__\(number)"
            return index
        }
    }
}
