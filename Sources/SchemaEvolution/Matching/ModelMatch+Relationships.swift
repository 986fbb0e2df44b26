import SchemaModel

/// An old relationship whose connections a new one may have.
struct RelationshipSource: Hashable {
    /// An end of the old relationship.
    var end: MigrationDecisions.Place
    /// Whether the owners of that end are the members of the new one: nothing led from its owners.
    var isTurned: Bool
}

/// Relationships are matched as pairs of ends: a connection survives if both of its objects do, and if the name of either end
/// continues between them.
extension ModelMatch {
    /// The old relationships that a relationship of the new version continues, in either direction, without those whose loss is
    /// decided if others remain. Those that continue the end itself come first.
    func sources(of place: Place) -> [RelationshipSource] {
        let all = allSources(of: place)
        let kept = all.filter { !isDropped($0.end) }
        return kept.isEmpty ? all : kept
    }

    /// The same with those whose loss is decided.
    func allSources(of place: Place) -> [RelationshipSource] {
        var sources = [RelationshipSource]()
        for end in formerEnds(of: place) { sources.append(.init(end: end, isTurned: false)) }
        if let inverse = new.inverse(of: place), inverse != place, new.relationship(inverse) != nil {
            for end in formerEnds(of: inverse) {
                sources.append(old.inverse(of: end).map { .init(end: $0, isTurned: false) } ?? .init(end: end, isTurned: true))
            }
        }
        var known = Set<RelationshipSource>()
        return sources.filter { known.insert($0).inserted }
    }

    /// The new relationships that continue an old one, by the end that its own end became or leads to.
    func successors(of end: Place) -> [Place] { successors[end] ?? [] }

    /// The same for each old relationship, in the order of the new version.
    func succeedingRelationships() -> [Place: [Place]] {
        var successors = [Place: [Place]]()
        for entity in new.entities {
            for place in entity.relationships.map({ Place(entity.name.text, $0.name.text) }) {
                let ends = allSources(of: place).map(\.end)
                for end in Set(ends + ends.flatMap(leadingTo)) { successors[end, default: []].append(place) }
            }
        }
        return successors
    }

    /// The old relationships whose inverse an end is.
    private func leadingTo(_ end: Place) -> [Place] {
        guard let destination = old.relationship(end)?.destination.text, let entity = old.entity(named: destination) else { return [] }
        return entity.relationships.map { Place(destination, $0.name.text) }.filter { old.inverse(of: $0) == end }
    }

    /// Whether several to-one relationships with keys have the connections of an old one.
    func hasSeveralKeys(_ end: Place) -> Bool { successors(of: end).filter { new.relationship($0)?.holdsKey == true }.count > 1 }

    /// Whether a decision gives up the connections of an old relationship, at either end.
    func isDropped(_ end: Place) -> Bool {
        [end, old.inverse(of: end)].compactMap(\.self).contains { decisions.drops[$0] != nil }
    }

    /// The old ends that a new end continues: objects of the same entities had them, under the name that became this one.
    func formerEnds(of place: Place) -> [Place] {
        guard let relationship = new.relationship(place) else { return [] }
        let ends = (continued[place.entity] ?? []).flatMap { entity in
            entity.relationships.filter { former in
                let end = Place(entity.name.text, former.name.text)
                return laterName(of: end) == place.property && !isTaken(end)
                    && continues(former.destination.text, as: relationship.destination.text)
            }.map { Place(entity.name.text, $0.name.text) }
        }
        // The entity's own end comes before those of its hierarchy.
        let own = former(place.entity)
        return ends.filter { $0.entity == own } + ends.filter { $0.entity != own }
    }

    /// The old end of the name that a new end has or is given, in its entity first; nil if none leads to the same objects.
    func continuedEnd(of place: Place) -> Place? {
        guard let relationship = new.relationship(place) else { return nil }
        return former(place) { end in
            old.relationship(end).map { continues($0.destination.text, as: relationship.destination.text) } ?? false
        }
    }

    /// Whether a decision gives the name of an old property to another one of its hierarchy.
    func isTaken(_ end: Place) -> Bool {
        guard decisions.renames[end] == nil, let entity = old.entity(named: end.entity) else { return false }
        let related = Set((old.lineage(of: entity) + old.subtree(of: entity)).map(\.name.text))
        return decisions.renames.contains { place, decision in
            place.property != nil && place != end && decision.text == end.property && related.contains(place.entity)
        }
    }
}

extension Model {
    func relationship(_ place: MigrationDecisions.Place) -> Relationship? {
        entity(named: place.entity)?.relationships.first { $0.name.text == place.property }
    }

    /// The relationship that leads back.
    func inverse(of place: MigrationDecisions.Place) -> MigrationDecisions.Place? {
        guard let relationship = relationship(place), let inverse = relationship.inverse else { return nil }
        return .init(relationship.destination.text, inverse.text)
    }
}
