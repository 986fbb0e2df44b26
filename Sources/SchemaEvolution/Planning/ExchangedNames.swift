import SchemaModel

/// Finds relationships of an entity whose names others have now: `x` is called `z`, and `y` is called `x`, or two exchange names.
///
/// A name that continues says that the relationship is the same. Where the destination or the cardinality says otherwise, and another
/// relationship has exactly these now, the names were probably given to each other.
struct ExchangedNames {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    /// What a relationship is apart from its name, by entities of the new version.
    private struct Shape: Hashable {
        var destination: String?
        var isToMany: Bool
        var isOrdered: Bool
        var isItsOwnInverse: Bool
        /// The cardinality and order of the inverse; nil without one.
        var inverse: [Bool]?
    }

    /// The renames that give a relationship its new name, with those of the relationships whose names are given away by them; nil if the
    /// shapes do not determine them.
    func renames(of place: Place) -> [(old: Place, new: String)]? {
        guard let former = old.model.entity(named: place.entity), let name = place.property,
            let latter = match.later(place.entity).flatMap(new.model.entity(named:))
        else { return nil }
        let (olds, news) = (shapes(former, in: old) { match.later($0) }, shapes(latter, in: new) { $0 })
        // What keeps both name and shape is no part of it.
        let open = olds.filter { news[match.laterName(of: Place(former.name.text, $0.key))] != $0.value }
        let free = news.filter { new in
            !olds.contains { $0.value == new.value && match.laterName(of: Place(former.name.text, $0.key)) == new.key }
        }
        func target(_ name: String) -> String? {
            guard let shape = open[name], open.values.filter({ $0 == shape }).count == 1 else { return nil }
            let names = free.filter { $0.value == shape }.map(\.key)
            return names.count == 1 ? names[0] : nil
        }
        // A relationship that loses its name needs another one; the one that takes a name is part of it too.
        var (renames, pending) = ([String: String](), [name])
        while let next = pending.popLast() {
            if renames[next] != nil { continue }
            let old = Place(former.name.text, next)
            guard let later = target(next), match.decisions.renames[old] == nil, !match.isDropped(old) else { return nil }
            renames[next] = later
            if olds[later] != nil { pending.append(later) }
            if let taker = open.keys.first(where: { target($0) == next }) { pending.append(taker) }
        }
        // Without a name that is given on, it is a likely rename like any other.
        guard renames.values.contains(where: { olds[$0] != nil }) else { return nil }
        return renames.sorted { $0.key < $1.key }.map { (Place(former.name.text, $0.key), $0.value) }
    }

    /// The line that decides the renames.
    func line(of place: Place) -> DecisionLine? { renames(of: place).map(DecisionLine.rename) }

    private func shapes(_ entity: Entity, in version: StoredVersion, _ newName: (String) -> String?) -> [String: Shape] {
        Dictionary(
            entity.relationships.map { relationship in
                let inverse = version.inverse(of: Place(entity.name.text, relationship.name.text)).flatMap(version.relationship)
                return (
                    relationship.name.text,
                    Shape(
                        destination: newName(relationship.destination.text), isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
                        isItsOwnInverse: relationship.isItsOwnInverse, inverse: inverse.map { [$0.isToMany, $0.isOrdered] })
                )
            }, uniquingKeysWith: { first, _ in first })
    }
}
