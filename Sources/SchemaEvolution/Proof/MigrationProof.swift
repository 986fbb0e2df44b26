public import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
public import StoreMigration

extension FindingCode {
    static let failedProof = FindingCode("TR2107")
    static let dependsOnData = FindingCode("TR2108", .warning)
}

/// Runs a plan on a database of the old version, with rows that make it difficult, and looks at what comes of it.
public struct MigrationProof {
    private let old: StoredVersion
    private let new: StoredVersion

    public init(from old: StoredVersion, to new: StoredVersion) {
        self.old = old
        self.new = new
    }

    /// What is wrong with the plan: where SQLite refuses a statement, where the schema is another than a fresh one, or where rows
    /// or keys are lost.
    public func findings(of plan: MigrationPlan) -> [Finding] {
        // Rows that a new rule forbids stop a migration: without them it has to be right all the same.
        var refusal: SQLiteError?
        for count in [8, 1, 0] {
            do throws(Refusal) {
                let findings = try findings(of: plan, rowsPerTable: count)
                guard let refusal else { return findings }
                let message = "rows that are there may not meet the new version: the migration stops then and changes nothing (\(refusal.message))"
                return findings + [Finding(.dependsOnData, message, at: new.model.name.span)]
            } catch {
                refusal = refusal ?? error.error
            }
        }
        return [Finding(.failedProof, "SQLite refuses the plan on an empty database: \(refusal?.message ?? "")", at: new.model.name.span)]
    }

    /// A constraint of the new version refused what the old one allowed.
    private struct Refusal: Error {
        var error: SQLiteError
    }

    private func findings(of plan: MigrationPlan, rowsPerTable: Int) throws(Refusal) -> [Finding] {
        let span = new.model.name.span
        do {
            let fresh = try SQLiteConnection.inMemory()
            try fresh.execute(new.schema.ddl)
            let connection = try SQLiteConnection.inMemory()
            try connection.execute(old.schema.ddl)
            try connection.execute("PRAGMA recursive_triggers = ON")
            try SeedRows(version: old, count: rowsPerTable).insert(into: connection)
            let before = try RowCounts(connection)
            let violations = try Set(connection.rows("PRAGMA foreign_key_check").map { $0.map { $0 ?? "" }.joined(separator: " ") }).count

            try connection.execute("BEGIN IMMEDIATE")
            for step in plan.steps {
                do {
                    try connection.execute(step.sql)
                } catch let error as SQLiteError {
                    // A REAL that is no integer, or an integer beyond 64 bits, is refused as a constraint too.
                    if error.primaryCode == 19 { throw Refusal(error: error) }
                    return [Finding(.failedProof, "SQLite refuses a statement of the plan: \(error.message)\n\(step.sql)", at: span)]
                }
            }
            try connection.execute("COMMIT")

            var lines = try SchemaSnapshot(connection).differences(from: SchemaSnapshot(fresh))
            lines += try before.discrepancies(after: RowCounts(connection), plan.tables).map {
                "'\($0.table)' had \($0.before) rows and \($0.after.map { "has \($0)" } ?? "is gone")"
            }
            let after = try connection.rows("PRAGMA foreign_key_check").count
            if after > violations { lines.append("\(after - violations) more keys lead nowhere") }
            for table in new.schema.tables.map(\.name) {
                let known = "(SELECT max(seq) FROM sqlite_sequence WHERE name = \(SQL.literal(table)))"
                let reuses = "SELECT 1 FROM \(SQL.identifier(table)) WHERE coalesce(\(known), 0) < \(SeedRows.greatestKey) LIMIT 1"
                if try !connection.rows(reuses).isEmpty { lines.append("'\(table)' would give keys again that it has given before") }
            }
            for column in new.schema.derivedColumns {
                let values = "SELECT _id, \(SQL.identifier(column.name)) FROM \(SQL.identifier(column.table)) ORDER BY _id"
                let migrated = try connection.rows(values)
                try connection.execute(column.recomputation)
                if try connection.rows(values) != migrated { lines.append("'\(column.table).\(column.name)' is not what it is derived from") }
            }
            if try connection.rows("PRAGMA integrity_check") != [["ok"]] { lines.append("integrity_check fails") }
            return lines.map { Finding(.failedProof, "the plan does not give what it should: \($0)", at: span) }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            return [Finding(.failedProof, "the proof could not be made: \(error)", at: span)]
        }
    }
}
