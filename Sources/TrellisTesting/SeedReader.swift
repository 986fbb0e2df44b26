import Diagnostics
import SQLiteAccess
import SchemaSyntax
import Trellis

extension FindingCode {
    static let seedName = FindingCode("TR2001")
    static let seedLabel = FindingCode("TR2002")
    static let seedValue = FindingCode("TR2003")
    static let seedMissing = FindingCode("TR2004")
    static let seedRule = FindingCode("TR2005")
}

/// An object to be made.
struct Seed {
    var entity: String
    var label: String?
    var span: SourceSpan
    /// Stored values by the names of columns, with their places.
    var values: [String: (value: SQLiteValue, span: SourceSpan)] = [:]
    /// Where relationships lead, by labels.
    var links: [Link] = []

    struct Link {
        var relationship: String
        var destination: String
        var labels: [String]
        var spans: [SourceSpan]
    }
}

/// Reads seeds for a model, of which only the library's descriptors are known.
struct SeedReader {
    var context = ReadingContext()
    private let model: String
    private let entities: [String: EntityDescriptor]

    init(_ model: ModelDescriptor) {
        self.model = model.name
        entities = Dictionary(model.entities.map { ($0.entityDescriptor.name, $0.entityDescriptor) }) { first, _ in first }
    }

    /// The seeds of a file, and what was found in it, in ``context``.
    mutating func read(_ bytes: [UInt8], file: String) -> [Seed] {
        let parsed = YAMLParser.parse(bytes, file: file)
        context.findings += parsed.findings
        guard let root = parsed.root,
            let keys = KnownKeys(root, of: "a file of seeds", known: ["trellis", "seeds", "objects"], in: &context)
        else { return [] }
        context.checkFormat(keys, file: file)
        if let name = keys["seeds"] {
            if name.text != model { context.report(.seedName, "the seeds are for another model than '\(model)'", at: name.span) }
        } else {
            context.report(.missingKey, "the seeds do not name their model: 'seeds: \(model)'", at: root.span)
        }
        var seeds = [Seed]()
        for entry in context.entries(keys["objects"], "'objects'") { seeds += read(entry) }
        checkLabels(of: seeds)
        return seeds
    }

    /// The seeds of one entity.
    private mutating func read(_ entry: YAMLNode.Entry) -> [Seed] {
        guard let entity = entities[entry.key] else {
            context.report(
                .seedName, "the model '\(model)' has no entity '\(entry.key)'", at: entry.keySpan,
                suggestion: ReadingContext.suggestion(for: entry.key, in: entities.keys.sorted(), replacing: entry.keySpan))
            return []
        }
        if entity.isAbstract {
            context.report(.seedName, "'\(entry.key)' is abstract: objects are of entities that inherit from it", at: entry.keySpan)
            return []
        }
        if let items = entry.value.items { return items.map { read($0, entity, label: nil, $0.span) } }
        return context.entries(entry.value, "the seeds of '\(entry.key)'").map { read($0.value, entity, label: $0.key, $0.keySpan) }
    }

    private mutating func read(_ node: YAMLNode, _ entity: EntityDescriptor, label: String?, _ span: SourceSpan) -> Seed {
        var seed = Seed(entity: entity.name, label: label, span: span)
        let lineage = lineage(of: entity)
        let attributes = lineage.flatMap(\.attributes)
        for entry in context.entries(node, "a seed") {
            if let destination = lineage.destination(of: entry.key) {
                seed.links.append(link(entry, destination, isToMany: lineage.isToMany(entry.key)))
            } else {
                read(Property(entry: entry), of: lineage, into: &seed)
            }
        }
        for attribute in attributes where !attribute.isOptional && attribute.derivation == nil && seed.values[attribute.column] == nil {
            // What was given and is wrong has been told.
            if node.entries?.contains(where: { $0.key == attribute.name.split(separator: ".").first ?? "" }) == true,
                !attribute.name.contains(".")
            { continue }
            context.report(
                .seedMissing, "the seed has no value for '\(entity.name).\(attribute.name)', which is required", at: span,
                suggestion: .init("give one here too where the model has a default: that is in the initializer of its class"))
        }
        return seed
    }

    /// A value of a seed.
    private struct Property {
        /// The path of the composite that it is a part of, with a dot at the end; empty for an attribute of the entity.
        var prefix = ""
        let entry: YAMLNode.Entry

