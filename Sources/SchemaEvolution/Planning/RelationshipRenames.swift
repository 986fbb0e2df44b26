import SchemaModel

/// Finds renames of relationships by the ends that kept their names: an inverse that stays leads to the new name.
struct RelationshipRenames {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    /// What a relationship of the old version is probably called; nil if its inverse does not tell.
    func newName(of place: Place) -> String? {
        guard let inverse = old.inverse(of: place), let entity = match.later(inverse.entity),
            let declared = new.model.entity(named: entity)
        else { return nil }
        for relative in new.model.lineage(of: declared) + new.model.subtree(of: declared) {
            for relationship in relative.relationships {
                let end = Place(relative.name.text, relationship.name.text)
                guard former(end) == inverse, let renamed = new.inverse(of: end), oldName(of: renamed) == place else { continue }
                return renamed.property
            }
        }
        return nil
    }

    /// What a relationship of the new version was probably called; nil if its inverse does not tell.
    func oldName(of place: Place) -> Place? {
        guard former(place) == nil, let inverse = new.inverse(of: place), let end = former(inverse),
            let candidate = old.inverse(of: end), candidate.property != place.property, !match.isDropped(candidate),
            let later = match.later(candidate.entity), let declared = new.model.entity(named: later),
            (new.model.lineage(of: declared) + new.model.subtree(of: declared)).contains(where: { $0.name.text == place.entity }),
            // A decision, or a property that still has the name, determines its new state.
            !new.model.entities.contains(where: { entity in
                entity.relationships.contains { former(.init(entity.name.text, $0.name.text)) == candidate }
            })
        else { return nil }
        return candidate
    }

    /// The old end that a new one continues by its name. One of the name that leads to other objects is none.
    private func former(_ place: Place) -> Place? { match.continuedEnd(of: place) }
}
