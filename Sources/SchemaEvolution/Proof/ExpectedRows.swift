import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// What the rows of each entity must hold after a migration, worked out before it from the rows of the old version.
///
/// It goes by entities and properties, one row at a time, and does not depend on the strategies of tables: whether they are
/// rebuilt, changed in place or renamed. So it can check whether a plan keeps the right values.
///
/// It asks the same ``ModelMatch`` and the same conversions as the planner: ``Conservation`` and the tests' oracle over objects ask
/// neither.
struct ExpectedRows {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let decisions: MigrationDecisions
    private let match: ModelMatch
    private let joined: JoinedKeys
    private var entities: [ExpectedEntity] = []

    /// Reads the old rows.
    init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions, _ connection: SQLiteConnection) throws {
        self.old = old
        self.new = new
        self.decisions = decisions
        match = ModelMatch(old, new, decisions)
        joined = try JoinedKeys(from: old, to: new, match, connection)
        for table in new.schema.tables {
            for entity in table.entities.compactMap(new.model.entity) where !entity.isAbstract {
                entities.append(try expected(entity, in: table, connection))
            }
        }
    }

    /// What is otherwise in a database of the new version, in words.
    func differences(in connection: SQLiteConnection) throws -> [String] {
        let keys = try joined.newKeys(in: new.schema, connection)
        return try entities.flatMap { try $0.differences(in: connection, keys[$0.oldTable] ?? [:]) } + strangers(connection)
            + joined.reused(in: new.schema, connection)
    }

    /// Rows of what has no objects, an abstract entity or none that there is: nothing reads them.
    private func strangers(_ connection: SQLiteConnection) throws -> [String] {
        try new.schema.tables.compactMap { table in
            let kinds = table.entities.filter { new.model.entity(named: $0)?.isAbstract == false }
            guard table.hasEntityColumn || kinds.isEmpty else { return nil }
            let condition =
                table.hasEntityColumn ? " WHERE _entity NOT IN (\(kinds.map(SQL.literal).joined(separator: ", ")))" : ""
            let rows = try connection.rows("SELECT 1 FROM \(SQL.identifier(table.name))\(condition) LIMIT 1")
            return rows.isEmpty ? nil : "'\(table.name)' has rows of an entity that has no objects"
        }
    }

    /// SQLite does not take the SQL of a value that a person gives.
    struct BadValue: Error {
        var decision: MigrationDecisions.Decision
        var reason: String
    }

    // MARK: One entity

    private func expected(_ entity: Entity, in table: Table, _ connection: SQLiteConnection) throws -> ExpectedEntity {
        let name = entity.name.text
        var expected = ExpectedEntity(
            name: name, table: table.name, condition: table.hasEntityColumn ? "_entity = \(SQL.literal(name))" : nil,
            columns: ["_version"])
        guard let former = match.former(name), let formerEntity = old.model.entity(named: former),
            !formerEntity.isAbstract,
            let oldTable = old.schema.table(forEntity: former)
        else { return expected }
        let lineage = Set(new.model.lineage(of: entity).map(\.name.text))
        let formerLineage = Set(old.model.lineage(of: formerEntity).map(\.name.text))
        var values = ["_version"]
        var decided = [MigrationDecisions.Decision]()
        for column in table.columns {
            let place = Place(column.entity, column.property)
            guard let stored = new.attributes[place] else { continue }
            // What other entities of the hierarchy have, this one has not.
            let value = lineage.contains(column.entity) ? self.value(of: stored, at: place, formerLineage) : "NULL"
            guard let value else { continue }
            expected.columns.append(column.name)
            values.append(value)
            if let decision = decisions.values[place] { decided.append(decision) }
        }
        let condition = oldTable.hasEntityColumn ? " WHERE _entity = \(SQL.literal(former))" : ""
        let source = "FROM \(SQL.identifier(oldTable.name))\(condition)"
        let shown = decided.isEmpty ? "" : NamedColumns(old: old, new: new, match: match).prefix
        for decision in decided {
            do {
                _ = try connection.prepare("\(shown)SELECT \(decision.text) \(source)")
            } catch let error as SQLiteError {
                throw BadValue(decision: decision, reason: error.message)
            }
        }
        expected.oldTable = oldTable.name
        let rows = try Cell.rows("\(shown)SELECT _id, \(values.joined(separator: ", ")) \(source)", connection)
        expected.rows = Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }, uniquingKeysWith: { first, _ in first })
        return expected
    }

    /// The value as SQL on a row of the old table; nil where it cannot be known before, or is looked at elsewhere.
    private func value(of stored: StoredAttribute, at place: Place, _ formerLineage: Set<String>) -> String? {
        let attribute = stored.attribute
        if attribute.isKeptByDatabase { return nil }
        if case .function(let function, let name) = attribute.derivation {
            let source = Place(place.entity, name.text)
            return new.attributes[source].flatMap { value(of: $0, at: source, formerLineage) }.map(function.call)
        }
        if let value = decisions.values[place] {
            return StableSQL.isStable(value.text) ? within(stored, place, formerLineage, value.text) : nil
        }
        let former = match.former(place) { old.attributes[$0] != nil && formerLineage.contains($0.entity) }
        let fallback = attribute.isOptional ? nil : attribute.defaultValue?.sql(of: attribute.type)
        if let former, let formerStored = old.attributes[former], let column = old.column(former)?.column {
            let (oldType, newType) = (formerStored.attribute.type, attribute.type)
            let mapped = CaseMapping(from: oldType, to: newType)?.value(column.name, decisions.cases)?.sql
            guard let value = mapped ?? Conversion(of: column.name, from: oldType, to: newType)?.value.sql else { return nil }
            guard formerStored.isNullable, let fallback else { return value }
            return StableSQL.isStable(fallback) ? within(stored, place, formerLineage, "coalesce(\(value), \(fallback))") : nil
        }
        if stored.isPresence { return within(stored, place, formerLineage, presence(of: place, formerLineage)) }
        if let fallback { return StableSQL.isStable(fallback) ? within(stored, place, formerLineage, fallback) : nil }
        return "NULL"
    }

    /// A value where the composite around it is there; nil where that cannot be known.
    private func within(_ stored: StoredAttribute, _ place: Place, _ formerLineage: Set<String>, _ value: String) -> String? {
        guard let enclosing = stored.enclosingPlace(of: place), let around = new.attributes[enclosing] else { return value }
        return self.value(of: around, at: enclosing, formerLineage).map { "CASE WHEN (\($0)) IS NOT NULL THEN \(value) END" }
    }

    /// Whether a composite was there before it became an optional one of its own: where one of its parts was.
    private func presence(of place: Place, _ formerLineage: Set<String>) -> String {
        let prefix = (place.property ?? "") + "."
        let parts = new.attributes.keys.filter { $0.entity == place.entity && $0.property?.hasPrefix(prefix) == true }
        func former(_ part: Place) -> Place? {
            let isPresence = new.attributes[part]?.isPresence
            return match.former(part) { old.attributes[$0]?.isPresence == isPresence && formerLineage.contains($0.entity) }
        }
        // An optional composite within this one was missing by itself.
        let inner = parts.filter { new.attributes[$0]?.isPresence == true && former($0) != nil }
        let outer = parts.filter { part in !inner.contains { part.property?.hasPrefix(($0.property ?? "") + ".") == true } }
        let formers = outer.compactMap(former)
        if formers.isEmpty { return "NULL" }
        let presences = formers.map { former in
            old.attributes[former]?.enclosingPlace(of: former).flatMap { old.column($0)?.column.name }
        }
        let conditions = presences.map { $0.map { "\(SQL.identifier($0)) IS NOT NULL" } ?? "TRUE" }
        return "CASE WHEN \(Set(conditions).sorted().joined(separator: " OR ")) THEN 1 END"
    }
}

