import SQLiteStorage
import SchemaModel

/// Which tables of the old version become which of the new one, and which rows leave a table or come to one.
struct TableMoves {
    typealias Pair = (new: Table, old: Table)

    /// The tables that were there, with what they become.
    private(set) var pairs: [Pair] = []
    /// The new tables whose rows leave the table of a hierarchy.
    private(set) var departures: [Pair] = []
    /// The tables that get rows of another one beside those of ``pairs``.
    private(set) var arrivals: [Pair] = []

    /// - Parameter findings: gets what cannot be planned in one step.
    init(from old: StoredVersion, to new: StoredVersion, _ match: ModelMatch, _ findings: inout PlanFindings) {
        let claims = new.schema.tables.compactMap { table -> Pair? in
            let parts = KeyRaise.parts(of: table, old, match)
            arrivals += parts.dropFirst().map { (table, $0.table) }
            if let first = parts.first { return (table, first.table) }
            // A table without objects.
            return table.entities.lazy.compactMap(match.former).compactMap(old.schema.table).first.map { (table, $0) }
        }
        for (index, arrival) in arrivals.enumerated() where arrivals[..<index].contains(where: { $0.old.name == arrival.old.name }) {
            let entity = arrival.old.entities[0]
            findings.report(
                .notInferable, "the objects of '\(entity)' join two other hierarchies in one step",
                at: new.model.entity(named: arrival.new.entities[0])?.name.span ?? new.model.name.span,
                help: "freeze a version in which one of them joins, and then the next one")
        }
        for claim in claims {
            let others = claims.filter { $0.old.name == claim.old.name }
            let root = match.later(claim.old.entities[0])
            let isRest = root.map { claim.new.entities.contains($0) } ?? (others.count == 1)
            if isRest { pairs.append(claim) } else { departures.append(claim) }
        }
    }

    /// What the tables that stay become, by their old names.
    var names: [String: String] { Dictionary(pairs.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first }) }

    /// The old tables that no new one continues, though rows of theirs stay.
    var dissolved: Set<String> { Set((departures + arrivals).map(\.old.name)).subtracting(pairs.map(\.old.name)) }

    /// The new tables all of whose rows come from others.
    var filled: [Pair] { arrivals.filter { arrival in !pairs.contains { $0.new.name == arrival.new.name } } }
}
