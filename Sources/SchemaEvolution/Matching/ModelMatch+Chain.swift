import SchemaModel

/// A chain of steps as one: what an element of the first version is called in the last one.
extension ModelMatch {
    /// The renames of several steps as those of one step from the first version to the last.
    /// - Parameter matches: the steps, each from the version that the one before leads to.
    static func decisions(through matches: [ModelMatch]) -> MigrationDecisions {
        guard let first = matches.first else { return .init() }
        if matches.count == 1 { return first.decisions }
        var decisions = MigrationDecisions()
        for element in first.old.elements {
            guard let place = element.path.place ?? element.path.casePlace else { continue }
            var current: Place? = place
            for match in matches {
                current = current.flatMap { element.path.casePlace == nil ? match.later($0) : match.laterCase($0) }
            }
            guard let current, let name = current.property ?? Optional(current.entity),
                name != place.property ?? place.entity
            else { continue }
            let decision = MigrationDecisions.Decision(name, at: element.span)
            if element.path.casePlace == nil { decisions.renames[place] = decision } else { decisions.cases[place] = decision }
        }
        return decisions
    }

    /// The new place of an entity or of a property; nil if it is gone.
    private func later(_ place: Place) -> Place? {
        guard let entity = later(place.entity), let declared = new.entity(named: entity) else { return nil }
        guard place.property != nil else { return Place(entity) }
        let name = laterName(of: place)
        let owner = (new.lineage(of: declared).reversed() + new.subtree(of: declared)).first { relative in
            relative.persistentAttributes.contains { $0.name.text == name } || relative.relationships.contains { $0.name.text == name }
        }
        return owner.map { Place($0.name.text, name) }
    }

    private func laterCase(_ place: Place) -> Place { Place(place.entity, decisions.cases[place]?.text ?? place.property) }
}

extension ModelElement.Path {
    /// The place of an enum's case.
    fileprivate var casePlace: MigrationDecisions.Place? {
        if case .enumerationCase(let name, let enumeration) = self { .init(enumeration, name) } else { nil }
    }
}
