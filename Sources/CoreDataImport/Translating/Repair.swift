import SQLiteStorage
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
        renameProperties()
        renameParts()
        renameFetches()
        dropRelationships()
        dropInverses()
        renameClashes()
        dropParts()
    }

    // MARK: Names

    private mutating func renameTypes() {
        let files: (String) -> [String] = { ["file \($0.lowercased())"] }
        var entities = UsableNames(suffix: "Entity", reserved: SwiftWords.reservedTypes)
        entities.name(model.entities.map(\.name)) { files($0) + ["table \(SnakeCase.convert($0))"] }
        var composites = UsableNames(suffix: "Entity", reserved: SwiftWords.reservedTypes, taken: Set(entities.names.values.flatMap(files)))
        composites.name(model.composites.map(\.name), keys: files)
        for names in [entities, composites] {
            for (old, new) in names.names.sorted(by: { $0.key < $1.key }) where old != new {
                remarks.append(Remark(kind: .renamed, place: new, detail: old))
                oldNames[new] = old
            }
        }
        for index in model.entities.indices {
            model.entities[index].name = entities[model.entities[index].name]
            model.entities[index].parent = model.entities[index].parent.map { entities[$0] }
            for place in model.entities[index].relationships.indices {
                model.entities[index].relationships[place].destination = entities[model.entities[index].relationships[place].destination]
            }
            for place in model.entities[index].attributes.indices {
                model.entities[index].attributes[place].composite = model.entities[index].attributes[place].composite.map { composites[$0] }
            }
            for place in model.entities[index].fetchedProperties.indices {
                model.entities[index].fetchedProperties[place].fetch.entity = entities[model.entities[index].fetchedProperties[place].fetch.entity]
            }
        }
        for index in model.composites.indices {
            model.composites[index].name = composites[model.composites[index].name]
            for place in model.composites[index].attributes.indices {
                model.composites[index].attributes[place].composite = model.composites[index].attributes[place].composite.map { composites[$0] }
            }
        }
        for index in model.fetches.indices { model.fetches[index].entity = entities[model.fetches[index].entity] }
    }

    /// Names that are reserved for members of objects and of their conditions.
    static let reservedProperties = SwiftWords.reservedMembers.union(SwiftWords.reservedFields)
        .union(SwiftWords.reservedTypes.subtracting(SwiftWords.keywords))

    /// The names of a hierarchy are decided together, because an entity has those of its ancestors too.
    private mutating func renameProperties() {
        var hierarchies: [String: UsableNames] = [:]
        var fetched: [String: UsableNames] = [:]
        for (root, entities) in Dictionary(grouping: model.entities, by: { model.root(of: $0.name) }) {
            var names = UsableNames(suffix: "Value", reserved: Self.reservedProperties)
            names.name(entities.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) })
            hierarchies[root] = names
            var properties = UsableNames(
                suffix: "Value", reserved: Self.reservedProperties.union(SwiftWords.unusableFetchedProperties), taken: Set(names.names.values))
            properties.name(entities.flatMap { $0.fetchedProperties.map(\.name) })
            fetched[root] = properties
        }
        let old = model
        for (index, entity) in old.entities.enumerated() {
            guard let names = hierarchies[old.root(of: entity.name)] else { continue }
            let own = (entity.attributes.map(\.name) + entity.relationships.map(\.name)).sorted()
            for name in own where names[name] != name {
                remarks.append(Remark(kind: .renamed, place: "\(entity.name).\(names[name])", detail: name))
                oldNames["\(entity.name).\(names[name])"] = name
            }
            model.entities[index].renameProperties { names[$0] }
            for (place, property) in entity.fetchedProperties.enumerated() {
                guard let new = fetched[old.root(of: entity.name)]?[property.name], new != property.name else { continue }
                model.entities[index].fetchedProperties[place].name = new
                remarks.append(Remark(kind: .renamed, place: "\(entity.name).\(new)", detail: property.name))
            }
            for (place, relationship) in entity.relationships.enumerated() {
                // An inverse belongs to the hierarchy that the relationship leads to.
                let others = hierarchies[old.root(of: relationship.destination)]
                model.entities[index].relationships[place].inverse = relationship.inverse.map { others?[$0] ?? $0 }
            }
        }
    }

    /// A class has the fetches of its ancestors too, and Core Data's have one list of names.
    private mutating func renameFetches() {
        let finds: Set<String> = model.entities.contains { !$0.uniqueness.isEmpty } ? ["find", "findOrCreate"] : []
        let reserved = SwiftWords.reservedFetches.union(SwiftWords.unusableFetches).union(SwiftWords.reservedTypes.subtracting(SwiftWords.keywords))
        var names = UsableNames(suffix: "Fetch", reserved: reserved.union(finds))
        names.name(model.fetches.map(\.name))
        for (index, fetch) in model.fetches.enumerated() where names[fetch.name] != fetch.name {
            model.fetches[index].name = names[fetch.name]
            remarks.append(Remark(kind: .renamed, place: "\(fetch.entity).\(names[fetch.name])", detail: fetch.name))
        }
    }

    private mutating func renameParts() {
        for (index, composite) in model.composites.enumerated() {
            var names = UsableNames(suffix: "Value", reserved: SwiftWords.reservedParts)
            names.name(composite.attributes.map(\.name))
            for (place, part) in composite.attributes.enumerated() where names[part.name] != part.name {
                remarks.append(Remark(kind: .renamed, place: "\(composite.name).\(names[part.name])", detail: part.name))
                oldNames["\(composite.name).\(names[part.name])"] = part.name
                model.composites[index].attributes[place].name = names[part.name]
            }
        }
        let (whole, names) = (model, NewNames(model, oldNames))
        for index in model.entities.indices {
            let entity = model.entities[index].name
            model.entities[index].renamePaths { path in
                let parts = path.split(separator: ".").map(String.init)
                guard parts.count > 1, let composite = whole.attribute(parts[0], of: entity)?.composite else { return path }
                return ([parts[0]] + names.path(parts.dropFirst().map(NewNames.standIn), from: .composite(composite)).names).joined(separator: ".")
            }
        }
    }

    /// Gives relationships whose columns or tables meet, and that cannot have others, other names.
    private mutating func renameClashes() {
        // What is renamed gets a name that nothing else has, so that few turns are enough.
        for _ in 0..<2 * model.entities.reduce(0, { $0 + $1.relationships.count }) {
            guard let (entity, relationship) = StoredNameChoice(model, oldNames).relationshipInTheWay,
                let index = model.entities.firstIndex(where: { $0.name == entity })
            else { return }
            let family = model.entities.filter { model.root(of: $0.name) == model.root(of: entity) }
            let taken = Set(family.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) })
            var names = UsableNames(suffix: "Value", reserved: Self.reservedProperties, taken: taken)
            let new = names.free(relationship)
            let old = oldNames.removeValue(forKey: "\(entity).\(relationship)") ?? relationship
            remarks.removeAll { $0.kind == .renamed && $0.place == "\(entity).\(relationship)" }
            remarks.append(Remark(kind: .renamed, place: "\(entity).\(new)", detail: old))
            oldNames["\(entity).\(new)"] = old
            model.entities[index].renameProperties { $0 == relationship ? new : $0 }
            for other in model.entities.indices {
                for place in model.entities[other].relationships.indices
                where model.entities[other].relationships[place].destination == entity && model.entities[other].relationships[place].inverse == relationship {
                    model.entities[other].relationships[place].inverse = new
                }
            }
        }
    }

    // MARK: Composites

    /// A value that is not stored is no part of a stored one.
    private mutating func dropParts() {
        for index in model.composites.indices {
            for part in model.composites[index].attributes where part.isTransient {
                remarks.append(Remark(kind: .transientPart, place: "\(model.composites[index].name).\(part.name)"))
            }
            model.composites[index].attributes.removeAll(where: \.isTransient)
        }
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

extension CoreDataModel {
    /// The name of the root of an entity's hierarchy.
    func root(of entity: String) -> String { line(of: entity).last?.name ?? entity }
}

extension CoreDataModel.Entity {
    /// Renames attributes and relationships, also in uniqueness and indexes.
    fileprivate mutating func renameProperties(_ new: (String) -> String) {
        func newPath(_ path: String) -> String {
            let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return ([new(parts[0])] + parts.dropFirst()).joined(separator: ".")
        }
        for index in attributes.indices { attributes[index].name = new(attributes[index].name) }
        for index in relationships.indices { relationships[index].name = new(relationships[index].name) }
        renamePaths(newPath)
    }

    /// Renames what uniqueness and indexes are about.
    fileprivate mutating func renamePaths(_ newPath: (String) -> String) {
        uniqueness = uniqueness.map { $0.map(newPath) }
        for index in indexes.indices {
            for element in indexes[index].elements.indices {
                indexes[index].elements[element].property = indexes[index].elements[element].property.map(newPath)
            }
        }
    }
}
