import SchemaSyntax

extension Model {
    /// The model in canonical form, reduced to what changes the schema, data or a fetch.
    ///
    /// The text is a valid model file with the same meaning. Entities and properties are sorted by name, and comments and docs
    /// are removed. Keys with their default values are left out, so that new keys of the language do not change existing
    /// meanings.
    public var meaningText: String {
        var writer = YAMLWriter()
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

    /// A hash over what the model means: 64 hexadecimal digits of the SHA-256 of ``meaningText``.
    public var meaningHash: String {
        Self.hash(ofMeaning: meaningText)
    }

    /// The ``meaningHash`` of a model whose ``meaningText`` is at hand.
    public static func hash(ofMeaning text: String) -> String {
        SHA256.hexadecimalDigest(of: Array(text.utf8))
    }
}

/// Writes the lines of canonical YAML.
private struct YAMLWriter {
    private(set) var text = ""

    mutating func line(_ line: String, depth: Int = 0) {
        for _ in 0..<depth { text += "  " }
        text += line
        text += "\n"
    }

    /// A section of an entity: its members by name, each in flow style on one line.
    mutating func section(_ title: String, _ members: [(name: String, meaning: String)]) {
        guard !members.isEmpty else { return }
        line("\(title):", depth: 2)
        for member in members.sorted(by: { $0.name < $1.name }) {
            line("\(member.name): \(member.meaning)", depth: 3)
        }
    }

    /// A list of an entity, each element in flow style on one line.
    mutating func list(_ title: String, _ elements: [String]) {
        guard !elements.isEmpty else { return }
        line("\(title):", depth: 2)
        for element in elements.sorted() { line("- \(element)", depth: 3) }
    }

    static func flow(_ pairs: [(key: String, value: String)]) -> String {
        pairs.isEmpty ? "{}" : "{ \(pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
    }

    static func flow(_ facts: [Fact]) -> String {
        flow(facts.map { ($0.key.rawValue, $0.text) })
    }
}

extension Attribute {
    fileprivate var meaning: String {
        let said = facts.filter { $0.key != .optional }
        let type = self.type.keyword + (isOptional ? "?" : "")
        if said.count == 1 { return type }
        return YAMLWriter.flow([Fact(.type, type)] + said.dropFirst())
    }
}

extension Relationship {
    fileprivate var meaning: String {
        var said = facts
        // A to-many relationship is optional unless it needs members. Only the other case is written.
        if !isToMany || minCount == nil { said.removeAll { $0.key == .optional } }
        if !isToMany, isOptional { said[0].text += "?" }
        return YAMLWriter.flow(said)
    }
}

extension EnumerationType {
    fileprivate var meaning: String {
        let cases = elements.map { (key: $0.name, value: $0.raw) }
        return YAMLWriter.flow((isInteger ? [("raw", "int")] : []) + [("cases", YAMLWriter.flow(cases))])
    }
}

extension CompositeType {
    fileprivate var meaning: String {
        let parts = attributes.map { (key: $0.name.text, value: $0.meaning) }.sorted { $0.key < $1.key }
        // A key of that name would be read as one of the long form.
        guard parts.contains(where: { $0.key == "attributes" }) else { return YAMLWriter.flow(parts) }
        return YAMLWriter.flow([("attributes", YAMLWriter.flow(parts))])
    }
}

extension TextSearch {
    fileprivate var meaning: String {
        facts.count == 1 ? facts[0].text : YAMLWriter.flow(facts)
    }
}

extension NamedFetch {
    fileprivate var meaning: String { YAMLWriter.flow(facts) }
}

extension ModelFetchedProperty {
    fileprivate var meaning: String { YAMLWriter.flow(facts) }
}
