import SQLiteStorage
import SchemaModel
import StoreMigration

/// The tables of connections: those that stay, those that come.
struct JoinPlanner {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let correspondence: Correspondence
    private let tableNames: [String: String]
    /// The tables that were there, with what they become, and whether their ends changed sides.
    private let pairs: [(new: JoinTable, old: JoinTable, isTurned: Bool)]

    init(old: StoredVersion, new: StoredVersion, correspondence: Correspondence, tableNames: [String: String]) {
        self.old = old
        self.new = new
        self.correspondence = correspondence
        self.tableNames = tableNames
        let kinds = RowKinds(old: old, new: new, correspondence: correspondence)
        let claims = new.schema.joinTables.flatMap { table in
            [(table.source, table.target), (table.target, table.source)].compactMap { end, other -> Claim? in
                guard let relationship = end.relationship,
                    let former = correspondence.former(.init(end.entity, relationship), exists: { old.relationship($0) != nil }),
                    let name = former.property, let oldTable = old.schema.joinTable(of: name, ofEntity: former.entity)
                else { return nil }
                let isSource = oldTable.source.entity == former.entity && oldTable.source.relationship == name
                let (owner, member) = isSource ? (oldTable.source, oldTable.target) : (oldTable.target, oldTable.source)
                // The rows of one direction do not tell that both are meant. The other way round each row stays.
                if table.isMirrored, !oldTable.isMirrored { return nil }
                // Connections with what is gone, or is something else, are no connections of the new version.
                guard correspondence.later(member.entity) == other.entity else { return nil }
                let lost = kinds.lost(from: owner.entity, to: end.entity).union(kinds.lost(from: member.entity, to: other.entity))
                return Claim(
                    table: table, oldTable: oldTable, isTurned: isSource != (end == table.source),
                    keepsAll: lost.allSatisfy { correspondence.laterOfObjects($0) == nil })
            }
        }
        // A table becomes one other. Where two relationships were its ends, it is that one's whose rows keep all connections, and
        // the other one gets a copy.
        var taken: [String: Claim] = [:]
        for claim in claims.filter(\.keepsAll) + claims
        where !taken.values.contains(where: { $0.oldTable.name == claim.oldTable.name }) && taken[claim.table.name] == nil {
            taken[claim.table.name] = claim
        }
        pairs = new.schema.joinTables.compactMap { table in
            taken[table.name].map { ($0.table, $0.oldTable, $0.isTurned) }
        }
    }

    /// A table of the new version that an old one can become.
    private struct Claim {
        var table: JoinTable
        var oldTable: JoinTable
        /// Whether the ends changed sides.
        var isTurned: Bool
        /// Whether every row that stays keeps its part in the relationship.
        var keepsAll: Bool
    }

    /// The names of the tables that live on, before and then.
    var namePairs: [(old: String, new: String)] { pairs.map { ($0.old.name, $0.new.name) } }

    /// The new names of the tables that live on, by their old ones.
    var names: [String: String] { Dictionary(namePairs, uniquingKeysWith: { first, _ in first }) }

    struct Steps {
        var created: [MigrationPlan.Step] = []
        var changes: [MigrationPlan.Step] = []
        /// The new names of the tables that are rebuilt, by their old ones.
        var rebuilt: [String: String] = [:]
        /// The new state of the tables that remain.
        var outcomes: [TableOutcome] = []
        var kept: [Kept] = []
    }

    /// A relationship of the old version whose connections are kept: one of its ends, with the new entities of that end and of
    /// the other one.
    struct Kept {
        var former: Place
        var owner: String
        var destination: String
        /// The ordered ends of the old version whose members keep their places.
        var orders: Set<Place>
    }

    func steps(_ findings: inout PlanFindings) -> Steps {
        var steps = Steps()
        for pair in pairs {
            add(pair.new, pair.old, isTurned: pair.isTurned, to: &steps)
            let (owner, destination) = pair.isTurned ? (pair.new.target, pair.new.source) : (pair.new.source, pair.new.target)
            steps.kept.append(
                .init(
                    former: .init(pair.old.source.entity, pair.old.source.relationship), owner: owner.entity,
                    destination: destination.entity,
                    orders: Self.orders([(owner, pair.old.source), (destination, pair.old.target)])))
        }
        let known = Set(pairs.map(\.new.name))
        for table in new.schema.joinTables where !known.contains(table.name) {
            steps.created.append(.init(.createTable(table.definition), "\(table.name) is new"))
            fill(table, &steps, &findings)
        }
        return steps
    }

