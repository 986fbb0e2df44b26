import Diagnostics
import SQLiteStorage
import SchemaModel

/// What the new version has no place for: each needs a reason.
struct Losses {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch
    private let connections: KeptConnections
    /// What the old tables are called when values are read from them.
    private let tableNames: [String: String]
    /// The old entities whose objects keep their values of an attribute.
    private let keepers: [Place: Set<String>]

    init(
        old: StoredVersion, new: StoredVersion, match: ModelMatch, connections: KeptConnections, tableNames: [String: String] = [:]
    ) {
        self.tableNames = tableNames
        self.old = old
        self.new = new
        self.match = match
        self.connections = connections
        var keepers: [Place: Set<String>] = [:]
        let kinds = RowKinds(old: old, new: new, match: match)
        // What is derived keeps no values of its own.
        for (place, stored) in new.attributes where stored.attribute.hasOwnValues {
            for former in kinds.formerPlaces(of: place) { keepers[former.place, default: []].formUnion(former.kinds) }
        }
        self.keepers = keepers
    }

    /// The tables that no other becomes.
    static func tables(of old: StoredVersion, keeping tables: [String], _ joins: [String]) -> [String] {
        let kept = Set(tables + joins)
        // Connections go before what they connect.
        let names = old.schema.joinTables.map(\.name) + old.schema.tables.map(\.name)
        return names.filter { !kept.contains($0) }
    }

    /// Reports what is lost without a reason: an entity as a whole, or its properties one by one.
    func report(_ findings: inout PlanFindings) {
        var reported = Set<Place>()
        for entity in old.model.entities {
            let place = Place(entity.name.text)
            let later = match.later(entity.name.text)
            if later == nil {
                let hasHeirs = !kinds.remaining(entity.name.text).isEmpty
                // An abstract one has no rows. What it declared is reported for the objects that inherited it and stay.
                let isLost = !entity.isAbstract || !hasHeirs && !entity.storedAttributes.isEmpty
                if !findings.allowsLoss(of: place), isLost {
                    findings.report(
                        .loss, "'\(place)' was removed, and all its objects would be lost", at: new.model.name.span,
                        notes: [.init("it was declared here", at: entity.name.span)], decide: findings.lines(forLossOf: place))
                }
                guard hasHeirs else { continue }
            }
            let span = later.flatMap(new.model.entity(named:))?.name.span ?? new.model.name.span
            if let later, !entity.isAbstract, match.laterOfObjects(entity.name.text) == nil,
                !findings.allowsLoss(of: place)
            {
                findings.report(
                    .loss, "'\(later)' is abstract now, so the objects of '\(place)' itself would be lost", at: span,
                    notes: [.init("it had objects here", at: entity.name.span)], decide: [.drop(place)])
            }
            for stored in entity.storedAttributes where stored.attribute.hasOwnValues {
                if stored.isPresence {
                    reportPresence(of: stored, in: entity, span, &findings)
                } else {
                    report(stored, of: entity, span, &findings)
                }
            }
            for relationship in entity.relationships where relationship.inverse == nil || relationship.storage != .inverseKey {
                // Both ends of a join table are one relationship.
                let place = Place(entity.name.text, relationship.name.text)
                guard reported.insert(old.storagePlace(of: place).place).inserted else { continue }
                reportRelationship(relationship, at: place, span, &findings)
            }
        }
    }

    private func report(_ stored: StoredAttribute, of entity: Entity, _ newSpan: SourceSpan, _ findings: inout PlanFindings) {
        var place = Place(entity.name.text, stored.name.text)
        guard let without = objects(losing: place), !allowsLoss(of: place, &findings) else { return }
        let composite = stored.path.dropLast().last?.type.composite
        let renames = composite.map { findings.renames(ofPart: place, in: $0.name) { hasPart($0, of: place.entity) } } ?? []
        if renames.isEmpty, let whole = whole(of: stored, in: entity) { place = whole }
        let isAll = without == kinds.remaining(place.entity) && match.later(place.entity) != nil
        let objects = isAll ? "" : " for objects of \(Self.list(without))"
        findings.report(
            .loss, "the values of '\(place)' would be lost\(objects)", at: newSpan,
            notes: [.init("it was declared here", at: stored.name.span)], decide: renames + findings.lines(forLossOf: place))
    }

