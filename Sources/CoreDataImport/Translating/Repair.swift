import SchemaModel

/// Makes of a model as people ship it one whose names and ends Trellis can take.
struct Repair {
    private(set) var model: CoreDataModel
    private(set) var remarks: [Remark] = []
    /// What was renamed: the old name of an entity, or of a property as `Entity.property` with new names.
    private(set) var oldNames: [String: String] = [:]

    init(_ model: CoreDataModel) {
        self.model = model
        remarks = model.remarks
        renameTypes()
        for index in self.model.entities.indices { renameProperties(of: index) }
        dropRelationships()
        dropInverses()
    }

    // MARK: Names

    private mutating func renameTypes() {
        var taken = Set<String>()
        var names: [String: String] = [:]
        // In the order of the names, so that another order in the file gives no other names.
        for name in (model.entities.map(\.name) + model.composites.map(\.name)).sorted() {
            names[name] = Self.usable(name, suffix: "Entity", reserved: SwiftWords.reservedTypes, taken: &taken)
        }
        func new(_ name: String) -> String { names[name] ?? name }
        for (old, new) in names.sorted(by: { $0.key < $1.key }) where old != new {
            remarks.append(Remark(kind: .renamed, place: new, detail: old))
            oldNames[new] = old
        }
        for index in model.entities.indices {
            model.entities[index].name = new(model.entities[index].name)
            model.entities[index].parent = model.entities[index].parent.map(new)
            for place in model.entities[index].relationships.indices {
                model.entities[index].relationships[place].destination = new(model.entities[index].relationships[place].destination)
            }
            for place in model.entities[index].attributes.indices {
                model.entities[index].attributes[place].composite = model.entities[index].attributes[place].composite.map(new)
            }
            for place in model.entities[index].fetchedProperties.indices {
                model.entities[index].fetchedProperties[place].fetch.entity = new(model.entities[index].fetchedProperties[place].fetch.entity)
            }
        }
        for index in model.composites.indices { model.composites[index].name = new(model.composites[index].name) }
        for index in model.fetches.indices { model.fetches[index].entity = new(model.fetches[index].entity) }
    }

    private mutating func renameProperties(of index: Int) {
        let entity = model.entities[index]
        var taken = Set<String>()
        var names: [String: String] = [:]
        for name in (entity.attributes.map(\.name) + entity.relationships.map(\.name)).sorted() {
            names[name] = Self.usable(name, suffix: "Value", reserved: SwiftWords.reservedMembers, taken: &taken)
        }
        func new(_ name: String) -> String { names[name] ?? name }
        for (old, new) in names.sorted(by: { $0.key < $1.key }) where old != new {
            remarks.append(Remark(kind: .renamed, place: "\(entity.name).\(new)", detail: old))
            oldNames["\(entity.name).\(new)"] = old
        }
        for place in entity.attributes.indices { model.entities[index].attributes[place].name = new(entity.attributes[place].name) }
        for place in entity.relationships.indices {
            model.entities[index].relationships[place].name = new(entity.relationships[place].name)
        }
        model.entities[index].uniqueness = entity.uniqueness.map { $0.map(new) }
        for place in entity.indexes.indices {
            for element in entity.indexes[place].elements.indices {
                model.entities[index].indexes[place].elements[element].property =
                    entity.indexes[place].elements[element].property.map(new)
            }
        }
        // What leads here and names one of these as its inverse.
        for other in model.entities.indices {
            for place in model.entities[other].relationships.indices
            where model.entities[other].relationships[place].destination == entity.name {
                let inverse = model.entities[other].relationships[place].inverse
                model.entities[other].relationships[place].inverse = inverse.map(new)
            }
        }
    }

    /// The name, or the nearest one that Trellis takes and that is not taken.
    private static func usable(_ name: String, suffix: String, reserved: Set<String>, taken: inout Set<String>) -> String {
        func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
        func isWord(_ character: Character) -> Bool { isLetter(character) || (character.isASCII && character.isNumber) }
        // Single underscores within, and nothing but ASCII.
        var new = String(name.map { isWord($0) ? $0 : "_" }).split(separator: "_").joined(separator: "_")
        if new.first.map(isLetter) != true { new = "x" + new }
        new = String(new.prefix(60))
        if reserved.contains(new) { new += suffix }
        var (unique, number) = (new, 2)
        while !taken.insert(unique).inserted {
            unique = "\(new)\(number)"
            number += 1
        }
        return unique
    }

    // MARK: Relationships

    private mutating func dropRelationships() {
        let known = Set(model.entities.map(\.name))
        for index in model.entities.indices {
            let name = model.entities[index].name
            for relationship in model.entities[index].relationships {
                if relationship.isTransient {
                    remarks.append(Remark(kind: .transientRelationship, place: "\(name).\(relationship.name)"))
                } else if !known.contains(relationship.destination) {
                    remarks.append(
                        Remark(kind: .unknownDestination, place: "\(name).\(relationship.name)", detail: relationship.destination))
                }
            }
            model.entities[index].relationships.removeAll { $0.isTransient || !known.contains($0.destination) }
        }
    }

    /// An inverse that leads elsewhere, or names another inverse, is no inverse.
    private mutating func dropInverses() {
        let whole = model
        for index in whole.entities.indices {
            for (place, relationship) in whole.entities[index].relationships.enumerated() {
                let name = whole.entities[index].name
                guard let inverse = relationship.inverse, whole.inverse(of: relationship, of: name) == nil else { continue }
                remarks.append(
                    Remark(
                        kind: .brokenInverse, place: "\(name).\(relationship.name)",
                        detail: "\(relationship.destination).\(inverse)"))
                model.entities[index].relationships[place].inverse = nil
            }
        }
    }
}
