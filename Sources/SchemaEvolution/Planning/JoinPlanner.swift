import SQLiteStorage
import SchemaModel
import StoreMigration

/// The tables of connections: those that stay, those that come.
struct JoinPlanner {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let match: ModelMatch
    private let tableNames: [String: String]
    /// The tables that were there, with what they become, and whether their ends changed sides.
    private let pairs: [(new: JoinTable, old: JoinTable, source: RelationshipSource, isTurned: Bool)]

    init(old: StoredVersion, new: StoredVersion, match: ModelMatch, tableNames: [String: String]) {
        self.old = old
        self.new = new
        self.match = match
        self.tableNames = tableNames
        let kinds = RowKinds(old: old, new: new, match: match)
        let claims = new.schema.joinTables.flatMap { table in
            match.sources(of: table.place).compactMap { source -> Claim? in
                guard let name = source.end.property, let oldTable = old.schema.joinTable(of: name, ofEntity: source.end.entity)
                else { return nil }
                let isSource = oldTable.source.entity == source.end.entity && oldTable.source.relationship == name
                // The rows of one direction do not tell that both are meant. The other way round each row stays.
                if table.isMirrored, !oldTable.isMirrored { return nil }
                let (owner, member) = isSource != source.isTurned ? (oldTable.source, oldTable.target) : (oldTable.target, oldTable.source)
                let lost = kinds.lost(from: owner.entity, to: table.source.entity)
                    .union(kinds.lost(from: member.entity, to: table.target.entity))
                // Rows in both directions have their place at the end that continues.
                let isTurned = oldTable.isMirrored ? !match.formerEnds(of: table.place).contains(source.end) : isSource == source.isTurned
                return Claim(
                    table: table, oldTable: oldTable, source: source, isTurned: isTurned,
                    keepsAll: lost.allSatisfy { match.laterOfObjects($0) == nil })
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
            taken[table.name].map { ($0.table, $0.oldTable, $0.source, $0.isTurned) }
        }
    }

    /// A table of the new version that an old one can become.
    private struct Claim {
        var table: JoinTable
        var oldTable: JoinTable
        var source: RelationshipSource
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

    /// - Parameter names: what the old tables are called when their rows are copied.
    func steps(_ findings: inout PlanFindings, reading names: [String: String]) -> Steps {
        var steps = Steps()
        for pair in pairs {
            let others = match.sources(of: pair.new.place).filter { $0 != pair.source }
            add(pair.new, pair.old, isTurned: pair.isTurned, to: &steps)
            let (owner, destination) = pair.isTurned ? (pair.new.target, pair.new.source) : (pair.new.source, pair.new.target)
            steps.kept.append(
                .init(
                    former: .init(pair.old.source.entity, pair.old.source.relationship), owner: owner.entity,
                    destination: destination.entity,
                    orders: Self.orders([(owner, pair.old.source), (destination, pair.old.target)])))
            fill(JoinTarget(pair.new, as: pair.old, isTurned: pair.isTurned), from: others, isEmpty: false, names, &steps)
        }
        let known = Set(pairs.map(\.new.name))
        for table in new.schema.joinTables where !known.contains(table.name) {
            steps.created.append(.init(.createTable(table.definition), "\(table.name) is new"))
            let sources = match.sources(of: table.place)
            fill(JoinTarget(table), from: sources, isEmpty: true, names, &steps)
            if sources.isEmpty { reportOtherForm(of: table, &findings) }
        }
        return steps
    }

    private func add(_ table: JoinTable, _ oldTable: JoinTable, isTurned: Bool, to steps: inout Steps) {
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
        steps.outcomes.append(TableOutcome(oldTable.name, table.name, columns: outcomes))
        steps.changes.append(
            .rebuild(
                Rebuild(table.definition, values, keepsSequence: false), because: "it connects other tables",
                .init("SQLite cannot change a foreign key")))
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

    /// Copies the connections of old relationships into a table: a to-one's only member, members that had a key, or the rows of
    /// another table.
    /// - Parameter isEmpty: whether the table has no rows yet.
    private func fill(_ target: JoinTarget, from sources: [RelationshipSource], isEmpty: Bool, _ names: [String: String], _ steps: inout Steps) {
        var isEmpty = isEmpty
        for source in sources {
            guard let forward = ConnectionRows(of: source.end, in: old, names: names) else { continue }
            let rows = source.isTurned ? forward.turned : forward
            let copy = JoinCopy(target: target, rows: rows, conditions: conditions(rows, target, names), isOnly: isEmpty)
            steps.created.append(copy.insertion)
            if target.table.isMirrored, !rows.isMirrored { steps.created.append(copy.mirrored) }
            if !isEmpty { steps.created += copy.places }
            isEmpty = false
            let ends = source.isTurned ? (target.table.target, target.table.source) : (target.table.source, target.table.target)
            steps.kept.append(
                .init(former: source.end, owner: ends.0.entity, destination: ends.1.entity, orders: copy.orders))
        }
    }

    /// What leaves rows out that lead nowhere, or have no part in the relationship any more.
    private func conditions(_ rows: ConnectionRows, _ target: JoinTarget, _ names: [String: String]) -> [ConnectionCopy.Condition] {
        var sides = [(rows.owner, rows.member, target.table.source), (rows.member, rows.owner, target.table.target)]
        if rows.owner.isRow { sides.reverse() }
        return sides.flatMap { side, other, end -> [ConnectionCopy.Condition] in
            guard let table = old.schema.table(forEntity: side.entity), let name = names[table.name] else { return [] }
            let lost = kinds.lost(from: side.entity, to: end.entity).sorted()
            // A key without a row connects nothing.
            let leads: [ConnectionCopy.Condition] = other.isRow ? [.leads(key: side.column, to: name)] : []
            if lost.isEmpty { return leads }
            // A table without that column has rows of one entity alone.
            guard table.hasEntityColumn else { return leads + [.never] }
            return leads + [side.isRow ? .isOfNone(entities: lost) : .avoids(key: side.column, rows: RowSet(name, ofEntities: lost))]
        }
    }

    private var kinds: RowKinds { RowKinds(old: old, new: new, match: match) }

    /// Reports members that no table of the new version gets, unless the other end holds them or their loss is reported.
    private func reportOtherForm(of table: JoinTable, _ findings: inout PlanFindings) {
        guard let former = match.former(table.place, exists: { old.relationship($0) != nil }), let relationship = old.relationship(former),
            match.continues(relationship.destination.text, as: table.target.entity), relationship.holdsKey
        else { return }
        findings.report(
            .missingConversion, "the members of '\(table.place)' were stored in another form",
            at: new.relationship(table.place)?.name.span ?? new.model.name.span,
            notes: [.init("it was declared here", at: relationship.name.span)], decide: [.words("'renames' or 'drops' for the old relationship")])
    }
}
