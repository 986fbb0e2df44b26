import SchemaModel

/// What stayed under its name from older versions to a newer one: an element with the name of an older one can be another element.
struct UnchangedNames {
    typealias Place = MigrationDecisions.Place

    /// Entities, attributes and relationships that each step kept under their names.
    private(set) var places: Set<Place>
    /// Those whose values a decision of a step computes, with the same name and type.
    private(set) var recomputed: Set<Place> = []

    /// - Parameter model: the newer version.
    init(_ model: Model) {
        places = model.declaredPlaces
    }

    /// Goes one step further back.
    mutating func pass(_ match: ModelMatch) {
        let old = match.old.declaredPlaces
        places = places.filter { place in
            guard old.contains(place) else { return false }
            if place.property == nil { return match.former(place.entity) == place.entity }
            return match.former(place, exists: old.contains) == place
        }
        for place in match.decisions.values.keys {
            // A part of a composite is computed with its attribute.
            let attribute = place.property?.split(separator: ".").first.map { Place(place.entity, String($0)) } ?? place
            if places.contains(attribute) { recomputed.insert(attribute) }
        }
    }
}

extension Model {
    /// The places of entities, attributes and relationships.
    fileprivate var declaredPlaces: Set<MigrationDecisions.Place> {
        entities.reduce(into: []) { places, entity in
            places.insert(.init(entity.name.text))
            for name in entity.persistentAttributes.map(\.name.text) + entity.relationships.map(\.name.text) {
                places.insert(.init(entity.name.text, name))
            }
        }
    }
}
