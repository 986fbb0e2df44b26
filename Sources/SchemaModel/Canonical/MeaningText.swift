import SchemaSyntax

extension Model {
    /// The model in canonical form, reduced to what changes the schema, data or a fetch.
    ///
    /// The text is a valid model file with the same meaning. Entities and properties are sorted by name, and comments and docs
    /// are removed. Keys with their default values are left out, so that new keys of the language do not change existing
    /// meanings.
    public var meaningText: String {
        var writer = CanonicalWriter()
        writer.line("trellis: \(ReadingContext.format)")
        for fact in facts { writer.line("\(fact.key): \(fact.text)") }
        if !enumerations.isEmpty { writer.line("enums:") }
        for enumeration in enumerations.sorted(by: { $0.name.text < $1.name.text }) {
            writer.line("\(enumeration.name.text): \(enumeration.type.meaning)", depth: 1)
        }
        if !composites.isEmpty { writer.line("composites:") }
        for composite in composites.sorted(by: { $0.name.text < $1.name.text }) {
            writer.line("\(composite.name.text): \(composite.type.meaning)", depth: 1)
        }
        writer.line("entities:" + (entities.isEmpty ? " {}" : ""))
        for entity in entities.sorted(by: { $0.name.text < $1.name.text }) {
            writer.line("\(entity.name.text):", depth: 1)
            for fact in entity.facts { writer.line("\(fact.key): \(fact.text)", depth: 2) }
            writer.section("attributes", entity.persistentAttributes.map { ($0.name.text, $0.meaning) })
            writer.section("relationships", entity.relationships.map { ($0.name.text, $0.meaning) })
            // The order of the lists has no meaning; that of the properties in an index has.
            writer.list("unique", entity.uniqueness.map(\.meaning))
            writer.list("indexes", entity.indexes.map(\.meaning))
            if let search = entity.search { writer.line("search: \(search.meaning)", depth: 2) }
            writer.section("fetches", entity.fetches.map { ($0.name.text, $0.meaning) })
            writer.section("fetchedProperties", entity.fetchedProperties.map { ($0.name.text, $0.meaning) })
        }
        return writer.text
    }

    /// A hash over what the model means: 64 hexadecimal digits of the SHA-256 of ``meaningText``. ``storageHash`` decides which stores
    /// a program opens.
    public var meaningHash: String {
        Self.hash(ofText: meaningText)
    }

    /// The hash of a canonical text: of a ``meaningText``, or of a ``storageText``.
    public static func hash(ofText text: String) -> String {
        SHA256.hexadecimalDigest(of: Array(text.utf8))
    }
}

extension Attribute {
    /// The declaration in canonical form, without its name.
    package var meaning: String {
        let said = facts.filter { $0.key != .optional }
        let type = self.type.keyword + (isOptional ? "?" : "")
        if said.count == 1 { return type }
        return CanonicalWriter.flow([Fact(.type, type)] + said.dropFirst())
    }
}

extension Relationship {
    /// The declaration in canonical form, without its name.
    package var meaning: String {
        var said = facts
        // A to-many relationship is optional unless it needs members. Only the other case is written.
        if !isToMany || minCount == nil { said.removeAll { $0.key == .optional } }
        if !isToMany, isOptional { said[0].text += "?" }
        return CanonicalWriter.flow(said)
    }
}

extension EnumerationType {
    fileprivate var meaning: String {
        let cases = elements.map { (key: $0.name, value: $0.raw) }
        return CanonicalWriter.flow((isInteger ? [("raw", "int")] : []) + [("cases", CanonicalWriter.flow(cases))])
    }
}

extension CompositeType {
    fileprivate var meaning: String {
        let parts = attributes.map { (key: $0.name.text, value: $0.meaning) }.sorted { $0.key < $1.key }
        // A key of that name would be read as one of the long form.
        guard parts.contains(where: { $0.key == "attributes" }) else { return CanonicalWriter.flow(parts) }
        return CanonicalWriter.flow([("attributes", CanonicalWriter.flow(parts))])
    }
}

extension TextSearch {
    fileprivate var meaning: String {
        facts.count == 1 ? facts[0].text : CanonicalWriter.flow(facts)
    }
}

extension NamedFetch {
    fileprivate var meaning: String { CanonicalWriter.flow(facts) }
}

extension ModelFetchedProperty {
    fileprivate var meaning: String { CanonicalWriter.flow(facts) }
}
