import SchemaSyntax

extension Model {
    /// The model reduced to what its stores are: tables, keys, constraints, triggers, indexes, searches, stored forms and the change
    /// history.
    ///
    /// Two programs whose models have the same storage text open each other's stores. It leaves out what only programs know:
    /// fetches, fetched properties, defaults, rules that only the library checks, and the names of classes, enums, cases, composites
    /// and Swift types. Keys with their default values are left out, so that new keys of the language do not change existing hashes.
    public var storageText: String {
        var writer = CanonicalWriter()
        for fact in facts { writer.line("\(fact.key): \(fact.text)") }
        for entity in entities.sorted(by: { $0.name.text < $1.name.text }) {
            writer.line("\(entity.name.text):", depth: 1)
            for fact in entity.facts where fact.key != .class { writer.line("\(fact.key): \(fact.text)", depth: 2) }
            writer.section("attributes", entity.persistentAttributes.map { ($0.name.text, CanonicalWriter.flow($0.storageFacts)) })
            writer.section("relationships", entity.relationships.map { ($0.name.text, CanonicalWriter.flow($0.storageFacts)) })
            writer.list("unique", entity.uniqueness.map(\.meaning))
            writer.list("indexes", entity.indexes.map(\.meaning))
            if let search = entity.search { writer.line("search: \(CanonicalWriter.flow(search.facts))", depth: 2) }
        }
        return writer.text
    }

    /// A hash over what the model's stores are: 64 hexadecimal digits of the SHA-256 of ``storageText``. It decides which programs
    /// open a store, and whether a model needs another version.
    public var storageHash: String { Self.hash(ofText: storageText) }
}

extension Fact.Key {
    /// The keys of rules that the database checks only with `check: true`.
    private static let checkedRules: Set<Fact.Key> = [.min, .max, .minLength, .maxLength]
    /// The keys of rules that no CHECK has, and of what only programs know.
    private static let ofPrograms: Set<Fact.Key> = [.default, .pattern, .swift, .rounding, .minCount, .maxCount]

    /// - Parameter isChecked: whether the database checks the rules of the attribute.
    fileprivate func isStored(isChecked: Bool) -> Bool {
        !Self.ofPrograms.contains(self) && (isChecked || !Self.checkedRules.contains(self))
    }
}

extension Attribute {
    /// The facts that stores depend on. The type of an enum is its raw values, and that of a composite its parts.
    package var storageFacts: [Fact] {
        facts.filter { $0.key.isStored(isChecked: isChecked) }.map { $0.key == .type ? Fact(.type, type.storageText) : $0 }
    }
}

extension Relationship {
    /// Only a key has NOT NULL. The end without it is required by a rule of the library, and so is a to-many.
    package var storageFacts: [Fact] {
        let stored = facts.filter { $0.key.isStored(isChecked: false) && $0.key != .key && ($0.key != .optional || holdsKey) }
        return stored + (holdsKey ? [Fact(.key, "here")] : [])
    }
}

extension AttributeType {
    /// The type by its stored values: an enum by its raw values, and a composite by its parts.
    fileprivate var storageText: String {
        switch self {
        case .enumeration(let type):
            let raws = type.elements.map(\.raw).sorted().joined(separator: ", ")
            return "\(type.isInteger ? "int" : "string") [\(raws)]"
        case .composite(let type):
            let parts = type.attributes.map { (key: $0.name.text, value: CanonicalWriter.flow($0.storageFacts)) }
            return CanonicalWriter.flow(parts.sorted { $0.key < $1.key })
        default: return keyword
        }
    }
}