    /// The entities whose objects lose the values of an attribute; nil if it is kept.
    private func objects(losing place: Place) -> Set<String>? {
        let remaining = kinds.remaining(place.entity)
        let without = remaining.subtracting(keepers[place] ?? [])
        let isKept = !remaining.isEmpty || isKept(place) { new.attributes[$0].map { $0.attribute.hasOwnValues } ?? false }
        return without.isEmpty && isKept ? nil : without
    }

    /// The outermost composite that a lost part belongs to, if the same objects lose all its parts: that is one decision. nil for
    /// other attributes.
    private func whole(of stored: StoredAttribute, in entity: Entity) -> Place? {
        stored.name.text.prefixes.reversed().lazy.map { Place(entity.name.text, $0) }.first { whole in
            let parts = entity.storedAttributes.filter {
                $0.name.text.prefixes.contains(whole.property ?? "") && !$0.isPresence && $0.attribute.hasOwnValues
            }
            let losses = parts.map { objects(losing: Place(entity.name.text, $0.name.text)) }
            return losses.allSatisfy { $0 != nil && $0 == losses[0] }
        }
    }

    /// Whether the new version of an old entity has a part of a composite, perhaps inherited.
    private func hasPart(_ property: String, of entity: String) -> Bool {
        guard let declared = match.later(entity).flatMap(new.model.entity(named:)) else { return false }
        return (new.model.lineage(of: declared) + new.model.subtree(of: declared)).contains {
            new.attributes[Place($0.name.text, property)] != nil
        }
    }

    /// Reports an optional composite whose objects no longer tell nil from one without values. A part that was required tells,
    /// wherever its values are.
    private func reportPresence(
        of stored: StoredAttribute, in entity: Entity, _ newSpan: SourceSpan, _ findings: inout PlanFindings
    ) {
        let place = Place(entity.name.text, stored.name.text)
        let remaining = kinds.remaining(place.entity)
        let parts = entity.storedAttributes.filter { $0.name.text.hasPrefix(stored.name.text + ".") && !$0.isPresence }
        let keepers = ([stored] + parts.filter { $0.enclosingPlace(of: place) == place && !$0.attribute.isOptional })
            .reduce(into: Set<String>()) { $0.formUnion(self.keepers[Place(place.entity, $1.name.text)] ?? []) }
        // Objects that lose every part of it lose it with them.
        let others = parts.reduce(into: Set<String>()) { $0.formUnion(self.keepers[Place(place.entity, $1.name.text)] ?? []) }
        let without = remaining.subtracting(keepers).intersection(others)
        guard !without.isEmpty, !allowsLoss(of: place, &findings) else { return }
        findings.report(
            .loss, "'\(place)' would no longer distinguish nil from a value without parts", at: newSpan,
            notes: [.init("it was optional here", at: stored.name.span)], decide: [.drop(place)])
    }

    private var kinds: RowKinds { RowKinds(old: old, new: new, match: match) }

    /// Whether a loss has a reason. One for an entity is one for its properties if no objects stay that have them.
    private func allowsLoss(of place: Place, _ findings: inout PlanFindings) -> Bool {
        findings.allowsLoss(of: place, entityCounts: kinds.remaining(place.entity).isEmpty)
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().map { "'\($0)'" }.joined(separator: ", ") }

