import SQLiteStorage
import SchemaModel
import StoreMigration

/// Which entities the rows of a table are of, for properties that not all of them have.
struct RowKinds {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    /// The old names of the entities whose objects have a property of a new entity: its own, and those that inherit from it.
    func former(of entity: String) -> Set<String> { match.formerKinds(of: entity) }

    /// The entities of the old version, still there, whose objects have a property.
    private func owners(of place: Place) -> Set<String> { remaining(place.entity) }

    /// An entity of the old version and those that inherited from it, as far as they have objects in both versions.
    func remaining(_ entity: String) -> Set<String> { match.remainingKinds(of: entity) }

    /// The entities of the old version whose objects were an entity's, and are none of another one of the new version.
    func lost(from former: String, to entity: String) -> Set<String> { match.lostKinds(from: former, to: entity) }

    /// Whether objects that had a property have it no more.
    func leavesSomeBehind(_ former: Place, _ place: Place) -> Bool {
        !owners(of: former).subtracting(self.former(of: place.entity)).isEmpty
    }

    /// Whether objects have a property now that did not have it.
    func joinsOthers(_ former: Place, _ place: Place) -> Bool {
        !self.former(of: place.entity).subtracting(owners(of: former)).isEmpty
    }

    /// Where the values of an attribute stood, for the objects of which old entities: two children may have had it each, and
    /// their parent has it now.
    func formerPlaces(of place: Place) -> [(place: Place, kinds: Set<String>)] {
        var places = [(place: Place, kinds: Set<String>)]()
        for kind in former(of: place.entity).sorted() {
            let lineage = old.model.entity(named: kind).map { Set(old.model.lineage(of: $0).map(\.name.text)) } ?? []
            guard let former = match.former(place, exists: { old.attributes[$0] != nil && lineage.contains($0.entity) })
            else { continue }
            if let index = places.firstIndex(where: { $0.place == former }) {
                places[index].kinds.insert(kind)
            } else {
                places.append((former, [kind]))
            }
        }
        return places
    }

    /// A value for the rows of an entity, on a row of the old table, and another one for those of others.
    func restricted(_ value: RowValue, to entity: String, from oldTable: Table, otherwise: RowValue = .null)
        -> RowValue
    {
        restricted(value, toRowsOf: former(of: entity), from: oldTable, otherwise: otherwise)
    }

    /// A value for the rows of some old entities, on a row of their table, and another one for those of others.
    func restricted(_ value: RowValue, toRowsOf kinds: Set<String>, from oldTable: Table, otherwise: RowValue = .null) -> RowValue {
        let all = oldTable.entities.filter {
            old.model.entity(named: $0)?.isAbstract == false && match.laterOfObjects($0) != nil
        }
        if kinds.isEmpty { return otherwise }
        if Set(all).isSubset(of: kinds) { return value }
        // Rows of other entities come from another table.
        let kinds = kinds.intersection(all)
        if kinds.isEmpty { return otherwise }
        return .ofEntities(kinds.sorted(), value, otherwise: otherwise)
    }
}
