import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Objects, values and connections that a step loses, found by comparing the rows before it with the foreseen ones.
///
/// How the plan moves them is of no interest: a row is the same one if it has the same place in the file. Names follow the decisions.
struct StepLosses {
    private let old: StoredVersion
    private let new: StoredVersion
    private let names: DecidedNames
    private let store: ForeseenStore
    private let connection: SQLiteConnection
    private var sets: ForeseenSets

    init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions, _ store: ForeseenStore, _ connection: SQLiteConnection) {
        (self.old, self.new, self.store, self.connection) = (old, new, store, connection)
        names = DecidedNames(new: new.model, decisions: decisions)
        sets = ForeseenSets(connection)
    }

    /// What is lost, and how often.
    struct Loss {
        var thing: Thing
        var count: Int64
        /// Rows of the file for some of them, by their tables and keys.
        var samples: [(table: String, key: Int64)]
    }

    /// What is lost, by the names of the old version.
    enum Thing {
        /// Objects of an entity.
        case objects(String)
        /// Values of an attribute of objects that stay.
        case values(entity: String, attribute: String)
        /// Connections of objects that stay.
        case connections(entity: String, relationship: String)
    }

    /// - Throws: `SQLiteError`
    mutating func all() throws -> [Loss] {
        defer { sets.drop() }
        var losses = [Loss?]()
        for entity in old.model.entities {
            losses.append(try objects(of: entity))
            for attribute in entity.storedAttributes { losses.append(try values(of: attribute, entity)) }
            for relationship in entity.relationships { losses.append(try connections(of: relationship, entity)) }
        }
        return losses.compactMap { $0 }
    }

    // MARK: Objects

    private mutating func objects(of entity: Entity) throws -> Loss? {
        let name = entity.name.text
        guard !entity.isAbstract, !store.shrunk.isEmpty, let table = old.schema.table(forEntity: name), let rows = store.oldRows(of: table.name)
        else { return nil }
        let condition = Self.condition(ofEntities: [name], table)
        let isKept = try self.isKept(Self.origin("r"), table)
        return try loss(.objects(name), "\(rows) AS r", where: [condition, "NOT (\(isKept))"])
    }

    /// Whether a row of an old table still exists, as SQL on its place in the file.
    private mutating func isKept(_ place: [String], _ table: Table) throws -> String {
        let tables = Set(table.entities.compactMap { names.entity($0).flatMap(new.schema.table(forEntity:))?.name })
        let rows = tables.sorted().compactMap { store.rows(of: $0) }.map { "SELECT \(ForeseenTable.originColumns) FROM \($0)" }
        return try rows.isEmpty ? "0" : sets.contains(place, rows)
    }

    /// The place of a row in the file: its table and its key.
    private static func origin(_ alias: String) -> [String] { ForeseenTable.originNames.map { "\(alias).\($0)" } }

    private static func condition(ofEntities entities: [String], _ table: Table) -> String {
        table.hasEntityColumn ? "r._entity IN (\(entities.map(SQL.literal).joined(separator: ", ")))" : "1"
    }

    // MARK: Values

    /// The new attribute that has the values of an old one, for objects of some entities.
    private struct Successor: Hashable {
        var table: String
        /// nil if no attribute has the values.
        var column: String?
        /// The columns whose decided values read the old column.
        var readers: [String]
    }

    private func values(of attribute: StoredAttribute, _ entity: Entity) throws -> Loss? {
        let name = entity.name.text
        // Derived values are computed again.
        guard attribute.attribute.derivation == nil, let table = old.schema.table(forEntity: name),
            let column = table.column(for: attribute.name.text, of: name), let rows = store.oldRows(of: table.name)
        else { return nil }
        var entities: [Successor: [String]] = [:]
        for kind in old.model.subtree(of: entity) where !kind.isAbstract {
            guard let successor = successor(of: attribute.name.text, name, column, forObjectsOf: kind.name.text) else { continue }
            entities[successor, default: []].append(kind.name.text)
        }
        let value = "r.\(SQL.identifier(column.name))"
        return try merged(entities.sorted { $0.value[0] < $1.value[0] }.compactMap { successor, kinds in
            guard let newRows = store.rows(of: successor.table) else { return nil }
            let columns = successor.column.map { [$0] } ?? successor.readers
            let isStored = columns.map { successor.column == nil ? "n.\(SQL.identifier($0)) IS \(value)" : "n.\(SQL.identifier($0)) IS NOT NULL" }
            let isSame = zip(Self.origin("n"), Self.origin("r")).map { "\($0) = \($1)" }.joined(separator: " AND ")
            return try loss(
                .values(entity: name, attribute: attribute.name.text), "\(rows) AS r JOIN \(newRows) AS n ON \(isSame)",
                where: [Self.condition(ofEntities: kinds, table), "\(value) IS NOT NULL"] + isStored.map { "NOT (\($0))" })
        })
    }

    /// - Returns: nil if the values stay as they are, or the objects go.
    private func successor(of attribute: String, _ entity: String, _ column: Column, forObjectsOf kind: String) -> Successor? {
        guard let target = names.entity(kind), let table = new.schema.table(forEntity: target),
            let oldTable = old.schema.table(forEntity: entity)?.name
        else { return nil }
        let name = names.property(attribute, of: entity)
        for owner in names.lineage(target).reversed() {
            guard let name, let found = owner.storedAttributes.first(where: { $0.name.text == name }),
                let newColumn = table.column(for: name, of: owner.name.text)
            else { continue }
            // Derived values are computed after all operations.
            if found.attribute.derivation != nil { return nil }
            let isSame = table.name == oldTable && newColumn.name == column.name && !store.isChanged(column.name, in: oldTable)
            return isSame ? nil : Successor(table: table.name, column: newColumn.name, readers: [])
        }
        return Successor(table: table.name, column: nil, readers: readers(of: column.name, target, table))
    }

    /// The columns of an entity whose decided values name a column.
    private func readers(of column: String, _ entity: String, _ table: Table) -> [String] {
        let owners = Set(names.lineage(entity).map(\.name.text))
        return names.decisions.values.filter { place, decision in
            owners.contains(place.entity) && decision.text.lowercased().contains(column.lowercased())
        }.compactMap { place, _ in place.property.flatMap { table.column(for: $0, of: place.entity)?.name } }.sorted()
    }

    // MARK: Connections

    private mutating func connections(of relationship: Relationship, _ entity: Entity) throws -> Loss? {
        let declared = ConnectingRows(entity: entity.name.text, relationship: relationship)
        guard declared.isFirst(in: old.schema), let table = declared.table(in: old.schema), let owners = old.schema.table(forEntity: declared.entity), let members = old.schema.table(forEntity: declared.destination),
            let before = declared.query(in: old.schema, store.oldRows(of:))
        else { return nil }
        let successors = self.successors(of: declared)
        if successors.contains(where: { $0.isForward && isUnchanged(table, $0.rows.table(in: new.schema)) }) { return nil }
        let after = successors.compactMap { $0.rows.query(in: new.schema, isForward: $0.isForward, store.rows(of:)) }
        let places = [ConnectingRows.columns.prefix(2), ConnectingRows.columns.suffix(2)].map { $0.map { "r.\($0)" } }
        let isKept = try after.isEmpty ? "0" : sets.contains(places[0] + places[1], after)
        return try loss(
            .connections(entity: declared.entity, relationship: relationship.name.text), "(\(before)) AS r", places[0],
            where: ["NOT (\(isKept))", try self.isKept(places[0], owners), try self.isKept(places[1], members)])
    }

    /// A new relationship that may have the connections of an old one.
    private struct RelationshipSuccessor {
        var rows: ConnectingRows
        /// Whether its owners are those of the old one.
        var isForward: Bool
    }

    private func successors(of declared: ConnectingRows) -> [RelationshipSuccessor] {
        func named(_ name: String, of entity: String, isForward: Bool) -> [RelationshipSuccessor] {
            guard let name = names.property(name, of: entity), let declaring = old.model.entity(named: entity) else { return [] }
            // A relationship may have moved within its hierarchy.
            let kinds = old.model.subtree(of: declaring).compactMap { names.entity($0.name.text) }
            let owners = Dictionary(kinds.flatMap(names.lineage).map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
            return owners.sorted { $0.key < $1.key }.flatMap { owner, entity in
                entity.relationships.filter { $0.name.text == name }.map {
                    RelationshipSuccessor(rows: ConnectingRows(entity: owner, relationship: $0), isForward: isForward)
                }
            }
        }
        let inverse = declared.relationship.inverse.map { named($0.text, of: declared.destination, isForward: false) } ?? []
        let forward = named(declared.relationship.name.text, of: declared.entity, isForward: true)
        // The inverse of a successor has the same connections.
        let known = Set(forward.compactMap { $0.rows.table(in: new.schema) })
        return forward + inverse.filter { successor in successor.rows.table(in: new.schema).map { !known.contains($0.reversed) } ?? false }
    }

    private func isUnchanged(_ table: ConnectingRows.Columns, _ newTable: ConnectingRows.Columns?) -> Bool {
        guard let newTable, newTable.table == table.table, newTable.owner == table.owner, newTable.member == table.member else { return false }
        if store.rows(of: table.table) == store.oldRows(of: table.table) { return true }
        return table.isKey && ![table.owner, table.member].contains { store.isChanged($0, in: table.table) }
    }

    // MARK: Counting

    /// - Parameter place: the columns with the places of the samples in the file.
    private func loss(
        _ thing: Thing, _ rows: String, _ place: [String] = origin("r"), where conditions: [String]
    ) throws -> Loss? {
        let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        let count = try connection.rows("SELECT count(*) FROM \(rows)\(filter)").first?[0].flatMap { Int64($0) } ?? 0
        if count == 0 { return nil }
        let samples = try connection.rows("SELECT \(place.joined(separator: ", ")) FROM \(rows)\(filter) LIMIT \(RowCensus.sampleSize)")
        return Loss(
            thing: thing, count: count,
            samples: samples.compactMap { row in row[0].flatMap { table in row[1].flatMap { Int64($0) }.map { (table, $0) } } })
    }

    private func merged(_ losses: [Loss]) -> Loss? {
        guard var first = losses.first else { return nil }
        for loss in losses.dropFirst() {
            first.count += loss.count
            first.samples = Array((first.samples + loss.samples).prefix(RowCensus.sampleSize))
        }
        return first
    }
}
