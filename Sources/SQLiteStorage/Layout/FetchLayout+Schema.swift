import Predicates
import SchemaModel

extension StorageSchema {
    /// The tables as conditions see them.
    public func fetchLayout(of model: Model) -> FetchLayout {
        FetchLayout(
            // A layout has a table for each entity, in the model's order.
            entities: zip(model.entities, tables).map { entity, table in
                entity.fetchLayout(table: table.name) { property, _ in table.column(for: property)?.name ?? "" }
            })
    }
}

extension NamedFetch {
    /// The fetch as a query, its parameters left open.
    public func query(of entity: Entity) -> FetchQuery {
        FetchQuery(entity: entity.name.text, condition: condition, sort: sort, limit: limit)
    }
}
