import Diagnostics
import Predicates
import SQLiteAccess
import SchemaModel

extension FindingCode {
    static let refusedFetch = FindingCode("TR1506")
    static let refusedSchema = FindingCode("TR1601")
}

/// Proves a schema and the named fetches of its model on a real SQLite database, before anything is written.
public enum FetchVerifier {
    /// Makes the schema in an empty database and prepares each fetch there; what SQLite refuses is a finding.
    public static func verify(_ model: Model, _ schema: StorageSchema) -> [Finding] {
        do {
            let connection = try SQLiteConnection.inMemory()
            for statement in schema.statements { try connection.execute(statement.sql) }
            let layout = schema.fetchLayout(of: model)
            return model.entities.flatMap { entity in
                entity.fetches.compactMap { verify($0, of: entity, layout: layout, on: connection) }
            }
        } catch {
            return [
                Finding(.refusedSchema, "SQLite refuses the schema of this model: \(reason(error))", at: model.name.span)
            ]
        }
    }

    private static func verify(
        _ fetch: NamedFetch, of entity: Entity, layout: FetchLayout, on connection: SQLiteConnection
    ) -> Finding? {
        do {
            let resolved = try ResolvedFetch(
                fetch.query(of: entity), in: layout, parameters: fetch.parameters.fetchParameters)
            _ = try connection.prepare(resolved.select([FetchLayout.keyColumn]).sql)
            return nil
        } catch {
            return Finding(
                .refusedFetch, "the fetch '\(fetch.name.text)' cannot be prepared: \(reason(error))", at: fetch.name.span)
        }
    }

    /// SQLite's own words without the SQL, which may be long and is nothing that the person wrote.
    private static func reason(_ error: any Error) -> String {
        (error as? SQLiteError)?.message ?? "\(error)"
    }
}
