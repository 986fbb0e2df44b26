import Diagnostics
import SQLiteStorage
import SchemaModel

/// What the new version has no place for: each needs a reason.
struct Losses {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let correspondence: Correspondence
    /// The old entities whose objects keep their values of an attribute.
    private let keepers: [Place: Set<String>]

    init(old: StoredVersion, new: StoredVersion, correspondence: Correspondence) {
        self.old = old
        self.new = new
        self.correspondence = correspondence
        var keepers: [Place: Set<String>] = [:]
        let kinds = RowKinds(old: old, new: new, correspondence: correspondence)
        // What is derived keeps no values of its own.
        for (place, stored) in new.attributes where stored.attribute.derivation == nil {
            for former in kinds.formerPlaces(of: place) { keepers[former.place, default: []].formUnion(former.kinds) }
        }
        self.keepers = keepers
    }

    /// The tables that no other becomes.
    func tables(keeping tables: [String], _ joins: [String]) -> [String] {
        let kept = Set(tables + joins)
        // Connections go before what they connect.
        let names = old.schema.joinTables.map(\.name) + old.schema.tables.map(\.name)
        return names.filter { !kept.contains($0) }
    }

    /// Reports what is lost without a reason: an entity as a whole, or its properties one by one.
    func report(_ findings: inout PlanFindings) {
        for entity in old.model.entities {
            let place = Place(entity.name.text)
            guard let later = correspondence.later(entity.name.text) else {
                // An abstract one has no rows; what it declared is told of those that inherit it.
                if !entity.isAbstract || !entity.storedAttributes.isEmpty, !findings.allowsLoss(of: place) {
                    findings.report(
                        .loss, "'\(place)' is gone, and all its objects with it", at: new.model.name.span,
                        notes: [.init("it was declared here", at: entity.name.span)], decide: findings.lines(forLossOf: place))
                }
                continue
            }
            let span = new.model.entity(named: later)?.name.span ?? new.model.name.span
            if !entity.isAbstract, correspondence.laterOfObjects(entity.name.text) == nil, !findings.allowsLoss(of: place) {
                findings.report(
                    .loss, "'\(later)' is abstract now, and the objects that were of '\(place)' itself are lost", at: span,
                    notes: [.init("it had objects here", at: entity.name.span)], decide: ["'drops: { \(place): why }'"])
            }
            for stored in entity.storedAttributes where stored.attribute.derivation == nil && !stored.isPresence {
                report(.init(entity.name.text, stored.name.text), declaredAt: stored.name.span, span, &findings)
            }
            for relationship in entity.relationships where relationship.inverse == nil || relationship.storage != .inverseKey {
                reportRelationship(relationship, of: entity, span, &findings)
            }
        }
    }

    private func report(_ place: Place, declaredAt span: SourceSpan, _ newSpan: SourceSpan, _ findings: inout PlanFindings) {
        let remaining = kinds.remaining(place.entity)
        let without = remaining.subtracting(keepers[place] ?? [])
        if without.isEmpty, !remaining.isEmpty || isKept(place, exists: { new.attributes[$0].map { $0.attribute.derivation == nil } ?? false }) { return }
        guard !allowsLoss(of: place, &findings) else { return }
        let isAll = without == remaining
        let objects = isAll ? "" : " for objects of \(Self.list(without))"
        findings.report(
            .loss, "the values of '\(place)' are lost\(objects)", at: newSpan, notes: [.init("it was declared here", at: span)],
            decide: findings.lines(forLossOf: place))
    }

    private var kinds: RowKinds { RowKinds(old: old, new: new, correspondence: correspondence) }

    /// Whether a loss has a reason. One for an entity that stays and is abstract now is about the objects that were its own.
    private func allowsLoss(of place: Place, _ findings: inout PlanFindings) -> Bool {
        let stays = correspondence.later(place.entity) != nil && correspondence.laterOfObjects(place.entity) == nil
        return findings.allowsLoss(of: place, entityCounts: !stays || kinds.remaining(place.entity).isEmpty)
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().map { "'\($0)'" }.joined(separator: ", ") }

    private func reportRelationship(
        _ relationship: Relationship, of entity: Entity, _ newSpan: SourceSpan, _ findings: inout PlanFindings
    ) {
        let place = Place(entity.name.text, relationship.name.text)
        let destination = correspondence.later(relationship.destination.text)
        // What leads elsewhere connects nothing of what it did.
        if let kept = latter(place, exists: { new.relationship($0)?.destination.text == destination }), let destination {
            let without = kinds.lost(from: place.entity, to: kept.entity).union(
                kinds.lost(from: relationship.destination.text, to: destination)
            )
            .filter { correspondence.laterOfObjects($0) != nil }
            if without.isEmpty || allowsLoss(of: place, &findings) { return }
            findings.report(
                .loss, "what '\(place)' connects with objects of \(Self.list(without)) is lost", at: newSpan,
                notes: [.init("it was declared here", at: relationship.name.span)], decide: findings.lines(forLossOf: place))
            return
        }
        // What is connected is known as long as one end is there.
        if let inverse = relationship.inverse,
            isKept(.init(relationship.destination.text, inverse.text), exists: { new.relationship($0) != nil })
        {
            return
        }
        guard !allowsLoss(of: place, &findings) else { return }
        findings.report(
            .loss, "what '\(place)' connects is lost", at: newSpan,
            notes: [.init("it was declared here", at: relationship.name.span)],
            decide: findings.lines(forLossOf: place))
    }

    /// Whether something of the new version is what stood in a place of the old one.
    private func isKept(_ place: Place, exists: (Place) -> Bool) -> Bool { latter(place, exists: exists) != nil }

    /// What of the new version is what stood in a place of the old one.
    private func latter(_ place: Place, exists: (Place) -> Bool) -> Place? {
        guard let later = correspondence.later(place.entity), let entity = new.model.entity(named: later) else { return nil }
        for relative in new.model.lineage(of: entity) + new.model.subtree(of: entity) {
            let members =
                relative.storedAttributes.map { Place(relative.name.text, $0.name.text) }
                + relative.relationships.map { Place(relative.name.text, $0.name.text) }
            let member = members.first { member in
                exists(member) && correspondence.former(member, exists: { $0 == place }) == place
            }
            if let member { return member }
        }
        return nil
    }
}
