import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// The rows of the old version that hold the connections of a relationship, wherever they are: in a key at either end, or in a
/// table of their own.
struct ConnectionRows {
    typealias Place = MigrationDecisions.Place

    /// One end of a connection.
    struct Side {
        /// The entity of the old version.
        var entity: String
        /// The column with the key of its row.
        var column: String
        /// The column with the place of the other object among this one's members, and the end whose members they are.
        var position: String?
        var end: Place?
        /// Whether it is the row itself that holds the key of the other one.
        var isRow = false
    }

    /// The table, by the name that it has by then.
    var table: String
    var owner: Side
    var member: Side
    /// Whether each connection has two rows, one for each direction.
    var isMirrored = false

    var turned: ConnectionRows { ConnectionRows(table: table, owner: member, member: owner, isMirrored: isMirrored) }

    /// - Parameters:
    ///   - end: the end of the old relationship whose owners are the owners here.
    ///   - names: what the old tables are called by then.
    init?(of end: Place, in old: StoredVersion, names: [String: String]) {
        guard let relationship = old.relationship(end), let name = end.property else { return nil }
        let destination = relationship.destination.text
        switch relationship.storage {
        case .key:
            guard let (table, column) = old.column(end), let later = names[table.name] else { return nil }
            let place = table.positions.first { $0.entity == column.entity && $0.relationship == column.property }
            self.init(
                table: later, owner: Side(entity: end.entity, column: "_id", end: end, isRow: true),
                member: Side(entity: destination, column: column.name, position: place?.name, end: old.inverse(of: end)),
                isMirrored: relationship.isItsOwnInverse)
        case .inverseKey:
            guard let inverse = old.inverse(of: end), let (table, column) = old.column(inverse), let later = names[table.name]
            else { return nil }
            self.init(
                table: later,
                owner: Side(entity: end.entity, column: column.name, position: old.schema.positionColumn(of: relationship), end: end),
                member: Side(entity: destination, column: "_id", end: inverse, isRow: true))
        case .joinTable:
            guard let table = old.schema.joinTable(of: name, ofEntity: end.entity) else { return nil }
            let isSource = table.source.entity == end.entity && table.source.relationship == name
            let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
            self.init(
                table: names[table.name] ?? table.name,
                owner: Side(entity: own.entity, column: own.column, position: own.position, end: end),
                member: Side(entity: other.entity, column: other.column, position: other.position, end: old.inverse(of: end)),
                isMirrored: table.isMirrored)
        }
    }

    private init(table: String, owner: Side, member: Side, isMirrored: Bool = false) {
        (self.table, self.owner, self.member, self.isMirrored) = (table, owner, member, isMirrored)
    }
}

/// A table of connections that gets rows, by the columns that it has by then.
struct JoinTarget {
    /// The table of the new version.
    let table: JoinTable
    let source: (column: String, position: String?)
    let target: (column: String, position: String?)

    init(_ table: JoinTable) {
        self.table = table
        source = (table.source.column, table.source.position)
        target = (table.target.column, table.target.position)
    }

    /// A table that is filled before it gets the columns of the new version.
    init(_ table: JoinTable, as old: JoinTable, isTurned: Bool) {
        self.table = table
        let (first, second) = isTurned ? (old.target, old.source) : (old.source, old.target)
        // What has no place in the new version needs none.
        source = (first.column, table.source.position == nil ? nil : first.position)
        target = (second.column, table.target.position == nil ? nil : second.position)
    }
}

/// The statements that copy connections into a table.
struct JoinCopy {
    let target: JoinTarget
    let rows: ConnectionRows
    /// Which rows are copied.
    let conditions: [ConnectionCopy.Condition]
    /// Whether the table has no rows before.
    let isOnly: Bool

    /// The columns of places that have a source, with it.
    private var positions: [(column: String, value: String)] {
        [(target.source.position, rows.owner.position), (target.target.position, rows.member.position)].compactMap { column, value in
            column.flatMap { column in value.map { (column, $0) } }
        }
    }

    /// The ordered ends of the old version whose members keep their places.
    var orders: Set<MigrationDecisions.Place> {
        let ends = [(target.source.position, rows.owner), (target.target.position, rows.member)]
        return Set(ends.compactMap { column, side in column != nil && side.position != nil ? side.end : nil })
    }

    var insertion: MigrationPlan.Step {
        insertion(
            [target.source.column, target.target.column] + positions.map(\.column),
            [rows.owner.column, rows.member.column] + positions.map(\.value), isOnly: isOnly)
    }

    /// The same connections in the other direction, of which the rows had one.
    var mirrored: MigrationPlan.Step {
        insertion([target.source.column, target.target.column], [rows.member.column, rows.owner.column], isOnly: false)
    }

    private func insertion(_ columns: [String], _ values: [String], isOnly: Bool) -> MigrationPlan.Step {
        let copied = zip(columns, values).map { ConnectionCopy.Copied($0, from: $1) }
        let isNew: [ConnectionCopy.Condition] = isOnly ? [] : [.isNew(owner: copied[0], member: copied[1])]
        return .init(.copyConnections(ConnectionCopy(into: target.table.name, from: rows.table, copied, where: conditions + isNew)))
    }

    /// Gives connections that were there before the places that they have in these rows.
    var places: [MigrationPlan.Step] {
        let keys = [
            ConnectionCopy.Copied(target.source.column, from: rows.owner.column), .init(target.target.column, from: rows.member.column),
        ]
        return positions.map { column, value in
            .init(.copyPlaces(PlaceCopy(into: target.table.name, from: rows.table, .init(column, from: value), matching: keys)))
        }
    }
}

extension JoinTable {
    /// The relationship after which the table is named.
    var place: MigrationDecisions.Place { .init(source.entity, source.relationship) }
}
