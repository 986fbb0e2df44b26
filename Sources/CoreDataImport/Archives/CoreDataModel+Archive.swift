extension CoreDataModel {
    /// The model in a keyed archive: a compiled model (`.mom`), or the copy in a store.
    ///
    /// Dictionaries have no order, so everything is in the order of the names.
    /// - Throws: ``NotCoreDataModel``
    init(archive bytes: [UInt8]) throws(NotCoreDataModel) {
        var reader = ArchiveReader(try KeyedArchive(bytes))
        do {
            self = try reader.read()
        } catch {
            throw error as? NotCoreDataModel ?? NotCoreDataModel("\(error)")
        }
    }
}

/// Reads the objects of a model's archive.
private struct ArchiveReader {
    private var archive: KeyedArchive
    private var model = CoreDataModel()
    /// The names of the properties that each entity has, inherited ones too: an archive repeats those in each child.
    private var known: [String: Set<String>] = [:]

    init(_ archive: KeyedArchive) { self.archive = archive }

    mutating func read() throws -> CoreDataModel {
        guard try archive.className(archive.root) == "NSManagedObjectModel" else {
            throw NotCoreDataModel("the archive holds '\(try archive.className(archive.root))', and no model")
        }
        var entities = [(name: String, object: KeyedArchive.Object)]()
        for entry in try archive.entries(try archive.field("NSEntities", of: archive.root)) {
            if case .object(let object) = entry.value { entities.append((entry.key, object)) }
        }
        entities.sort { $0.name < $1.name }
        for entity in entities {
            let properties = try properties(of: entity.object)
            known[try name(of: entity.object), default: []].formUnion(properties.map(\.name))
        }
        for entity in entities { model.entities.append(try self.entity(entity.object)) }
        for entry in try sorted("NSFetchRequestTemplates", of: archive.root) {
            let template = try fetch(entry.value, named: entry.key, entity: nil)
            try readOptions(of: entry.value, at: "\(template.entity).\(template.name)")
            model.fetches.append(template)
        }
        model.configurations = try archive.entries(try archive.field("NSConfigurations", of: archive.root)).map(\.key).sorted()
        return model
    }

    private mutating func name(of entity: KeyedArchive.Object) throws -> String {
        try archive.text("NSEntityName", of: entity) ?? ""
    }

    /// The objects in a dictionary by their names, in the order of those.
    private mutating func sorted(
        _ field: String, of object: KeyedArchive.Object
    ) throws -> [(key: String, value: KeyedArchive.Object)] {
        try archive.entries(try archive.field(field, of: object)).compactMap { entry in
            if case .object(let object) = entry.value { (entry.key, object) } else { nil }
        }.sorted { $0.key < $1.key }
    }

