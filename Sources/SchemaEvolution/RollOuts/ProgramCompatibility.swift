import Diagnostics
import SQLiteStorage
import SchemaModel

/// Whether programs of an older version can read and write stores of a newer one.
///
/// Such a program reads and writes the columns that its own version has, by name. It leaves all other columns NULL, and knows no
/// other rule, entity or delete rule. So each element of the older version must be in the newer one under its name, with the same
/// facts, and nothing that the newer version adds may need the program's help.
struct ProgramCompatibility {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let names: UnchangedNames
    private var obstacles = Obstacles()

    /// - Parameter names: what stayed under its name between the versions.
    init(of old: StoredVersion, with new: StoredVersion, _ names: UnchangedNames) {
        self.old = old
        self.new = new
        self.names = names
    }

    /// What keeps the programs from reading and writing the stores; empty if nothing does.
    /// - Parameter fetches: prepares fetches on the newer schema.
    static func obstacles(
        of old: StoredVersion, with new: StoredVersion, _ names: UnchangedNames, _ fetches: FetchPreparation
    ) -> [Obstacle] {
        var compatibility = ProgramCompatibility(of: old, with: new, names)
        compatibility.checkModel()
        for entity in old.model.entities { compatibility.check(entity) }
        compatibility.checkRows()
        compatibility.checkAdditions()
        // A missing column would be reported again by each fetch that reads it.
        if compatibility.obstacles.all.isEmpty { compatibility.check(fetches) }
        return compatibility.obstacles.all
    }

    // MARK: The model and its entities

    private mutating func checkModel() {
        if old.model.name.text != new.model.name.text {
            obstacles.add("look for a store of '\(old.model.name.text)'", at: new.model.name.span)
        }
        if old.model.hasHistory, !new.model.hasHistory {
            obstacles.add("read a change history, which the store does not have", at: new.model.name.span)
        }
    }

    private mutating func check(_ former: Entity) {
        let name = former.name.text
        guard let entity = new.model.entity(named: name), names.places.contains(.init(name)) else {
            return obstacles.add("use '\(name)', which is removed or renamed", at: new.model.name.span, of: .init(name))
        }
        if entity.isAbstract != former.isAbstract {
            obstacles.add(
                former.isAbstract ? "do not know objects of the abstract '\(name)'" : "insert objects of '\(name)', which is abstract",
                at: entity.name.span)
        }
        if entity.parent?.text != former.parent?.text || new.schema.table(forEntity: name)?.name != old.schema.table(forEntity: name)?.name {
            obstacles.add("look for the objects of '\(name)' in another table or hierarchy", at: entity.name.span, of: .init(name))
        }
        for attribute in former.persistentAttributes { check(attribute, of: entity) }
        for relationship in former.relationships { check(relationship, of: entity) }
        if let search = former.search {
            let isSame = entity.search.map { $0.prefixes == search.prefixes && $0.tokenizer == search.tokenizer && $0.properties.map(\.text) == search.properties.map(\.text) }
            if isSame != true { obstacles.add("search '\(name)' otherwise", at: entity.name.span) }
        }
    }

    // MARK: Attributes

    private mutating func check(_ former: Attribute, of entity: Entity) {
        let place = Place(entity.name.text, former.name.text)
        guard let attribute = entity.persistentAttributes.first(where: { $0.name.text == former.name.text }), names.places.contains(place)
        else { return obstacles.add("use '\(place)', which is removed, renamed or moved", at: entity.name.span, of: place) }
        check(former, attribute, at: place, attribute.name.span)
        if names.recomputed.contains(place) {
            obstacles.add("read and write other values of '\(place)': 'values' computes them in a step", at: attribute.name.span, of: place)
        }
    }

    /// - Parameter place: of the attribute, or of the part of a composite.
    private mutating func check(_ former: Attribute, _ attribute: Attribute, at place: Place, _ span: SourceSpan) {
        if former.isOptional, !attribute.isOptional {
            obstacles.add("can save objects without '\(place)', which is required", at: span, of: place)
        } else if !former.isOptional, attribute.isOptional {
            obstacles.add("cannot read objects without '\(place)'", at: span, of: place)
        }
        switch (former.type, attribute.type) {
        case (.enumeration(let old), .enumeration(let new)): check(old, new, at: place, span)
        case (.composite(let old), .composite(let new)): check(old, new, at: place, span)
        case (let old, let new) where old.keyword != new.keyword:
            obstacles.add("read and write '\(place)' as \(old.keyword), and not as \(new.keyword)", at: span, of: place)
        default: break
        }
        let separate: Set<Fact.Key> = [.optional, .type, .unique]
        let (facts, formerFacts) = (attribute.storageFacts, former.storageFacts)
        for key in Fact.Key.allCases where !separate.contains(key) && facts[key] != formerFacts[key] {
            // A history that keeps more values is read as before.
            if key == .preserveOnDeletion, attribute.isPreserved { continue }
            obstacles.add("know '\(place)' with another '\(key.rawValue)'", at: span, of: place)
        }
    }

