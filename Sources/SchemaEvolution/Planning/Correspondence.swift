import SchemaModel

/// What of the new version is what of the old one: of the same name, of the name that a decision gives, or moved within its
/// hierarchy.
struct Correspondence {
    typealias Place = MigrationDecisions.Place

    private let old: StoredVersion
    private let new: StoredVersion
    /// The old names of what has a new one.
    private let formerEntities: [String: String]
    private let laterEntities: [String: String]
    private let formerProperties: [Place: String]
    private let laterProperties: [Place: String]

    init(_ old: StoredVersion, _ new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        let renames = decisions.claimedRenames
        var (formerEntities, laterEntities) = ([String: String](), [String: String]())
        for (place, decision) in renames where place.property == nil {
            formerEntities[decision.text] = place.entity
            laterEntities[place.entity] = decision.text
        }
        var (formerProperties, laterProperties) = ([Place: String](), [Place: String]())
        for (place, decision) in renames {
            guard let property = place.property else { continue }
            laterProperties[place] = decision.text
            // The entity by its new name too: properties are asked for by the names of their version.
            let entity = laterEntities[place.entity] ?? place.entity
            formerProperties[.init(entity, decision.text)] = property
        }
        self.formerEntities = formerEntities
        self.laterEntities = laterEntities
        self.formerProperties = formerProperties
        self.laterProperties = laterProperties
    }

    /// The old name of an entity of the new version; nil if it is new.
    func former(_ entity: String) -> String? {
        if let former = formerEntities[entity] { return former }
        return laterEntities[entity] == nil && old.model.entity(named: entity) != nil ? entity : nil
    }

    /// What an entity of the old version is called; nil where it is gone.
    func later(_ entity: String) -> String? {
        if let later = laterEntities[entity] { return later }
        return formerEntities[entity] == nil && new.model.entity(named: entity) != nil ? entity : nil
    }

    /// What the objects of an entity of the old version are of; nil where they go: it is gone, or abstract now.
    func laterOfObjects(_ entity: String) -> String? {
        later(entity).flatMap { new.model.entity(named: $0)?.isAbstract == false ? $0 : nil }
    }

    /// Where a property of the new version stood: of its own entity first, then of one of its hierarchy.
    /// - Parameter exists: whether the old version has a property there.
    func former(_ place: Place, exists: (Place) -> Bool) -> Place? {
        guard let entity = new.model.entity(named: place.entity), let property = place.property else { return nil }
        let relatives = [entity] + new.model.lineage(of: entity) + new.model.subtree(of: entity)
        for relative in relatives {
            guard let formerEntity = former(relative.name.text) else { continue }
            let candidate = Place(formerEntity, formerName(of: property, in: relative.name.text))
            // A name that was given away is another property's now.
            guard exists(candidate), laterName(of: candidate) == property else { continue }
            return candidate
        }
        return inherited(property, by: place.entity, exists)
    }

    /// What an entity that leaves its hierarchy inherited, and declares itself now.
    private func inherited(_ property: String, by entity: String, _ exists: (Place) -> Bool) -> Place? {
        guard let former = former(entity), let declared = old.model.entity(named: former) else { return nil }
        for ancestor in old.model.lineage(of: declared).dropLast().reversed() {
            let renamed = laterProperties.first { $0.key.entity == ancestor.name.text && $0.value == property }?.key
            for candidate in [renamed, Place(ancestor.name.text, property)].compactMap(\.self) {
                guard exists(candidate), laterName(of: candidate) == property else { continue }
                return candidate
            }
        }
        return nil
    }

    /// The old name of a property; of a part of a composite that of the attribute changes.
    private func formerName(of property: String, in entity: String) -> String {
        let parts = property.split(separator: ".", maxSplits: 1).map(String.init)
        if let whole = formerProperties[.init(entity, property)] { return whole }
        guard parts.count == 2, let former = formerProperties[.init(entity, parts[0])] else { return property }
        return "\(former).\(parts[1])"
    }

    private func laterName(of place: Place) -> String {
        guard let property = place.property else { return "" }
        if let later = laterProperties[place] { return later }
        let parts = property.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let later = laterProperties[.init(place.entity, parts[0])] else { return property }
        return "\(later).\(parts[1])"
    }
}