/// The rows of an entity, by their keys.
struct ExpectedEntity {
    var name: String
    var table: String
    /// Which rows of the table are the entity's; nil for all.
    var condition: String?
    var columns: [String]
    /// The old table of the rows, and the rows by the keys that they had there.
    var oldTable = ""
    var rows: [Cell: [Cell]] = [:]

    private static let greatestCount = 3

    /// - Parameter keys: the new keys of rows of the old table that have others.
    func differences(in connection: SQLiteConnection, _ keys: [Cell: Cell]) throws -> [String] {
        let rows = Dictionary(rows.map { (keys[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let columns = self.columns.map(SQL.identifier).joined(separator: ", ")
        let found = try Cell.rows(
            "SELECT _id, \(columns) FROM \(SQL.identifier(table))" + (condition.map { " WHERE \($0)" } ?? "") + " ORDER BY _id",
            connection)
        var lines = [String]()
        for row in found {
            guard let expected = rows[row[0]] else {
                lines.append("'\(name)' has a row \(row[0]) that it did not have")
                continue
            }
            for (index, column) in self.columns.enumerated() where row[index + 1] != expected[index] {
                lines.append("'\(name)' \(row[0]): \(column) is \(row[index + 1]) and should be \(expected[index])")
            }
        }
        let there = Set(found.map { $0[0] })
        for key in rows.keys.map(\.description).sorted() where !there.map(\.description).contains(key) {
            lines.append("'\(name)' has lost its row \(key)")
        }
        guard lines.count > Self.greatestCount else { return lines }
        return lines.prefix(Self.greatestCount) + ["'\(name)' has \(lines.count - Self.greatestCount) more such differences"]
    }
}