        var name: String { prefix + entry.key }
    }

    /// An attribute, or a composite with its parts.
    private mutating func read(_ property: Property, of lineage: [EntityDescriptor], into seed: inout Seed) {
        let (name, node, span) = (property.name, property.entry.value, property.entry.keySpan)
        let attributes = lineage.flatMap(\.attributes)
        let attribute = attributes.first { $0.name == name }
        let hasParts = attributes.contains { $0.name.hasPrefix(name + ".") }
        if attribute?.derivation != nil {
            return context.report(.seedName, "'\(seed.entity).\(name)' is derived and cannot be set", at: span)
        }
        if hasParts {
            if node.isNull, let attribute, attribute.isOptional { return }
            if let attribute { seed.values[attribute.column] = (.integer(1), node.span) }
            for entry in context.entries(node, "the composite '\(name)'") {
                read(Property(prefix: name + ".", entry: entry), of: lineage, into: &seed)
            }
            return
        }
        guard let attribute else {
            let names = attributes.map(\.name).filter { $0.hasPrefix(property.prefix) } + lineage.relationshipNames
            return context.report(
                .seedName, "'\(seed.entity)' has no '\(name)'", at: span,
                suggestion: ReadingContext.suggestion(for: name, in: names, replacing: span))
        }
        if node.isNull, attribute.isOptional {
            seed.values[attribute.column] = (.null, node.span)
        } else if let value = SeedValue.stored(node, as: attribute.type) {
            seed.values[attribute.column] = (value, node.span)
        } else {
            context.report(
                .seedValue, "this is no value for '\(seed.entity).\(name)': \(SeedValue.expectation(attribute.type))", at: node.span)
        }
    }

    private mutating func link(_ entry: YAMLNode.Entry, _ destination: String, isToMany: Bool) -> Seed.Link {
        var link = Seed.Link(relationship: entry.key, destination: destination, labels: [], spans: [])
        if entry.value.isNull { return link }
        for node in isToMany ? entry.value.items ?? [entry.value] : [entry.value] {
            guard let label = context.text(node, "where '\(entry.key)' leads") else { continue }
            link.labels.append(label)
            link.spans.append(node.span)
        }
        return link
    }

    /// Labels are unique in the file, and lead to objects that the relationship can hold.
    private mutating func checkLabels(of seeds: [Seed]) {
        var known: [String: Seed] = [:]
        for seed in seeds {
            guard let label = seed.label else { continue }
            if let first = known[label] {
                context.report(
                    .seedLabel, "another seed has the label '\(label)'", at: seed.span,
                    notes: [.init("it stands here", at: first.span)])
            } else {
                known[label] = seed
            }
        }
        for link in seeds.flatMap(\.links) {
            for (label, span) in zip(link.labels, link.spans) {
                guard let seed = known[label] else {
                    context.report(
                        .seedLabel, "no seed has the label '\(label)'", at: span,
                        suggestion: ReadingContext.suggestion(for: label, in: known.keys.sorted(), replacing: span))
                    continue
                }
                let lineage = entities[seed.entity].map { self.lineage(of: $0) } ?? []
                if !lineage.contains(where: { $0.name == link.destination }) {
                    context.report(
                        .seedLabel, "'\(link.relationship)' leads to '\(link.destination)', and '\(label)' is of '\(seed.entity)'",
                        at: span, notes: [.init("it stands here", at: seed.span)])
                }
            }
        }
    }

    /// An entity after those that it inherits from.
    private func lineage(of entity: EntityDescriptor) -> [EntityDescriptor] {
        (entity.parent.flatMap { entities[$0] }.map { lineage(of: $0) } ?? []) + [entity]
    }
}

extension [EntityDescriptor] {
    fileprivate func destination(of relationship: String) -> String? {
        flatMap(\.toOne).first { $0.name == relationship }?.destination
            ?? flatMap(\.toMany).first { $0.name == relationship }?.destination
    }

    fileprivate func isToMany(_ relationship: String) -> Bool {
        flatMap(\.toMany).contains { $0.name == relationship && !$0.isToOne }
    }

    fileprivate var relationshipNames: [String] { flatMap(\.toOne).map(\.name) + flatMap(\.toMany).map(\.name) }
}
