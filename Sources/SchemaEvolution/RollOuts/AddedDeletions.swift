import SQLiteStorage
import SchemaModel

/// What a newer version does when older programs delete rows, which they do not know.
struct AddedDeletions {
    private typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    private let oldTables: Set<String>
    /// The tables of which older programs delete rows: their own, and those to which a deletion leads by the delete rules of the newer
    /// version.
    private let reached: Set<String>

    init(old: StoredVersion, new: StoredVersion) {
        self.old = old
        self.new = new
        oldTables = Set(old.schema.tables.map(\.name))
        var (reached, count) = (oldTables, -1)
        while count != reached.count {
            count = reached.count
            for table in new.schema.tables {
                if table.columns.contains(where: { Self.cascades($0.reference, from: reached) }) { reached.insert(table.name) }
                guard reached.contains(table.name) else { continue }
                reached.formUnion(table.triggers.filter { $0.action == .cascade }.map(\.destination))
            }
            for (end, other) in new.schema.joinTables.flatMap(\.directions) where end.onDelete == .cascade && reached.contains(end.table) {
                reached.insert(other.table)
            }
        }
        self.reached = reached
    }

    private static func cascades(_ reference: Column.Reference?, from tables: Set<String>) -> Bool {
        reference.map { $0.onDelete == .cascade && tables.contains($0.table) } ?? false
    }

    var all: [Obstacle] {
        new.schema.tables.flatMap { keys(of: $0) + triggers(of: $0) } + new.schema.joinTables.flatMap(connections)
    }

    // MARK: Rules

    /// New keys to rows that are deleted: the deletion fails, or takes a row that older programs know.
    private func keys(of table: Table) -> [Obstacle] {
        table.columns.compactMap { column in
            let place = Place(column.entity, column.property)
            guard let reference = column.reference, reached.contains(reference.table), old.column(place) == nil else { return nil }
            switch reference.onDelete {
            case .noAction: return refused(destination(of: place) ?? reference.table, place, "leads to")
            case .cascade where oldTables.contains(table.name): return taken(place.entity, place)
            case .cascade, .setNull: return nil
            }
        }
    }

    /// New rules of the sides that hold keys.
    private func triggers(of table: Table) -> [Obstacle] {
        guard reached.contains(table.name) else { return [] }
        return table.triggers.compactMap { trigger in
            guard let column = table.columns.first(where: { $0.name == trigger.column }) else { return nil }
            let place = Place(column.entity, column.property)
            guard old.column(place) == nil else { return nil }
            switch trigger.action {
            case .deny: return Obstacle(reason: "do not know that '\(place)' denies deletions", span: new.span(of: place))
            case .cascade:
                return oldTables.contains(trigger.destination) ? taken(destination(of: place) ?? trigger.destination, place) : nil
            }
        }
    }

    private func connections(of table: JoinTable) -> [Obstacle] {
        if old.schema.joinTables.contains(where: { $0.name == table.name }) { return [] }
        let place = Place(table.source.entity, table.source.relationship)
        return table.directions.compactMap { end, other in
            guard reached.contains(end.table) else { return nil }
            switch end.onDelete {
            case .deny: return refused(end.entity, place, "connects")
            case .cascade: return oldTables.contains(other.table) ? taken(other.entity, place) : nil
            case .disconnect, .nothing: return nil
            }
        }
    }

    // MARK: Words

    private func refused(_ entity: String, _ place: Place, _ verb: String) -> Obstacle {
        Obstacle(reason: "cannot delete objects of '\(entity)' that '\(place)' \(verb)", span: new.span(of: place))
    }

    private func taken(_ entity: String, _ place: Place) -> Obstacle {
        Obstacle(reason: "do not know that deletions take objects of '\(entity)' along, by '\(place)'", span: new.span(of: place))
    }

    private func destination(of place: Place) -> String? { new.relationship(place)?.destination.text }
}

extension JoinTable {
    /// Each end, with the other one.
    fileprivate var directions: [(end: End, other: End)] { [(source, target), (target, source)] }
}
