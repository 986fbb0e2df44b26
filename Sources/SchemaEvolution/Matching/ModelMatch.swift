public import SchemaModel

/// Which element of a new version of a model is which of the old one: of the same name, of the name that a decision gives, or
/// moved within a hierarchy.
///
/// It is made once from two versions and the decisions. Comparison, status, planning and proof use it; the checks that judge
/// a plan from outside do not.
public struct ModelMatch: Sendable {
    typealias Place = MigrationDecisions.Place

    let old: Model
    let new: Model
    let decisions: MigrationDecisions
    /// The old names of entities that have a new one, and the new names by the old ones.
    private let formerEntities: [String: String]
    private let laterEntities: [String: String]
    private let formerProperties: [Place: String]
    private let laterProperties: [Place: String]
    /// The old entities that each new one continues, and the new relationships that continue each old one. Plans ask for them
    /// at each key, so they are found once.
    private(set) var continued: [String: [Entity]] = [:]
    private(set) var successors: [Place: [Place]] = [:]

    /// - Parameters:
    ///   - old: the old version.
    ///   - new: the new version.
    ///   - decisions: those of the step between them.
    public init(from old: Model, to new: Model, _ decisions: MigrationDecisions = .init()) {
        self.old = old
        self.new = new
        self.decisions = decisions
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
        continued = continuedEntities()
        successors = succeedingRelationships()
    }

    init(_ old: StoredVersion, _ new: StoredVersion, _ decisions: MigrationDecisions) {
        self.init(from: old.model, to: new.model, decisions)
    }

    // MARK: Entities

    /// The old name of an entity of the new version; nil if it is new.
    func former(_ entity: String) -> String? {
        if let former = formerEntities[entity] { return former }
        return laterEntities[entity] == nil && old.entity(named: entity) != nil ? entity : nil
    }

    /// The new name of an entity of the old version; nil if it is gone.
    func later(_ entity: String) -> String? {
        if let later = laterEntities[entity] { return later }
        return formerEntities[entity] == nil && new.entity(named: entity) != nil ? entity : nil
    }

    /// The new entity of an old entity's own objects; nil if they go, because the entity is gone or abstract.
    func laterOfObjects(_ entity: String) -> String? {
        later(entity).flatMap { new.entity(named: $0)?.isAbstract == false ? $0 : nil }
    }

    // MARK: Properties

    /// The old place of a property of the new version: in its own entity first, then in one of its hierarchy.
    /// - Parameter exists: whether the old version has a property there.
    func former(_ place: Place, exists: (Place) -> Bool) -> Place? {
        guard let entity = new.entity(named: place.entity), let property = place.property else { return nil }
        let relatives = [entity] + new.lineage(of: entity) + new.subtree(of: entity)
        for relative in relatives {
            guard let formerEntity = former(relative.name.text) else { continue }
            let candidate = Place(formerEntity, formerName(of: property, in: relative.name.text))
            // A name that was given away is another property's now.
            guard exists(candidate), laterName(of: candidate) == property, !isTaken(candidate) else { continue }
            return candidate
        }
        return inherited(property, by: place.entity, exists)
    }

    /// The old property of an ancestor that an entity declares itself now, because it leaves its hierarchy.
    private func inherited(_ property: String, by entity: String, _ exists: (Place) -> Bool) -> Place? {
        guard let former = former(entity), let declared = old.entity(named: former) else { return nil }
        for ancestor in old.lineage(of: declared).dropLast().reversed() {
            let renamed = laterProperties.first { $0.key.entity == ancestor.name.text && $0.value == property }?.key
            for candidate in [renamed, Place(ancestor.name.text, property)].compactMap(\.self) {
                guard exists(candidate), laterName(of: candidate) == property, !isTaken(candidate) else { continue }
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

    /// The new name of a property of the old version, whether or not the new version has it.
    func laterName(of place: Place) -> String {
        guard let property = place.property else { return "" }
        if let later = laterProperties[place] { return later }
        let parts = property.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let later = laterProperties[.init(place.entity, parts[0])] else { return property }
        return "\(later).\(parts[1])"
    }
}