    private mutating func objects(_ field: String, of object: KeyedArchive.Object) throws -> [KeyedArchive.Object] {
        try archive.elements(try archive.field(field, of: object)).compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    private mutating func identifier(of object: KeyedArchive.Object, named name: String) throws -> String? {
        let text = try archive.text("NSRenamingIdentifier", of: object)
        return text == name || text?.isEmpty == true ? nil : text
    }

    private mutating func remark(_ kind: Remark.Kind, _ place: String, _ detail: String = "") {
        model.remarks.append(Remark(kind: kind, place: place, detail: detail))
    }

    /// Notes of entities and properties. All but the doc have no words here.
    /// - Returns: the doc.
    private mutating func readNotes(of object: KeyedArchive.Object, at place: String) throws -> String? {
        var doc: String?
        if let modifier = try archive.text("NSVersionHashModifier", of: object) { remark(.hashModifier, place, modifier) }
        for entry in try archive.entries(try archive.field("NSUserInfo", of: object)).sorted(by: { $0.key < $1.key }) {
            let value = try ArchivedValue.text(entry.value, isBool: false, in: &archive)
            if entry.key == "doc" { doc = value } else { remark(.userInfo, place, "\(entry.key)=\(value ?? "")") }
        }
        return doc
    }

    // MARK: Entities

    private mutating func properties(of entity: KeyedArchive.Object) throws -> [(name: String, object: KeyedArchive.Object)] {
        try sorted("NSProperties", of: entity).map { (name: $0.key, object: $0.value) }
    }

    private mutating func entity(_ object: KeyedArchive.Object) throws -> CoreDataModel.Entity {
        let name = try name(of: object)
        let parent = try archive.object("NSSuperentity", of: object)
        let parentName = if let parent { try self.name(of: parent) } else { String?.none }
        var entity = CoreDataModel.Entity(
            name: name, identifier: try identifier(of: object, named: name), className: try archive.text("NSClassNameForEntity", of: object),
            parent: parentName, isAbstract: try archive.flag("NSIsAbstract", of: object))
        entity.doc = try readNotes(of: object, at: name)
        for property in try properties(of: object) where !(parentName.flatMap { known[$0] }?.contains(property.name) ?? false) {
            let place = "\(name).\(property.name)"
            let doc = try readNotes(of: property.object, at: place)
            switch try archive.className(property.object) {
            case "NSRelationshipDescription":
                var relationship = try relationship(property.object, named: property.name)
                relationship.doc = doc
                entity.relationships.append(relationship)
            case "NSFetchedPropertyDescription":
                guard let request = try archive.object("NSFetchRequest", of: property.object) else { continue }
                let target = try archive.text("_NSFetchRequestEntityName", of: property.object)
                try readOptions(of: request, at: place)
                entity.fetchedProperties.append(.init(name: property.name, fetch: try fetch(request, named: "", entity: target)))
            case "NSExpressionDescription": continue
            default:
                var attribute = try attribute(property.object, named: property.name, at: place, depth: 0)
                attribute.doc = doc
                entity.attributes.append(attribute)
            }
        }
        for tuple in try objects("NSUniqueTuples", of: object) { entity.uniqueness.append(try texts(.object(tuple))) }
        entity.indexes = try indexes(of: object, named: name)
        return entity
    }

    private mutating func texts(_ value: KeyedArchive.Value) throws -> [String] {
        try archive.elements(value).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Newer archives repeat the indexes of the older form.
    private mutating func indexes(of entity: KeyedArchive.Object, named name: String) throws -> [CoreDataModel.Index] {
        guard try archive.field("NSFetchIndexDescriptions", of: entity) != nil else {
            return try objects("NSCompoundIndexes", of: entity).map { tuple in
                .init(elements: try texts(.object(tuple)).map { .init(property: $0, isAscending: true, kind: "Binary") })
            }
        }
        var indexes = [CoreDataModel.Index]()
        for index in try objects("NSFetchIndexDescriptions", of: entity) {
            var elements = [CoreDataModel.Index.Element]()
            for element in try objects("NSIndexElements", of: index) {
                let isTree = try archive.integer("NSFetchIndexElementType", of: element) == 1
                elements.append(
                    .init(
                        property: try archive.text("NSPropertyName", of: element), isAscending: try archive.flag("NSAscending", of: element),
                        kind: isTree ? "RTree" : "Binary"))
            }
            var condition: String?
            if let predicate = try archive.object("NSPartialIndexPredicate", of: index) {
                guard let text = try PredicateText.predicate(predicate, in: &archive) else {
                    remark(.index, "\(name).\(elements.map { $0.property ?? "?" }.joined(separator: "+"))")
                    continue
                }
                condition = text
            }
            indexes.append(.init(elements: elements, condition: condition))
        }
        return indexes
    }

    // MARK: Properties

    private static let types: [Int: String] = [
        100: "Integer 16", 200: "Integer 32", 300: "Integer 64", 400: "Decimal", 500: "Double", 600: "Float", 700: "String", 800: "Boolean",
        900: "Date", 1000: "Binary", 1100: "UUID", 1200: "URI", 1800: "Transformable",
    ]

    private mutating func attribute(
        _ object: KeyedArchive.Object, named name: String, at place: String, depth: Int
    ) throws -> CoreDataModel.Attribute {
        var type = Self.types[try archive.integer("NSAttributeType", of: object)]
        var composite: String?
        if try archive.className(object) == "NSCompositeAttributeDescription", depth < 10 {
            (type, composite) = ("Composite", try self.composite(object, named: name, at: place, depth: depth))
        }
        let flags = try archive.integer("NSFlagsKey", of: object)
        var attribute = CoreDataModel.Attribute(
            name: name, identifier: try identifier(of: object, named: name), type: type, isOptional: try archive.flag("NSIsOptional", of: object),
            isTransient: try archive.flag("NSIsTransient", of: object), isIndexed: try archive.flag("NSIsIndexed", of: object),
            isExternal: ["Binary", "Transformable"].contains(type) && flags & 4 != 0, isPreserved: flags & 0x10 != 0)
        attribute.composite = composite
        if let value = try archive.field("NSDefaultValue", of: object) {
            attribute.defaultValue = try ArchivedValue.text(value, isBool: type == "Boolean", in: &archive)
            if attribute.defaultValue == nil { remark(.badDefault, place) }
        }
        if type == "Transformable" {
            let className = try archive.text("NSAttributeValueClassName", of: object)
            attribute.className = className == "NSObject" ? nil : className
            if let transformer = try archive.text("NSValueTransformerName", of: object) { remark(.transformer, place, transformer) }
        }
        try readRules(of: object, into: &attribute, at: place)
        if let expression = try archive.object("NSDerivationExpression", of: object) {
            let text = try PredicateText.expression(expression, in: &archive) ?? "?"
            attribute.derivation = text
        }
        return attribute
    }

    private mutating func composite(
        _ object: KeyedArchive.Object, named name: String, at place: String, depth: Int
    ) throws -> String {
        var parts = [CoreDataModel.Attribute]()
        for element in try objects("NSCompositeElements", of: object) {
            let part = try archive.text("NSPropertyName", of: element) ?? ""
            parts.append(try attribute(element, named: part, at: "\(place).\(part)", depth: depth + 1))
        }
        // An archive does not say what the composite is called.
        var (unique, number) = (name.prefix(1).uppercased() + name.dropFirst(), 2)
        while model.composites.contains(where: { $0.name == unique }) || known[unique] != nil {
            unique = "\(name.prefix(1).uppercased())\(name.dropFirst())\(number)"
            number += 1
        }
        guard model.composites.count < 1_000 else { throw NotCoreDataModel("'\(place)': composites hold each other too often for a model") }
        model.composites.append(.init(name: unique, attributes: parts))
        return unique
    }

    /// Bounds, lengths and patterns are predicates in an archive.
    private mutating func readRules(
        of object: KeyedArchive.Object, into attribute: inout CoreDataModel.Attribute, at place: String
    ) throws {
        var rest = try objects("NSValidationPredicates", of: object)
        var next = 0
        while next < rest.count, rest.count < 1_000 {
            defer { next += 1 }
            let predicate = rest[next]
            if try archive.className(predicate) == "NSCompoundPredicate", try archive.integer("NSCompoundPredicateType", of: predicate) == 1 {
                rest += try objects("NSSubpredicates", of: predicate)
            } else if try !readRule(predicate, into: &attribute) {
                remark(.validation, place, try PredicateText.predicate(predicate, in: &archive) ?? "")
            }
        }
    }

    private mutating func readRule(_ predicate: KeyedArchive.Object, into attribute: inout CoreDataModel.Attribute) throws -> Bool {
        guard try archive.className(predicate) == "NSComparisonPredicate",
            let left = try archive.object("NSLeftExpression", of: predicate), let right = try archive.object("NSRightExpression", of: predicate),
            let comparison = try archive.object("NSPredicateOperator", of: predicate),
            try archive.className(right) == "NSConstantValueExpression"
        else { return false }
        let subject = try PredicateText.expression(left, in: &archive)
        guard subject == "length" || subject == "SELF",
            let text = try ArchivedValue.text(try archive.field("NSConstantValue", of: right), isBool: false, in: &archive)
        else { return false }
        switch (try archive.integer("NSOperatorType", of: comparison), subject == "length") {
        case (3, let isLength) where isLength == (attribute.type == "String"): attribute.min = text
        case (1, let isLength) where isLength == (attribute.type == "String"): attribute.max = text
        case (6, false) where attribute.type == "String": attribute.pattern = text
        default: return false
        }
        return true
    }

    private mutating func relationship(
        _ object: KeyedArchive.Object, named name: String
    ) throws -> CoreDataModel.Relationship {
        let destination = try archive.object("NSDestinationEntity", of: object)
        var destinationName = try archive.text("_NSDestinationEntityName", of: object)
        if let destination { destinationName = try self.name(of: destination) }
        var inverse = try archive.text("_NSInverseRelationshipName", of: object)
        if let other = try archive.object("NSInverseRelationship", of: object) { inverse = try archive.text("NSPropertyName", of: other) ?? inverse }
        let most = try archive.integer("NSMaxCount", of: object)
        let rules = ["No Action", "Nullify", "Cascade", "Deny"]
        let rule = try archive.integer("NSDeleteRule", of: object)
        return CoreDataModel.Relationship(
            name: name, identifier: try identifier(of: object, named: name), destination: destinationName ?? "", inverse: inverse,
            isToMany: most != 1, isOptional: try archive.flag("NSIsOptional", of: object), isOrdered: try archive.flag("NSIsOrdered", of: object),
            isTransient: try archive.flag("NSIsTransient", of: object), minCount: max(0, try archive.integer("NSMinCount", of: object)),
            maxCount: max(0, most), deleteRule: rules.indices.contains(rule) ? rules[rule] : "Nullify")
    }

    /// Options of a request that have no words here.
    private mutating func readOptions(of request: KeyedArchive.Object, at place: String) throws {
        for term in try objects("NSSortDescriptors", of: request) {
            let key = try archive.text("NSKey", of: term) ?? "?"
            remark(.fetchOption, place, "sort by \(try archive.flag("NSAscending", of: term) ? "" : "-")\(key)")
        }
        for field in ["NSFetchOffset", "NSFetchBatchSize"] where try archive.integer(field, of: request) > 0 {
            remark(.fetchOption, place, "\(field)=\(try archive.integer(field, of: request))")
        }
        if try archive.field("NSIncludesSubentities", of: request) != nil, try !archive.flag("NSIncludesSubentities", of: request) {
            remark(.fetchOption, place, "NSIncludesSubentities=false")
        }
    }

    private mutating func fetch(
        _ object: KeyedArchive.Object, named name: String, entity: String?
    ) throws -> CoreDataModel.FetchTemplate {
        var target = entity
        if target == nil { target = try archive.text("NSEntityName", of: object) }
        if target == nil, let entity = try archive.object("NSEntity", of: object) { target = try self.name(of: entity) }
        var text: String?
        if let predicate = try archive.object("NSPredicate", of: object) {
            // What has no words is no condition that the language reads, and is printed as that.
            text = try PredicateText.predicate(predicate, in: &archive) ?? "<\(try archive.className(predicate))>"
        }
        let limit = try archive.integer("NSFetchLimit", of: object)
        return .init(
            name: name, entity: target ?? "", predicate: text, limit: limit > 0 ? limit : nil,
            givesObjects: try archive.integer("NSResultType", of: object) == 0)
    }
}