    private func add(
        _ table: JoinTable, _ oldTable: JoinTable, isTurned: Bool, to steps: inout Steps
    ) {
        let (source, target) = isTurned ? (oldTable.target, oldTable.source) : (oldTable.source, oldTable.target)
        guard !isSame(source, table.source) || !isSame(target, table.target) || isTurned else {
            steps.outcomes.append(TableOutcome(oldTable.name, table.name))
            return
        }
        var values = [
            ColumnValue("_id", .column("_id")), .init(table.source.column, .column(source.column)),
            .init(table.target.column, .column(target.column)),
        ]
        var outcomes = [
            ColumnOutcome("_id", "_id"), .init(source.column, table.source.column), .init(target.column, table.target.column)
        ]
        for (end, former) in [(table.source, source), (table.target, target)] {
            if let old = former.position { outcomes.append(.init(old, end.position)) }
            guard let position = end.position, let old = former.position else { continue }
            values.append(.init(position, .column(old)))
        }
        steps.rebuilt[oldTable.name] = table.name
        steps.outcomes.append(TableOutcome(oldTable.name, table.name, isRewritten: true, columns: outcomes))
        steps.changes.append(
            .rebuild(
                Rebuild(table.definition, values, keepsSequence: false), because: "its ends are others",
                .init("SQLite changes no foreign key")))
    }

    /// The ends of a table of the old version: the one that has a relationship, and the other one.
    private static func ends(of table: JoinTable, from place: Place) -> (own: JoinTable.End, other: JoinTable.End) {
        let isSource = table.source.entity == place.entity && table.source.relationship == place.property
        return isSource ? (table.source, table.target) : (table.target, table.source)
    }

    /// The old ends whose members keep their places, among pairs of a new end and the old one that it was.
    private static func orders(_ ends: [(new: JoinTable.End, old: JoinTable.End)]) -> Set<Place> {
        Set(ends.filter { $0.new.position != nil && $0.old.position != nil }.map { Place($0.old.entity, $0.old.relationship) })
    }

    /// Whether an end looks the same in SQL.
    private func isSame(_ old: JoinTable.End, _ new: JoinTable.End) -> Bool {
        tableNames[old.table] == new.table && old.column == new.column && old.position == new.position
            && old.onDelete == new.onDelete
    }

    /// A to-one relationship that became a to-many: the old destination is the only member. A key without a row connects
    /// nothing.
    private func fill(_ table: JoinTable, _ steps: inout Steps, _ findings: inout PlanFindings) {
        for (own, other) in [(table.source, table.target), (table.target, table.source)] {
            guard let relationship = own.relationship,
                let former = correspondence.former(.init(own.entity, relationship), exists: { old.relationship($0) != nil }),
                let formerRelationship = old.relationship(former),
                correspondence.later(formerRelationship.destination.text) == other.entity
            else { continue }
            if let oldTable = old.schema.joinTable(of: former.property ?? "", ofEntity: former.entity) {
                guard let later = names[oldTable.name], !table.isMirrored, !oldTable.isMirrored else { continue }
                steps.created.append(.init(copy(into: table, own, other, from: oldTable, called: later, former)))
                let (owner, member) = Self.ends(of: oldTable, from: former)
                steps.kept.append(
                    .init(
                        former: former, owner: own.entity, destination: other.entity,
                        orders: Self.orders([(own, owner), (other, member)])))
                return
            }
            if !formerRelationship.holdsKey, let copy = filled(table, own, other, fromInverseOf: formerRelationship) {
                steps.created.append(.init(copy))
                let orders = own.position != nil && old.schema.positionColumn(of: formerRelationship) != nil ? [former] : []
                steps.kept.append(.init(former: former, owner: own.entity, destination: other.entity, orders: Set(orders)))
                return
            }
            guard formerRelationship.holdsKey, let (oldTable, column) = old.column(former),
                let later = tableNames[oldTable.name]
            else {
                // The other end may hold what was connected.
                if formerRelationship.holdsKey || !isKeptByOtherEnd(formerRelationship) {
                    findings.report(
                        .missingConversion, "the members of '\(own.entity).\(relationship)' were stored in another form",
                        at: new.relationship(.init(own.entity, relationship))?.name.span ?? new.model.name.span,
                        notes: [.init("it was declared here", at: formerRelationship.name.span)],
                        decide: ["'renames' or 'drops' for the old relationship"])
                }
                continue
            }
            var columns = [ConnectionCopy.Copied(own.column, from: "_id"), .init(other.column, from: column.name)]
            var orders = Set<Place>()
            // Members of the other end that had an order keep it.
            if let position = other.position,
                let place = oldTable.positions.first(where: { $0.entity == column.entity && $0.relationship == column.property })
            {
                columns.append(.init(position, from: place.name))
                orders = Set([old.inverse(of: former)].compactMap(\.self))
            }
            let lost = kinds.lost(from: former.entity, to: own.entity)
            let conditions = conditions(key: column.name, leadsTo: other, without: lost, of: oldTable)
            steps.created.append(.init(.copyConnections(ConnectionCopy(into: table.name, from: later, columns, where: conditions))))
            steps.kept.append(.init(former: former, owner: own.entity, destination: other.entity, orders: orders))
            return
        }
    }

