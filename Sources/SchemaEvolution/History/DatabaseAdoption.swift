public import Diagnostics
public import SQLiteAccess
import SQLiteStorage

extension FindingCode {
    static let otherSchema = FindingCode("TR2213")
}

/// Turns a database with the schema of a version into a store of it, for 'trellis migrate baseline'.
public struct DatabaseAdoption {
    private let schema: StorageSchema

    public init(version: StoredVersion) { schema = version.schema }

    /// Adds the store's record to the database in one transaction, if its schema matches the version by names and meaning.
    /// - Parameter file: the database, as findings show it.
    /// - Returns: the differences, a finding each. If there is one, the database stays unchanged.
    /// - Throws: `SQLiteError`
    public func adopt(_ connection: SQLiteConnection, file: String) throws -> [Finding] {
        let metadata = SQL.literal(StoreIdentity.table)
        if try !connection.rows("SELECT 1 FROM sqlite_schema WHERE name = \(metadata)").isEmpty {
            return [
                Finding(
                    .otherSchema, "the database is a store of Trellis already: it has the table '\(StoreIdentity.table)'",
                    at: SourceSpan(startOf: file),
                    suggestion: .init("'trellis migrate status' with this file shows its version"))
            ]
        }
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(schema.ddl)
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for statement in schema.identity.statements { try connection.execute(statement.sql) }
            let differences =
                try SchemaSnapshot(connection).differences(from: SchemaSnapshot(fresh)) + missingDefaults(connection, fresh)
            try connection.execute(differences.isEmpty ? "COMMIT" : "ROLLBACK")
            return differences.map { finding($0, in: file) }
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Columns with a default in the version's schema that the database lacks.
    private func missingDefaults(_ connection: SQLiteConnection, _ fresh: SQLiteConnection) throws -> [String] {
        try schema.tables.flatMap { table in
            let query = "SELECT name, dflt_value FROM pragma_table_xinfo(\(SQL.literal(table.name))) WHERE dflt_value IS NOT NULL"
            let present = Set(try connection.rows(query))
            return try fresh.rows(query).filter { !present.contains($0) }.map { row in
                "the column '\(row[0] ?? "")' of '\(table.name)' should have DEFAULT \(row[1] ?? "")"
            }
        }
    }

    private func finding(_ difference: String, in file: String) -> Finding {
        Finding(
            .otherSchema, "the database does not match version \(schema.identity.version): \(difference)", at: SourceSpan(startOf: file))
    }
}