    private mutating func check(_ former: EnumerationType, _ enumeration: EnumerationType, at place: Place, _ span: SourceSpan) {
        if former.isInteger != enumeration.isInteger {
            return obstacles.add("read and write '\(place)' with other raw values", at: span, of: place)
        }
        let raws = Set(enumeration.cases.map(\.raw))
        let names = Dictionary(enumeration.cases.map { ($0.name, $0.raw) }, uniquingKeysWith: { first, _ in first })
        for element in former.cases {
            if let raw = names[element.name], raw != element.raw {
                obstacles.add("store \(element.raw) for the case '\(former.name).\(element.name)', and not \(raw)", at: span, of: place)
            } else if !raws.contains(element.raw) {
                obstacles.add("can store the case '\(former.name).\(element.name)', which is removed", at: span, of: place)
            }
        }
        let known = Set(former.cases.map(\.raw))
        for element in enumeration.cases where !known.contains(element.raw) && !former.hasUnknown {
            obstacles.add("cannot read the case '\(enumeration.name).\(element.name)': they have no 'unknown'", at: span, of: place)
        }
        if former.hasUnknown, !enumeration.hasUnknown {
            obstacles.add("can keep unknown raw values of '\(enumeration.name)', which has no 'unknown'", at: span, of: place)
        } else if enumeration.hasUnknown, !former.hasUnknown {
            obstacles.add("cannot read unknown raw values of '\(enumeration.name)'", at: span, of: place)
        }
    }

    private mutating func check(_ former: CompositeType, _ composite: CompositeType, at place: Place, _ span: SourceSpan) {
        for part in former.attributes where !part.isTransient {
            let partPlace = Place(place.entity, "\(place.property ?? "").\(part.name.text)")
            if let present = composite.attributes.first(where: { $0.name.text == part.name.text && !$0.isTransient }) {
                check(part, present, at: partPlace, span)
            } else {
                obstacles.add("use '\(partPlace)', which is removed or renamed", at: span, of: place)
            }
        }
        let known = Set(former.attributes.filter { !$0.isTransient }.map(\.name.text))
        // A new value of the whole keeps the old part, or SQLite refuses it.
        for part in composite.attributes where !part.isTransient && !known.contains(part.name.text) {
            obstacles.add("write '\(place)' without '\(part.name.text)'", at: span, of: place)
        }
    }

    // MARK: Relationships

    private mutating func check(_ former: Relationship, of entity: Entity) {
        let place = Place(entity.name.text, former.name.text)
        guard let relationship = entity.relationships.first(where: { $0.name.text == former.name.text }), names.places.contains(place)
        else { return obstacles.add("use '\(place)', which is removed, renamed or moved", at: entity.name.span, of: place) }
        let (facts, formerFacts) = (relationship.storageFacts, former.storageFacts)
        for key in Fact.Key.allCases where facts[key] != formerFacts[key] {
            // A key keeps its column. What the new inverse adds to it is compared with the rows.
            if key == .inverse, former.inverse == nil, former.holdsKey, new.model.inverse(of: relationship)?.isOrdered == false { continue }
            switch key {
            case .optional:
                let problem = relationship.isOptional ? "cannot read objects without '\(place)'" : "can save objects without '\(place)', which is required"
                obstacles.add(problem, at: relationship.name.span, of: place)
            case .to: obstacles.add("follow '\(place)' to other objects", at: relationship.name.span, of: place)
            case .ordered: obstacles.add("know no order of '\(place)', or another one", at: relationship.name.span, of: place)
            default: obstacles.add("know '\(place)' with another '\(key.rawValue)'", at: relationship.name.span, of: place)
            }
        }
    }

    // MARK: Rows, and what the newer version adds

    private mutating func checkRows() {
        let rows = RowCompatibility(old: old, new: new)
        for difference in rows.differences where !obstacles.places.contains(difference.place) {
            obstacles.add(difference.reason, at: difference.span, of: difference.place)
        }
    }

    private mutating func checkAdditions() {
        for addition in AddedDemands(old: old, new: new).all { obstacles.add(addition.reason, at: addition.span) }
    }

    private mutating func check(_ fetches: FetchPreparation) {
        for refusal in fetches.refusals(of: old.model, old.schema) {
            let span = new.model.entity(named: refusal.entity)?.name.span ?? new.model.name.span
            obstacles.add("cannot run the fetch '\(refusal.entity).\(refusal.fetch)': \(refusal.reason)", at: span)
        }
    }
}