    /// Copies the connections of a join table that is another relationship's now.
    private func copy(
        into table: JoinTable, _ own: JoinTable.End, _ other: JoinTable.End, from oldTable: JoinTable, called name: String,
        _ former: Place
    ) -> Operation {
        let (owner, member) = Self.ends(of: oldTable, from: former)
        var columns = [ConnectionCopy.Copied(own.column, from: owner.column), .init(other.column, from: member.column)]
        for (end, formerEnd) in [(own, owner), (other, member)] {
            guard let position = end.position, let former = formerEnd.position else { continue }
            columns.append(.init(position, from: former))
        }
        let conditions = [
            withoutLost(owner, from: former.entity, to: own.entity), withoutLost(member, from: member.entity, to: other.entity)
        ].compactMap(\.self)
        return .copyConnections(ConnectionCopy(into: table.name, from: name, columns, where: conditions))
    }

    /// Takes connections from the keys that the members had.
    private func filled(
        _ table: JoinTable, _ own: JoinTable.End, _ other: JoinTable.End, fromInverseOf relationship: Relationship
    ) -> Operation? {
        guard let inverse = relationship.inverse,
            let (oldTable, column) = old.column(.init(relationship.destination.text, inverse.text)),
            let later = tableNames[oldTable.name]
        else { return nil }
        var columns = [ConnectionCopy.Copied(own.column, from: column.name), .init(other.column, from: "_id")]
        if let position = own.position, let former = old.schema.positionColumn(of: relationship) {
            columns.append(.init(position, from: former))
        }
        let lost = kinds.lost(from: relationship.destination.text, to: other.entity)
        let conditions = conditions(key: column.name, leadsTo: own, without: lost, of: oldTable)
        return .copyConnections(ConnectionCopy(into: table.name, from: later, columns, where: conditions))
    }

    private var kinds: RowKinds { RowKinds(old: old, new: new, correspondence: correspondence) }

    /// Which keys of another table are connections: those that lead somewhere.
    /// - Parameter lost: the entities whose rows, which are there still, have no part in it any more.
    private func conditions(
        key: String, leadsTo end: JoinTable.End, without lost: Set<String>, of oldTable: Table
    ) -> [ConnectionCopy.Condition] {
        // A table without that column has rows of one entity alone.
        [.leads(key: key, to: end.table)] + (lost.isEmpty ? [] : oldTable.hasEntityColumn ? [.isOfNone(entities: lost.sorted())] : [.never])
    }

    /// Leaves connections out whose row at an end has no part in the relationship any more; nil if no row is lost.
    private func withoutLost(_ end: JoinTable.End, from former: String, to entity: String) -> ConnectionCopy.Condition? {
        let lost = kinds.lost(from: former, to: entity)
        guard !lost.isEmpty, let table = old.schema.table(forEntity: former), let name = tableNames[table.name] else { return nil }
        return table.hasEntityColumn ? .avoids(key: end.column, rows: RowSet(name, ofEntities: lost.sorted())) : .never
    }

    private func isKeptByOtherEnd(_ relationship: Relationship) -> Bool {
        relationship.storage == .inverseKey
    }
}
