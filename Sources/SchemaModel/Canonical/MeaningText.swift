import Foundation
import Predicates
import SchemaSyntax

extension Model {
    /// The model in canonical form, reduced to what changes the schema, data or a fetch.
    ///
    /// It is a model's file itself and reads back to a model that means the same. Entities and properties stand in the order
    /// of their names, comments and docs are gone, and a key at its default is left out, so that the language can grow
    /// without changing what existing models say.
    public var meaningText: String {
        var writer = YAMLWriter()
        writer.line("trellis: \(ReadingContext.format)")
        writer.line("model: \(name.text)")
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
            if entity.isAbstract { writer.line("abstract: true", depth: 2) }
            if let parent = entity.parent { writer.line("parent: \(parent.text)", depth: 2) }
            if let table = entity.table { writer.line("table: \(table.text)", depth: 2) }
            writer.section("attributes", entity.persistentAttributes.map { ($0.name.text, $0.meaning) })
            writer.section("relationships", entity.relationships.map { ($0.name.text, $0.meaning) })
            // The order of the lists says nothing; that of the properties in an index does.
            writer.list("unique", entity.uniqueness.map { "[\($0.map(\.text).joined(separator: ", "))]" })
            writer.list("indexes", entity.indexes.map(\.meaning))
            if let search = entity.search { writer.line("search: \(search.meaning)", depth: 2) }
            writer.section("fetches", entity.fetches.map { ($0.name.text, $0.meaning) })
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

    static func flow(_ pairs: [(key: String, value: String?)]) -> String {
        let written = pairs.compactMap { pair in pair.value.map { "\(pair.key): \($0)" } }
        return written.isEmpty ? "{}" : "{ \(written.joined(separator: ", ")) }"
    }
}

extension Attribute {
    fileprivate var meaning: String {
        let type = self.type.keyword + (isOptional ? "?" : "")
        let pairs: [(key: String, value: String?)] = [
            ("type", type),
            ("swift", self.type.jsonType.map { ScalarPrinter.doubleQuoted($0.text) }),
            ("scale", self.type.valueType.scale.map(String.init)),
            ("storage", self.type.storageChoice),
            ("default", defaultValue?.text),
            ("min", rules.min?.text),
            ("max", rules.max?.text),
            ("minLength", rules.minLength.map(String.init)),
            ("maxLength", rules.maxLength.map(String.init)),
            ("pattern", rules.pattern.map(ScalarPrinter.doubleQuoted)),
            ("unique", isUnique ? "true" : nil),
            ("check", isChecked ? "true" : nil),
            ("derived", derivation?.text),
            ("column", column?.text),
        ]
        let isBare = pairs.dropFirst().allSatisfy { $0.value == nil }
        return isBare ? type : YAMLWriter.flow(pairs)
    }
}

extension Relationship {
    fileprivate var meaning: String {
        let destination = isToMany ? "[\(self.destination.text)]" : self.destination.text + (isOptional ? "?" : "")
        return YAMLWriter.flow([
            ("to", destination),
            // A to-many that asks for members is required unless it says otherwise.
            ("optional", isToMany && isOptional && minCount != nil ? "true" : nil),
            ("inverse", inverse?.text),
            ("deleteRule", deleteRule == .nullify ? nil : deleteRule.rawValue),
            ("ordered", isOrdered ? "true" : nil),
            ("minCount", minCount.map(String.init)),
            ("maxCount", maxCount.map(String.init)),
            ("key", saysKey ? "here" : nil),
            ("column", column?.text),
        ])
    }
}

extension EnumerationType {
    /// The order of the cases is that of `allCases`, and stays.
    fileprivate var meaning: String {
        var cases = self.cases.map { (key: $0.name, value: Optional(isInteger ? $0.raw : ScalarPrinter.doubleQuoted($0.raw))) }
        if hasUnknown { cases.append((Self.unknownCase, "~")) }
        return YAMLWriter.flow([("raw", isInteger ? "int" : nil), ("cases", YAMLWriter.flow(cases))])
    }
}

extension CompositeType {
    fileprivate var meaning: String {
        let parts = attributes.map { (key: $0.name.text, value: Optional($0.meaning)) }.sorted { $0.key < $1.key }
        // A key of that name would be taken for the long form's.
        guard parts.contains(where: { $0.key == "attributes" }) else { return YAMLWriter.flow(parts) }
        return YAMLWriter.flow([("attributes", YAMLWriter.flow(parts))])
    }
}

extension EntityIndex {
    fileprivate var meaning: String {
        let keys = "[" + self.keys.map { ($0.isAscending ? "" : "-") + $0.property.text }.joined(separator: ", ") + "]"
        guard let condition else { return keys }
        return YAMLWriter.flow([("on", keys), ("where", ScalarPrinter.doubleQuoted(condition.text))])
    }
}

extension TextSearch {
    /// The order of the attributes is that of the columns of the index, and stays.
    fileprivate var meaning: String {
        let names = "[" + properties.map(\.text).joined(separator: ", ") + "]"
        if tokenizer == .unicode61, prefixes.isEmpty { return names }
        return YAMLWriter.flow([
            ("on", names), ("tokenizer", tokenizer == .unicode61 ? nil : tokenizer.rawValue),
            ("prefixes", prefixes.isEmpty ? nil : "[" + prefixes.map(String.init).joined(separator: ", ") + "]"),
        ])
    }
}

extension NamedFetch {
    fileprivate var meaning: String {
        // The order of parameters is part of the Swift method, and that of sort keys of the result: both stay.
        let parameters = self.parameters.map { (key: $0.name.text, value: Optional($0.meaning)) }
        return YAMLWriter.flow([
            ("parameters", parameters.isEmpty ? nil : YAMLWriter.flow(parameters)),
            ("where", condition.map { ScalarPrinter.doubleQuoted($0.text) }),
            ("sort", sort.isEmpty ? nil : "[" + sort.map { ScalarPrinter.doubleQuoted($0.text) }.joined(separator: ", ") + "]"),
            ("limit", limit.map(String.init)),
        ])
    }
}

extension NamedFetch.Parameter {
    fileprivate var meaning: String {
        let mark = isOptional ? "?" : ""
        switch type {
        case .object(let entity): return entity + mark
        case .value(.decimal(let scale?)): return "{ type: decimal\(mark), scale: \(scale) }"
        case .value(let type): return type.keyword + mark
        }
    }
}

extension DefaultValue {
    /// The default as a model's file writes it.
    fileprivate var text: String {
        switch self {
        case .literal(let value): value.text
        case .now: "now()"
        case .newUUID: "uuid()"
        }
    }
}

extension LiteralValue {
    /// The value as a model's file writes it.
    fileprivate var text: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): value.description
        case .string(let value), .url(let value): ScalarPrinter.doubleQuoted(value)
        case .date(let value): ISO8601Instant.shortText(value) ?? ""
        case .day(let value): value
        case .uuid(let value): value.uuidString
        case .enumeration(let value, _): value.name
        case .empty(.list): "[]"
        case .empty(.map): "{}"
        }
    }
}
