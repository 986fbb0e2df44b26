import Diagnostics
import SchemaModel

/// Names that one version gave up and a later one gave to something else.
extension ModelMatch {
    /// Something of the last version that has the name of something else in the first one, which no version between has.
    struct ReusedName {
        let place: Place
        /// The step that brought it.
        let step: Int
    }

    /// The reused names of several steps. One step from the last version to the first would take the new element for the former one.
    /// - Parameter matches: the steps, each from the version that the one before leads to.
    static func reusedNames(through matches: [ModelMatch]) -> [ReusedName] {
        guard matches.count > 1, let first = matches.first?.old, let last = matches.last?.new else { return [] }
        let places = first.elements.compactMap(\.path.place)
        let continued = Set(places.compactMap { later($0, through: matches[...]) })
        let names = Set(last.elements.compactMap(\.path.place))
        return places.compactMap { place in
            guard later(place, through: matches[...]) == nil else { return nil }
            // A property is looked for where its entity is by then.
            let same: Place? = place.property == nil ? place : later(Place(place.entity), through: matches[...]).map { Place($0.entity, place.property) }
            guard let same, names.contains(same), !continued.contains(same) else { return nil }
            return ReusedName(place: same, step: origin(of: same, in: matches))
        }
    }

    /// The step after which something of the last version is there.
    private static func origin(of place: Place, in matches: [ModelMatch]) -> Int {
        for start in matches.indices.dropFirst() {
            let isThere = matches[start].old.elements.compactMap(\.path.place).contains { later($0, through: matches[start...]) == place }
            if isThere { return start - 1 }
        }
        return matches.count - 1
    }

    private static func later(_ place: Place, through matches: ArraySlice<ModelMatch>) -> Place? {
        matches.reduce(Optional(place)) { place, match in place.flatMap(match.later) }
    }
}
