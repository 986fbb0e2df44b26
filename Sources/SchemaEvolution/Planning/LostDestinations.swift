import SQLiteStorage
import SchemaModel
import StoreMigration

/// Unlinks rows that a relationship can no longer have: their entity is dropped, or leaves the hierarchy of the destination.
struct LostDestinations {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch
    /// What the tables, those of connections too, are called by then, by their old names.
    let tableNames: [String: String]

    /// The operations, while all old rows are there, and the tables that they change by their new names.
    func steps(_ findings: inout PlanFindings) -> (steps: [MigrationPlan.Step], changed: Set<String>) {
        var found = Found()
        for entity in new.model.entities {
            for relationship in entity.relationships {
                let place = Place(entity.name.text, relationship.name.text)
                for former in formers(place, relationship) {
                    guard let formerRelationship = old.relationship(former) else { continue }
                    if formerRelationship.holdsKey {
                        emptyKeys(of: place, relationship, former, formerRelationship, &found, &findings)
                    } else {
                        deleteConnections(of: place, relationship, former, formerRelationship, &found)
                    }
                }
            }
        }
        return (found.operations.steps("Keys and connections to rows that are removed"), found.changed)
    }

    /// The operations so far, and the tables that they change.
    private struct Found {
        var operations: [Operation] = []
        var changed: Set<String> = []

        mutating func add(_ operation: Operation, to table: String) {
            if !operations.contains(operation) { operations.append(operation) }
            changed.insert(table)
        }
    }

    private func emptyKeys(
        of place: Place, _ relationship: Relationship, _ former: Place, _ formerRelationship: Relationship, _ found: inout Found,
        _ findings: inout PlanFindings
    ) {
        let lost = kinds.lost(from: formerRelationship.destination.text, to: relationship.destination.text)
        guard let (table, column) = old.column(former), let name = tableNames[table.name],
            let rows = rows(of: lost, formerRelationship.destination.text), findings.decisions.values[place] == nil
        else { return }
        // The other end may have the key now, and asks for its own. What has no key any more leaves such rows out when it copies
        // the others.
        guard relationship.holdsKey else { return }
        if !relationship.isOptional || !formerRelationship.isOptional {
            return findings.report(
                .missingValue,
                "'\(place)' is required, and led to objects of \(list(lost)) that are none of its destination any more",
                at: relationship.name.span, decide: [.value("…", for: place, " with the key of another row")])
        }
        // Another relationship may need them.
        if match.hasSeveralKeys(former) { return }
        found.add(.emptyKeys(column: column.name, table: name, leadingTo: rows), to: name)
    }

    private func deleteConnections(
        of place: Place, _ relationship: Relationship, _ former: Place, _ formerRelationship: Relationship, _ found: inout Found
    ) {
        guard let table = old.schema.joinTable(of: former.property ?? "", ofEntity: former.entity), let name = tableNames[table.name],
            // Of two relationships that were the ends of one, the other one's table is this one's no more.
            name == new.schema.joinTable(of: relationship.name.text, ofEntity: place.entity)?.name ?? name
        else { return }
        let isSource = table.source.entity == former.entity && table.source.relationship == former.property
        let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
        let owners = kinds.lost(from: former.entity, to: place.entity)
        let members = kinds.lost(from: formerRelationship.destination.text, to: relationship.destination.text)
        for (end, lost, root) in [(own, owners, former.entity), (other, members, formerRelationship.destination.text)] {
            guard let rows = rows(of: lost, root) else { continue }
            found.add(.deleteConnections(column: end.column, table: name, of: rows), to: name)
        }
    }

    private func list(_ names: Set<String>) -> String { names.sorted().map { "'\($0)'" }.joined(separator: ", ") }

    private var kinds: RowKinds { RowKinds(old: old, new: new, match: match) }

    /// The old end that has a name or gives it; without one, those whose objects have it, because their entity is new.
    private func formers(_ place: Place, _ relationship: Relationship) -> [Place] {
        let former = match.former(place) {
            old.relationship($0).map { match.continues($0.destination.text, as: relationship.destination.text) } ?? false
        }
        return former.map { [$0] } ?? match.formerEnds(of: place)
    }

    /// The rows of some entities; nil without such entities.
    private func rows(of kinds: Set<String>, _ entity: String) -> RowSet? {
        guard !kinds.isEmpty, let table = old.schema.table(forEntity: entity), let name = tableNames[table.name]
        else { return nil }
        return RowSet(name, ofEntities: table.hasEntityColumn ? kinds.sorted() : nil)
    }
}
