import SchemaModel

// What things are called in SQL: as the model says, or as their names become in snake case.

extension Entity {
    /// The name of the entity's table, where it is a root.
    public var tableName: String { table?.text ?? SnakeCase.convert(name.text) }
}

extension StoredAttribute {
    /// The names on the path to a part of a composite, joined.
    var columnName: String { path[...].columnName }
}

extension ArraySlice<Attribute> {
    /// The name of the column at the end of a path of attributes.
    var columnName: String {
        map { $0.column?.text ?? SnakeCase.convert($0.name.text) }.joined(separator: "_")
    }
}

extension Relationship {
    /// The name of the key's column, for a to-one.
    var columnName: String { column?.text ?? SnakeCase.convert(name.text) + "_id" }

    /// The name of the column with the places of ordered members, beside their key.
    var positionName: String { SnakeCase.convert(name.text) + "_position" }
}

extension Model {
    /// The column of the key of an entity in another program's table; nil in tables of Trellis.
    func keyColumn(of entity: Entity) -> String? { isExisting ? entity.key?.text ?? "id" : nil }

    /// The table that a relationship leads to.
    func destinationTable(of relationship: Relationship) -> String {
        entity(named: relationship.destination.text).map { root(of: $0).tableName } ?? ""
    }
}
