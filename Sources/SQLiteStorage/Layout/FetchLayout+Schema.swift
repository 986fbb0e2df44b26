import Predicates
import SchemaModel

extension StorageSchema {
    /// The tables as conditions see them.
    public func fetchLayout(of model: Model) -> FetchLayout {
        FetchLayout(
            entities: model.entities.compactMap { entity in
                table(forEntity: entity.name.text).map {
                    entity.fetchLayout(in: $0, of: model) { relationship in
                        let table = joinTable(of: relationship.name.text, ofEntity: entity.name.text)
                        return table.flatMap { $0.fetchLayout(of: relationship.name.text, ofEntity: entity.name.text) }
                    }
                }
            }, isExisting: model.isExisting)
    }
}

extension JoinTable {
    /// The table as the end sees it that has a relationship; nil where neither has it.
    fileprivate func fetchLayout(of relationship: String, ofEntity entity: String) -> FetchLayout.JoinTable? {
        func has(_ end: End) -> Bool { end.entity == entity && end.relationship == relationship }
        if has(source) { return .init(name: name, owner: source.column, member: target.column) }
        return has(target) ? .init(name: name, owner: target.column, member: source.column) : nil
    }
}

extension Entity {
    /// The entity as conditions see it.
    /// - Parameter joinTable: the table with a relationship's connections; an index has no use for it.
    func fetchLayout(
        in table: Table, of model: Model, joinTable: (Relationship) -> FetchLayout.JoinTable? = { _ in nil }
    ) -> FetchLayout.Entity {
        fetchLayout(
            table: table.name, column: { table.column(for: $0, of: name.text)?.name ?? "" },
            otherColumn: { model.inverse(of: $0)?.columnName ?? "" }, joinTable: joinTable)
    }
}

extension NamedFetch {
    /// The fetch as a query, its parameters left open.
    public func query(of entity: Entity) -> FetchQuery {
        FetchQuery(entity: entity.name.text, condition: condition, sort: sort, limit: limit)
    }
}
