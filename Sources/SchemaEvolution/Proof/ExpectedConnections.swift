import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Which rows must be connected after a migration, worked out before it from what the old version connected.
///
/// A relationship is a set of pairs here, wherever the database holds them: in a key at either end, or in a table of its own.
struct ExpectedConnections {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let decisions: MigrationDecisions
    private let match: ModelMatch
    private let joined: JoinedKeys
    private var relationships: [(place: Place, expected: Expectation)] = []

    /// Reads the old connections.
    init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions, _ connection: SQLiteConnection) throws {
        self.old = old
        self.new = new
        self.decisions = decisions
        match = ModelMatch(old, new, decisions)
        joined = try JoinedKeys(from: old, to: new, match, connection)
        for entity in new.model.entities {
            for relationship in entity.relationships {
                let place = Place(entity.name.text, relationship.name.text)
                guard let expected = try expected(relationship, at: place, connection) else { continue }
                relationships.append((place, expected))
            }
        }
    }

    /// What is connected otherwise in a database of the new version, in words.
    func differences(in connection: SQLiteConnection) throws -> [String] {
        let keys = try joined.newKeys(in: new.schema, connection)
        return try relationships.flatMap { place, expectation -> [String] in
            let expected = Set(expectation.pairs.map { $0.withNewKeys(keys) })
            let found = Set(try Self.pairs(of: place, in: new, connection).map { $0.withPlace(expectation.hasPlaces) })
            let elsewhere = Set(expectation.elsewhere.map { $0.withNewKeys(keys) })
            let missing = expectation.isDropped ? [] : expected.subtracting(found).subtracting(elsewhere)
            // A key that led nowhere may be given up.
            let lost = missing.isEmpty ? 0 : missing.filter(try existing(place, connection)).count
            let additional = found.subtracting(expected)
            // A key of rows with new keys that led nowhere may lead nowhere else.
            let added = joined.isEmpty || additional.isEmpty ? additional.count : additional.filter(try existing(place, connection)).count
            return (lost == 0 ? [] : ["'\(place)' lacks \(lost) of the \(expected.count) connections that it had"])
                + (added == 0 ? [] : ["'\(place)' connects \(added) pairs of objects that it did not"])
        }
    }

    /// Whether both rows of a pair are there in the new version.
    private func existing(_ place: Place, _ connection: SQLiteConnection) throws -> (Pair) -> Bool {
        func keys(_ entity: String) throws -> Set<Cell> {
            guard let table = new.schema.table(forEntity: entity) else { return [] }
            return Set(try Cell.rows("SELECT _id FROM \(SQL.identifier(table.name))", connection).map { $0[0] })
        }
        let (owners, members) = (try keys(place.entity), try keys(new.relationship(place)?.destination.text ?? ""))
        return { owners.contains($0.owner) && members.contains($0.member) }
    }

    // MARK: Pairs

    private struct Pair: Hashable {
        var owner: Cell
        var member: Cell
        /// Where the member stands among the owner's.
        var place: Cell
        /// The old tables of both rows; nil of rows of the new version.
        var tables: Tables?

        struct Tables: Hashable {
            var owner: String
            var member: String
        }

        func withPlace(_ isWanted: Bool) -> Pair {
            var pair = self
            if !isWanted { pair.place = .null }
            return pair
        }

        /// The same pair in the other direction, without a place.
        var turned: Pair {
            Pair(owner: member, member: owner, place: .null, tables: tables.map { Tables(owner: $0.member, member: $0.owner) })
        }

        /// The pair by the keys that its rows have in the new version.
        func withNewKeys(_ keys: [String: [Cell: Cell]]) -> Pair {
            Pair(
                owner: tables.flatMap { keys[$0.owner]?[owner] } ?? owner, member: tables.flatMap { keys[$0.member]?[member] } ?? member,
                place: place)
        }
    }

    /// The pairs that a relationship has to connect.
    private struct Expectation {
        var pairs: Set<Pair>
        /// Those that another relationship of the new version keeps, and this one has no place for.
        var elsewhere: Set<Pair> = []
        var hasPlaces = false
        /// Whether a decision allows their loss: then none but these are allowed.
        var isDropped = false
    }

    private func expected(
        _ relationship: Relationship, at place: Place, _ connection: SQLiteConnection
    ) throws -> Expectation? {
        let inverse = new.inverse(of: place)
        // Decided values are compared at their own property.
        if decisions.values[place] != nil || inverse.map({ decisions.values[$0] != nil }) ?? false { return nil }
        let destination = relationship.destination.text
        var sources = match.sources(of: place)
        // A to-one that has another name needs a decision.
        let named = Set(match.formerEnds(of: place) + (inverse.map { match.formerEnds(of: $0) } ?? []))
        sources.removeAll { source in
            let ends = [source.end, old.inverse(of: source.end)].compactMap(\.self)
            return !ends.contains { named.contains($0) }
        }
        var expectation = Expectation(pairs: [], isDropped: !sources.isEmpty && sources.allSatisfy { isDropped($0.end) })
        let forward = sources.filter { !$0.isTurned && match.formerEnds(of: place).contains($0.end) }
        expectation.hasPlaces = sources.count == 1 && forward.count == 1 && relationship.isOrdered
            && forward.contains { old.relationship($0.end)?.isOrdered == true }
        var reversed = Set<Pair>()
        let hasPlaceForAll = relationship.storage == .joinTable
        for source in sources {
            let isKeptElsewhere = !hasPlaceForAll && sources.count > 1 && match.successors(of: source.end).contains { $0 != place && $0 != inverse }
            let (owner, member) = source.isTurned ? (destination, place.entity) : (place.entity, destination)
            for pair in try pairs(of: source.end, from: owner, to: member, connection) {
                let turned = pair.turned
                let expected = source.isTurned ? turned : pair.withPlace(expectation.hasPlaces)
                expectation.pairs.insert(expected)
                if isKeptElsewhere { expectation.elsewhere.insert(expected) }
                // Of one direction both are made. What was its own inverse has both already.
                if relationship.isItsOwnInverse, old.relationship(source.end)?.isItsOwnInverse == false { reversed.insert(source.isTurned ? pair.withPlace(false) : turned) }
            }
        }
        // A connection that was there in both directions keeps its place.
        let known = Set(expectation.pairs.map { $0.withPlace(false) })
        expectation.pairs.formUnion(reversed.subtracting(known))
        return expectation
    }

    private func isDropped(_ former: Place) -> Bool {
        [former, old.inverse(of: former)].compactMap(\.self).contains { decisions.drops[$0] != nil }
    }

    /// What was connected and still can be: not what has no part in the relationship any more.
    private func pairs(of place: Place, from owner: String, to member: String, _ connection: SQLiteConnection) throws -> [Pair] {
        guard let relationship = old.relationship(place) else { return [] }
        let owners = try lostKeys(of: place.entity, owner, connection)
        let members = try lostKeys(of: relationship.destination.text, member, connection)
        func table(_ entity: String) -> String { old.schema.table(forEntity: entity)?.name ?? "" }
        let tables = Pair.Tables(owner: table(place.entity), member: table(relationship.destination.text))
        return try Self.pairs(of: place, in: old, connection).filter {
            !owners.contains($0.owner) && !members.contains($0.member)
        }.map { Pair(owner: $0.owner, member: $0.member, place: $0.place, tables: tables) }
    }

    /// The keys of rows that were an entity's and are none of what it is called now.
    private func lostKeys(of entity: String, _ later: String, _ connection: SQLiteConnection) throws -> Set<Cell> {
        guard let table = old.schema.table(forEntity: entity) else { return [] }
        let lost = RowKinds(old: old, new: new, match: match).lost(from: entity, to: later)
        if lost.isEmpty { return [] }
        let kinds = " WHERE _entity IN (\(lost.sorted().map(SQL.literal).joined(separator: ", ")))"
        let sql = "SELECT _id FROM \(SQL.identifier(table.name))" + (table.hasEntityColumn ? kinds : "")
        return Set(try Cell.rows(sql, connection).map { $0[0] })
    }

    private static func pairs(of place: Place, in version: StoredVersion, _ connection: SQLiteConnection) throws -> [Pair] {
        guard let relationship = version.relationship(place), let name = place.property,
            let sql = query(relationship, name, place, version)
        else { return [] }
        return try Cell.rows(sql, connection).map { Pair(owner: $0[0], member: $0[1], place: $0[2]) }
    }

    private static func query(_ relationship: Relationship, _ name: String, _ place: Place, _ version: StoredVersion) -> String? {
        switch relationship.storage {
        case .key:
            guard let (table, column) = version.column(place) else { return nil }
            let key = SQL.identifier(column.name)
            return "SELECT _id, \(key), NULL FROM \(SQL.identifier(table.name)) WHERE \(key) IS NOT NULL"
        case .inverseKey:
            guard let inverse = relationship.inverse,
                let (table, column) = version.column(.init(relationship.destination.text, inverse.text))
            else { return nil }
            let key = SQL.identifier(column.name)
            let position = version.schema.positionColumn(of: relationship).map(SQL.identifier) ?? "NULL"
            return "SELECT \(key), _id, \(position) FROM \(SQL.identifier(table.name)) WHERE \(key) IS NOT NULL"
        case .joinTable:
            guard let table = version.schema.joinTable(of: name, ofEntity: place.entity) else { return nil }
            let isSource = table.source.entity == place.entity && table.source.relationship == name
            let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
            let position = own.position.map(SQL.identifier) ?? "NULL"
            return
                "SELECT \(SQL.identifier(own.column)), \(SQL.identifier(other.column)), \(position) FROM "
                    + "\(SQL.identifier(table.name))"
        }
    }
}
