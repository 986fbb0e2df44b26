import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Finds SQL in `values` that gives a to-one that is its own inverse keys of which only one direction is there.
enum UnmutualKeys {
    /// - Parameter connection: a database of the new version.
    static func findings(_ new: StoredVersion, _ decisions: MigrationDecisions, _ connection: SQLiteConnection) throws -> [Finding] {
        try decisions.values.sorted { $0.value.span.start < $1.value.span.start }.compactMap { place, decision in
            guard let relationship = new.relationship(place), relationship.isItsOwnInverse, let (table, column) = new.column(place)
            else { return nil }
            let (name, key) = (SQL.identifier(table.name), SQL.identifier(column.name))
            let query = "SELECT a._id, b._id FROM \(name) AS a JOIN \(name) AS b ON b._id = a.\(key) WHERE b.\(key) IS NOT a._id ORDER BY 1 LIMIT 1"
            guard let row = try connection.rows(query).first, let owner = row[0], let member = row[1] else { return nil }
            return Finding(
                .wrongValueType,
                "'\(place)' is its own inverse, and its value in SQL leads from row \(owner) to row \(member) of the proof, and not back",
                at: decision.span,
                suggestion: .init("give two rows the keys of each other, or NULL"))
        }
    }
}
