import Diagnostics
import SchemaModel

/// A chain of steps as one: what an element of the first version is called in the last one.
extension ModelMatch {
    /// The renames of several steps as those of one step from the first version to the last.
    /// - Parameter matches: the steps, each from the version that the one before leads to.
    static func decisions(through matches: [ModelMatch]) -> MigrationDecisions {
        if matches.count == 1, let only = matches.first { return only.decisions }
        var decisions = MigrationDecisions()
        for change in changedNames(through: matches) {
            let decision = MigrationDecisions.Decision(change.later.lastName, at: change.span)
            if change.isCase { decisions.cases[change.former] = decision } else { decisions.renames[change.former] = decision }
        }
        return decisions
    }

    /// The renames and cases of several steps, taken back as those of one step from the last version to the first.
    /// - Parameter matches: the steps, each from the version that the one before leads to.
    static func decisionsBack(through matches: [ModelMatch]) -> MigrationDecisions {
        var decisions = MigrationDecisions(cases: casesBack(through: matches))
        for change in changedNames(through: matches) where !change.isCase && decisions.renames[change.later] == nil {
            decisions.renames[change.later] = MigrationDecisions.Decision(change.former.lastName, at: change.span)
        }
        return decisions
    }

    /// What is called otherwise in the last version than in the first, and is still there.
    private static func changedNames(
        through matches: [ModelMatch]
    ) -> [(former: Place, later: Place, isCase: Bool, span: SourceSpan)] {
        guard let first = matches.first else { return [] }
        let elements = first.old.elements.compactMap { element in
            (element.path.place ?? element.path.casePlace).map { ($0, element.path.casePlace != nil, element.span) }
        }
        let parts = first.old.entities.flatMap { entity in
            entity.storedAttributes.filter { $0.path.count > 1 }.map { (Place(entity.name.text, $0.name.text), false, $0.name.span) }
        }
        return (elements + parts).compactMap { place, isCase, span in
            var current: Place? = place
            for match in matches {
                current = current.flatMap { isCase ? match.laterCase($0) : match.later($0) }
            }
            guard let current, current.lastName != place.lastName, !isCarried(place, current) else { return nil }
            return (place, current, isCase, span)
        }
    }

    /// Whether a part of a composite has another name only because its attribute has.
    private static func isCarried(_ former: Place, _ later: Place) -> Bool {
        let (old, new) = (former.property?.split(separator: ".") ?? [], later.property?.split(separator: ".") ?? [])
        return old.count > 1 && old.dropFirst() == new.dropFirst()
    }

    /// The new place of an entity or of a property; nil if it is gone.
    func later(_ place: Place) -> Place? {
        guard let entity = later(place.entity), let declared = new.entity(named: entity) else { return nil }
        guard let property = place.property else { return Place(entity) }
        // A name that a decision gave to another property is not this one's any more; a part has the place of its whole.
        guard !isTaken(Place(place.entity, property.split(separator: ".").first.map(String.init))) else { return nil }
        let name = laterName(of: place)
        let owner = (new.lineage(of: declared).reversed() + new.subtree(of: declared)).first { relative in
            relative.persistentAttributes.contains { $0.name.text == name } || relative.relationships.contains { $0.name.text == name }
                || relative.storedAttributes.contains { $0.path.count > 1 && $0.name.text == name }
        }
        return owner.map { Place($0.name.text, name) }
    }

    private func laterCase(_ place: Place) -> Place { Place(place.entity, decisions.cases[place]?.text ?? place.property) }
}

extension MigrationDecisions.Place {
    /// The name of the property, or of the entity.
    fileprivate var lastName: String { property ?? entity }
}

extension ModelElement.Path {
    /// The place of an enum's case.
    fileprivate var casePlace: MigrationDecisions.Place? {
        if case .enumerationCase(let name, let enumeration) = self { .init(enumeration, name) } else { nil }
    }
}