    private func reportRelationship(
        _ relationship: Relationship, at place: Place, _ newSpan: SourceSpan, _ findings: inout PlanFindings
    ) {
        let ends = [place, old.inverse(of: place)].compactMap(\.self)
        let notes = [Finding.Note("it was declared here", at: relationship.name.span)]
        let stored = old.storagePlace(of: place).place
        let successors = connections.successors(ofStored: stored)
        if successors.isEmpty {
            // An entity without objects, because all that inherit from it are abstract too, has no connections.
            guard [place.entity, relationship.destination.text].allSatisfy(hasObjects) else { return }
            guard !allowsLoss(ofRelationship: ends, &findings) else { return }
            let renames = RelationshipRenames(old: old, new: new, match: match)
            var renamed = ends.compactMap { end in renames.newName(of: end).map { DecisionLine.rename(end, to: $0) } }
            if renamed.isEmpty { renamed = ends.compactMap(exchangedNames.line) }
            let sources = ColumnSources(old: old, new: new, match: match, tableNames: tableNames)
            let joined = ends.compactMap(sources.line).first
            let lines = renamed + findings.lines(forLossOf: place).filter { line in !renamed.contains { $0.text == line.text } } + [joined].compactMap(\.self)
            let heirs = match.later(stored.entity) == nil ? kinds.remaining(stored.entity) : []
            let objects = heirs.isEmpty ? "" : " with objects of \(Self.list(heirs))"
            findings.report(.loss, "the connections of '\(place)'\(objects) would be lost", at: newSpan, notes: notes, decide: lines)
            return
        }
        let lost = entities(without: successors, stored) ?? []
        if lost.isEmpty {
            if successors.contains(where: { $0.decided != nil }) { _ = allowsLoss(ofRelationship: ends, &findings) }
        } else if !allowsLoss(ofRelationship: ends, &findings) {
            findings.report(
                .loss, "the connections of '\(place)' with objects of \(Self.list(lost)) would be lost", at: newSpan, notes: notes,
                decide: findings.lines(forLossOf: place))
        }
        for end in ends where old.relationship(end)?.isOrdered == true {
            let unordered = entities(without: successors.filter { $0.orders.contains(end) }, stored)
            if let unordered, unordered.isSubset(of: lost) { continue }
            reportOrder(of: end, ends, newSpan, &findings)
        }
    }

    /// Whether the old version could have objects of an entity.
    private func hasObjects(_ entity: String) -> Bool {
        old.model.entity(named: entity).map { old.model.subtree(of: $0).contains { !$0.isAbstract } } ?? false
    }

    /// Reports members that had an order, and have none or another one if they stay connected.
    private func reportOrder(of end: Place, _ ends: [Place], _ newSpan: SourceSpan, _ findings: inout PlanFindings) {
        let order = Place(orderOf: end)
        let isAllowed = allowsLoss(of: order, &findings)
        guard !allowsLoss(ofRelationship: ends, &findings), !isAllowed else { return }
        findings.report(
            .loss, "the order of '\(end)' would be lost", at: newSpan,
            notes: [.init("it was ordered here", at: old.relationship(end)?.name.span)],
            decide: [exchangedNames.line(of: end)].compactMap(\.self) + [.drop(order)])
    }

    private var exchangedNames: ExchangedNames { ExchangedNames(old: old, new: new, match: match) }

    /// The old entities whose objects have no part in any of some successors; nil without such entities.
    private func entities(without successors: [KeptConnections.Successor], _ stored: Place) -> Set<String>? {
        let destination = old.relationship(stored)?.destination.text ?? ""
        let hasInverse = old.inverse(of: stored) != nil
        return successors.map { successor in
            // Keys that a decision gives may lead to other entities; the objects that have such a key are those of its end. A new
            // end cannot speak for the objects that had the only one.
            let owners = successor.decided == .destination && hasInverse ? [] : kinds.lost(from: stored.entity, to: successor.owner)
            let members = successor.decided == .owner ? [] : kinds.lost(from: destination, to: successor.destination)
            return owners.union(members)
                .filter { match.laterOfObjects($0) != nil }
        }.reduce(nil as Set<String>?) { known, lost in known?.intersection(lost) ?? lost }
    }

    /// Whether the loss of a relationship has a reason, at either end.
    private func allowsLoss(ofRelationship ends: [Place], _ findings: inout PlanFindings) -> Bool {
        // Each end that has a reason is marked as used.
        ends.reduce(false) { isAllowed, end in allowsLoss(of: end, &findings) || isAllowed }
    }

    /// Whether something of the new version is what stood in a place of the old one.
    private func isKept(_ place: Place, exists: (Place) -> Bool) -> Bool { latter(place, exists: exists) != nil }

    /// What of the new version is what stood in a place of the old one.
    private func latter(_ place: Place, exists: (Place) -> Bool) -> Place? {
        guard let later = match.later(place.entity), let entity = new.model.entity(named: later) else { return nil }
        for relative in new.model.lineage(of: entity) + new.model.subtree(of: entity) {
            let members =
                relative.storedAttributes.map { Place(relative.name.text, $0.name.text) }
                + relative.relationships.map { Place(relative.name.text, $0.name.text) }
            let member = members.first { member in
                exists(member) && match.former(member, exists: { $0 == place }) == place
            }
            if let member { return member }
        }
        return nil
    }
}
