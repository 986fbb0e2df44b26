public import SQLiteStorage
public import SchemaModel

/// A version of a model with the way it stands in SQLite.
public struct StoredVersion: Sendable {
    public let model: Model
    public let schema: StorageSchema
    /// What stands in the columns, by entity and property.
    let attributes: [MigrationDecisions.Place: StoredAttribute]

    public init(_ model: Model, as version: ModelVersion = .firstDraft) {
        self.init(model, LayoutPlanner.plan(model, as: version).schema)
    }

    public init(_ model: Model, _ schema: StorageSchema) {
        self.model = model
        self.schema = schema
        attributes = Dictionary(
            model.entities.flatMap { entity in
                entity.storedAttributes.map { (.init(entity.name.text, $0.name.text), $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The column of a property, with its table.
    func column(_ place: MigrationDecisions.Place) -> (table: Table, column: Column)? {
        guard let table = schema.table(forEntity: place.entity), let property = place.property,
            let column = table.column(for: property, of: place.entity)
        else { return nil }
        return (table, column)
    }

    func relationship(_ place: MigrationDecisions.Place) -> Relationship? {
        model.entity(named: place.entity)?.relationships.first { $0.name.text == place.property }
    }
}
