import SQLiteAccess
import SQLiteStorage
import StoreMigration

/// A view, a trigger and an index such as a person puts into a store, on a table that stays: applying a plan has to carry them
/// along.
struct PersonsObjects {
    /// A name before the plan, and after it.
    private typealias Names = (old: String, new: String)

    private let table: Names
    /// One of the table's columns.
    private let column: Names

    private static let view = "the user's view"
    private static let trigger = "the user's trigger"
    private static let index = "the user's index"
    private static let journal = "a \"journal\""
    /// What they are called.
    static let names: Set<String> = [view, trigger, index, journal]

    /// Finds a place for them by the versions and the decisions: which tables stay, and what they are called then, a plan may
    /// have wrong. nil where no table stays.
    init?(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions, beside plan: MigrationPlan) {
        let match = ModelMatch(old, new, decisions)
        let joining = Set(KeyRaise.all(from: old, to: new, match).filter { !$0.isPart }.map(\.table.name))
        let places = old.schema.tables.filter { !joining.contains($0.name) }.compactMap { oldTable -> (table: Names, column: Names)? in
            // A table goes with the root of its hierarchy.
            guard let table = match.later(oldTable.entities[0]).flatMap(new.schema.table) else { return nil }
            let columns = table.columns.compactMap { column -> Names? in
                let place = MigrationDecisions.Place(column.entity, column.property)
                guard new.holds(place), let former = match.former(place, exists: old.holds) else { return nil }
                return oldTable.column(former).map { ($0.name, column.name) }
            }
            // What stands in two columns by then is shown by one of them, and a plan says which. Of the others one that has
            // another name is more difficult; every table has the last one.
            let single = columns.filter { column in columns.count { $0.old == column.old } == 1 }
            let column = single.first { $0.old != $0.new } ?? single.first ?? ("_version", "_version")
            return ((oldTable.name, table.name), column)
        }
        let rewritten = Set(plan.tables.filter(\.isRewritten).map(\.oldName))
        let difficult = places.first { rewritten.contains($0.table.old) } ?? places.first { $0.table.old != $0.table.new }
        guard let place = difficult ?? places.first else { return nil }
        (table, column) = place
    }

    /// Makes them in a database of the old version.
    func make(in connection: SQLiteConnection) throws {
        let (table, column) = (SQL.identifier(table.old), SQL.identifier(column.old))
        let journal = SQL.identifier(Self.journal)
        try connection.execute(
            """
            CREATE TABLE \(journal) (key, value);
            CREATE VIEW \(SQL.identifier(Self.view)) AS SELECT _id AS key, \(column) AS value FROM \(table);
            CREATE INDEX \(SQL.identifier(Self.index)) ON \(table) (\(column), _id);
            CREATE TRIGGER \(SQL.identifier(Self.trigger)) AFTER UPDATE OF \(column) ON \(table)
            BEGIN INSERT INTO \(journal) VALUES (NEW._id, NEW.\(column)); END;
            """)
    }

    /// What is not as it was, in a database of the new version.
    func lines(in connection: SQLiteConnection) throws -> [String] {
        let (name, value) = (SQL.identifier(table.new), SQL.identifier(column.new))
        let written = "SELECT key, value FROM \(SQL.identifier(Self.journal)) ORDER BY key"
        var lines = [String]()
        if try !connection.rows(written).isEmpty { lines.append("a user-defined trigger on '\(table.new)' ran during the migration") }
        let rows = try connection.rows("SELECT _id, \(value) FROM \(name) ORDER BY _id")
        if try connection.rows("SELECT key, value FROM \(SQL.identifier(Self.view)) ORDER BY key") != rows {
            lines.append("a user-defined view does not show '\(table.new).\(column.new)'")
        }
        let indexed =
            "SELECT i.tbl_name, c.name FROM sqlite_schema AS i, pragma_index_info(i.name) AS c "
            + "WHERE i.name = \(SQL.literal(Self.index)) ORDER BY c.seqno"
        if try connection.rows(indexed) != [[table.new, column.new], [table.new, "_id"]] {
            lines.append("a user-defined index is not on '\(table.new).\(column.new)'")
        }
        try connection.execute("SAVEPOINT person; UPDATE \(name) SET \(value) = \(value)")
        if try connection.rows(written) != rows { lines.append("a user-defined trigger does not see '\(table.new).\(column.new)'") }
        try connection.execute("ROLLBACK TO person; RELEASE person")
        return lines
    }
}

extension StoredVersion {
    /// Whether an attribute has values of its own.
    fileprivate func holds(_ place: MigrationDecisions.Place) -> Bool {
        attributes[place].map { $0.attribute.hasOwnValues } ?? false
    }
}
