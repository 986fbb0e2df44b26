import Predicates
import SchemaModel

extension StorageSchema {
    /// The tables as conditions see them.
    public func fetchLayout(of model: Model) -> FetchLayout {
        FetchLayout(
            entities: model.entities.compactMap { entity in
                table(forEntity: entity.name.text).map { entity.fetchLayout(in: $0, of: model) }
            })
    }
}

extension Entity {
    /// The entity as conditions see it.
    func fetchLayout(in table: Table, of model: Model) -> FetchLayout.Entity {
        fetchLayout(
            table: table.name, column: { table.column(for: $0, of: name.text)?.name ?? "" },
            otherColumn: { model.inverse(of: $0)?.columnName ?? "" })
    }
}

extension NamedFetch {
    /// The fetch as a query, its parameters left open.
    public func query(of entity: Entity) -> FetchQuery {
        FetchQuery(entity: entity.name.text, condition: condition, sort: sort, limit: limit)
    }
}
