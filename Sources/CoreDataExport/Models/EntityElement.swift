import SchemaModel

/// One entity as an element of a model's file.
struct EntityElement {
    private(set) var element: XMLElement
    private(set) var remarks: [ExportRemark] = []

    private let entity: Entity
    private let name: String

    init(_ entity: Entity, _ identifiers: RenamingIdentifiers) {
        (self.entity, name) = (entity, entity.name.text)
        element = XMLElement(
            "entity",
            [
                "name": name, "representedClassName": entity.className.text, "parentEntity": entity.parent?.text,
                "isAbstract": entity.isAbstract ? "YES" : nil, "syncable": "YES", "codeGenerationType": "class",
            ])
        if let identifier = identifiers[entity: name], identifier != name { element["elementID"] = identifier }
        for attribute in entity.attributes { write(attribute, identifiers) }
        for relationship in entity.relationships { write(relationship, identifiers) }
        for property in entity.fetchedProperties {
            let fetched = FetchElement(property, of: name)
            add(fetched.element, fetched.remarks)
        }
        writeIndexes()
        writeUniqueness()
        if let doc = entity.doc {
            element.children.append(.note(doc))
            if !XMLText.canContain(doc) { remark(.characters) }
        }
        if let table = entity.table { remark(.stored, table.text) }
        if entity.isSmall { remark(.small) }
        if let search = entity.search { remark(.search, search.properties.map(\.text).joined(separator: ", ")) }
    }

    private mutating func remark(_ kind: ExportRemark.Kind, _ detail: String = "", at property: String? = nil) {
        remarks.append(ExportRemark(kind, property.map { "\(name).\($0)" } ?? name, detail))
    }

    private mutating func add(_ child: XMLElement?, _ more: [ExportRemark]) {
        if let child { element.children.append(child) }
        remarks += more
    }

    private mutating func write(_ attribute: Attribute, _ identifiers: RenamingIdentifiers) {
        let place = "\(name).\(attribute.name.text)"
        let translated = AttributeElement(attribute, at: place, identifier: identifiers[property: place])
        add(translated.element, translated.remarks)
        checkName(attribute.name.text)
    }

    private mutating func write(_ relationship: Relationship, _ identifiers: RenamingIdentifiers) {
        let place = "\(name).\(relationship.name.text)"
        let translated = RelationshipElement(relationship, at: place, identifier: identifiers[property: place])
        add(translated.element, translated.remarks)
        checkName(relationship.name.text)
    }

    /// Members of NSObject and NSManagedObject that a property of the name would hide.
    private static let reserved: Set = [
        "class", "copy", "debugDescription", "description", "entity", "faultingState", "hash", "hasPersistentChangedValues", "init", "isFault",
        "isProxy", "mutableCopy", "observationInfo", "self", "superclass", "zone",
    ]

    private mutating func checkName(_ property: String) {
        if Self.reserved.contains(property) { remark(.reserved, at: property) }
    }

    // MARK: Uniqueness and indexes

    private mutating func writeUniqueness() {
        var groups = [XMLElement]()
        for names in entity.attributes.filter(\.isUnique).map({ [$0.name.text] }) + entity.uniqueness.map({ $0.map(\.text) }) {
            guard names.allSatisfy({ !$0.contains(".") }) else {
                remark(.uniqueness, at: names.joined(separator: "+"))
                continue
            }
            groups.append(XMLElement("uniquenessConstraint", [:], names.map { XMLElement("constraint", ["value": $0]) }))
        }
        if !groups.isEmpty { element.children.append(XMLElement("uniquenessConstraints", [:], groups)) }
    }

    private mutating func writeIndexes() {
        var taken = Set<String>()
        for index in entity.indexes {
            let names = index.keys.map(\.property.text)
            let condition = index.condition.map { PredicateFormat($0).text }
            // No file with such an index was there to learn its spelling from.
            let hasPart = names.contains { $0.contains(".") }
            guard !hasPart, condition != .some(nil) else {
                remark(hasPart ? .partIndex : .index, index.condition?.text ?? "", at: names.joined(separator: "+"))
                continue
            }
            let base = "by" + names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "And") + "Index"
            var (unique, number) = (base, 2)
            while !taken.insert(unique).inserted {
                unique = "\(base)\(number)"
                number += 1
            }
            element.children.append(
                XMLElement(
                    "fetchIndex", ["name": unique, "partialIndexPredicate": condition?.flatMap(\.self)],
                    index.keys.map { key in
                        XMLElement(
                            "fetchIndexElement",
                            ["property": key.property.text, "type": "Binary", "order": key.isAscending ? "ascending" : "descending"])
                    }))
        }
    }
}
