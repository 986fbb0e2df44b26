import Diagnostics
import SchemaSyntax

/// Reads an entity with its members.
enum EntityReader {
    static let keys = [
        "doc", "abstract", "parent", "class", "table", "key", "attributes", "relationships", "unique", "indexes", "search", "small", "fetches",
        "fetchedProperties",
    ]

    static func read(
        _ entry: YAMLNode.Entry, _ types: DeclaredTypes, in context: inout ReadingContext
    ) -> EntityDeclaration {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "entity", in: &context)
        var entity = EntityDeclaration(
            name: name, attributes: [], brokenAttributes: [], relationships: [], fetches: [])
        // An entity without properties is a table with a key: `Tag:` is enough.
        guard !entry.value.isNull,
            let keys = KnownKeys(entry.value, of: "an entity", known: keys, in: &context)
        else { return entity }

        entity.doc = keys["doc"].flatMap { context.text($0, "a doc") }
        entity.isAbstract = keys["abstract"].flatMap { context.flag($0, "'abstract'") } ?? false
        if let node = keys["parent"] {
            entity.parent = context.text(node, "a parent").map { Name($0, at: node.span) }
            entity.inheritsUnknown = entity.parent == nil
        }
        entity.swiftClass = keys["class"].flatMap { node in context.text(node, "the name of a class").map { Name($0, at: node.span) } }
        if let name = entity.swiftClass { ModelReader.checkName(name, of: "class", in: &context) }
        var columnCount = 0
        for entry in context.entries(keys["attributes"], "the list of attributes") {
            let attribute = AttributeReader.read(entry, types, in: &context)
            columnCount += attribute?.columnCount ?? 0
            // Nested composites quickly have many columns, so they are counted before they are expanded.
            if let attribute, columnCount <= CompositeReader.entityColumnLimit || attribute.type.parts == nil {
                entity.attributes.append(attribute)
            } else {
                entity.brokenAttributes.insert(entry.key)
            }
        }
        entity.fetchAttributes = FetchAttributes(entity.attributes, column: { $0 })
        entity.traits = AttributeTraits(entity.attributes)
        if columnCount > CompositeReader.entityColumnLimit {
            context.report(
                .tooManyColumns, "the attributes need \(columnCount) columns, and SQLite's limit is \(CompositeReader.entityColumnLimit)",
                at: name.span)
        }
        for entry in context.entries(keys["relationships"], "the list of relationships") {
            if let relationship = RelationshipReader.read(entry, in: &context) {
                entity.relationships.append(relationship)
            }
        }
        entity.table = StoredNameReader.read(keys["table"], "a table's name", in: &context)
        entity.key = StoredNameReader.read(keys["key"], "a key's column", in: &context)
        entity.uniqueness = IndexReader.uniqueness(keys["unique"], in: &context)
        entity.indexes = IndexReader.indexes(keys["indexes"], in: &context)
        entity.search = SearchReader.read(keys["search"], in: &context)
        entity.isSmall = keys["small"].flatMap { context.flag($0, "'small'") } ?? false
        for entry in context.entries(keys["fetches"], "the list of fetches") {
            if let fetch = FetchReader.read(entry, in: &context) { entity.fetches.append(fetch) }
        }
        for entry in context.entries(keys["fetchedProperties"], "the list of fetched properties") {
            if let property = FetchReader.readProperty(entry, in: &context) { entity.fetchedProperties.append(property) }
        }
        checkClashes(in: entity, in: &context)
        return entity
    }

    /// An attribute and a relationship cannot share a name: both become a property of one class.
    private static func checkClashes(in entity: EntityDeclaration, in context: inout ReadingContext) {
        for relationship in entity.relationships {
            guard let attribute = entity.attributes.first(where: { $0.name.text == relationship.name.text }) else {
                continue
            }
            context.report(
                .propertyClash,
                "'\(entity.name.text)' has an attribute and a relationship named '\(relationship.name.text)'",
                at: relationship.name.span, notes: [.init("the attribute is here", at: attribute.name.span)])
        }
        let properties = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        for property in entity.fetchedProperties {
            let name = property.fetch.name
            guard let other = properties.first(where: { $0.text == name.text }) else { continue }
            context.report(
                .propertyClash, "'\(entity.name.text)' has another property named '\(name.text)'", at: name.span,
                notes: [.init("it is declared here", at: other.span)])
        }
    }
}
