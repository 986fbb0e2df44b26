import Predicates
import SQLiteAccess
import SchemaModel

/// Prepares the fetches of one version of a model on the tables of another version, in a database in memory.
package struct FetchPreparation {
    private let connection: SQLiteConnection

    /// - Parameter schema: the schema of the database.
    /// - Throws: ``SQLiteError``
    package init(on schema: StorageSchema) throws {
        connection = try SQLiteConnection.inMemory()
        try ConditionFunctions.register(on: connection.functions)
        for statement in schema.statements { try connection.execute(statement.sql) }
    }

    /// A fetch that SQLite cannot prepare.
    package struct Refusal: Sendable, Hashable {
        package var entity: String
        package var fetch: String
        /// The message of SQLite.
        package var reason: String
    }

    /// The fetches of a model that SQLite cannot prepare on the database: those with names, those by unique keys, and the one that
    /// reads all objects.
    /// - Parameter schema: the schema of that model.
    package func refusals(of model: Model, _ schema: StorageSchema) -> [Refusal] {
        let planner = FetchPlanner(model, schema, layout: schema.fetchLayout(of: model))
        return model.entities.flatMap { entity -> [Refusal] in
            let name = entity.name.text
            let properties = entity.fetchedProperties.compactMap { property in
                model.entity(named: property.destination.text).map { (property.fetch, $0) }
            }
            let fetches = (entity.fetches + model.uniqueKeys(of: entity)).map { ($0, entity) } + properties
            let all = refusal("fetchAll", of: name) {
                try ResolvedFetch(FetchQuery(entity: name), in: planner.layout).select(planner.columns(of: entity))
            }
            return [all].compactMap(\.self)
                + fetches.compactMap { fetch, fetched in
                    refusal(fetch.name.text, of: name) { try planner.resolve(fetch, of: fetched).select(planner.columns(of: fetched)) }
                }
        }
    }

    private func refusal(_ fetch: String, of entity: String, _ statement: () throws -> SelectStatement) -> Refusal? {
        do {
            _ = try connection.prepare(statement().sql)
            return nil
        } catch {
            return Refusal(entity: entity, fetch: fetch, reason: (error as? SQLiteError)?.message ?? "\(error)")
        }
    }
}
