import SQLiteStorage
import SchemaModel

/// The page of an entity.
struct EntityChapter {
    typealias Block = Document.Block
    typealias Inline = Document.Inline

    let entity: Entity
    let model: Model
    let schema: StorageSchema
    let usage: Usage
    let facts: [ModelElement.Path: [Fact]]
    let plans: [FetchPlan]
    /// What creates its table with indexes and triggers; empty if the table is that of another entity.
    let sql: String

    private var name: String { entity.name.text }

    var page: Document.Page {
        Document.Page(name: .entity(name), title: name, blocks: head + attributes + relationships + [.neighbours] + lists + fetches + uses + table)
    }

    // MARK: The entity

    private var head: [Block] {
        var title: [Inline] = [.text(name)]
        if entity.isAbstract { title += [" ", .badge("abstract")] }
        if entity.isSmall { title += [" ", .badge("small")] }
        var blocks: [Block] = [.heading(level: 2, Anchors.entity(name), title)]
        if let doc = entity.doc { blocks.append(.prose(doc)) }
        var facts = [(term: String, value: [Inline])]()
        if let parent = entity.parent { facts.append(("Inherits from", [Self.link(parent.text)])) }
        let children = model.subtree(of: entity).filter { $0.parent?.text == name }.map { Self.link($0.name.text) }
        if !children.isEmpty { facts.append(("Children", Self.list(children))) }
        if entity.className.text != name { facts.append(("Class", [.code(entity.className.text)])) }
        let inherited = model.lineage(of: entity).dropLast().flatMap { parent in
            (parent.attributes.map(\.name.text) + parent.relationships.map(\.name.text)).map { property in
                Inline.link(Anchors.property(property, of: parent.name.text), [.code(property)])
            }
        }
        if !inherited.isEmpty { facts.append(("Inherited properties", Self.list(inherited))) }
        return facts.isEmpty ? blocks : blocks + [.facts(facts)]
    }

    static func link(_ entity: String) -> Inline { .link(Anchors.entity(entity), [.text(entity)]) }

    /// Pieces with commas between them.
    static func list(_ pieces: [Inline]) -> [Inline] { Array(pieces.map { [$0] }.joined(separator: [", "])) }

    // MARK: Properties

    private var attributes: [Block] {
        guard !entity.attributes.isEmpty else { return [] }
        let rows = entity.attributes.map { attribute in
            Document.Row(
                anchor: Anchors.property(attribute.name.text, of: name),
                cells: [
                    [.code(attribute.name.text)], TypeWords.type(of: attribute),
                    TypeWords.rules(facts[.attribute(attribute.name.text, of: name)] ?? [], of: attribute), Self.doc(attribute.doc),
                ])
        }
        return [.heading(level: 3, nil, ["Attributes"]), .table(columns: ["Name", "Type", "Rules", "Description"], rows)]
    }

    static func doc(_ doc: String?) -> [Inline] { doc.map { [.prose($0)] } ?? [] }

    private var relationships: [Block] {
        guard !entity.relationships.isEmpty else { return [] }
        let rows = entity.relationships.map { relationship in
            let destination = relationship.destination.text
            var rules = [relationship.isOptional ? "optional" : "required"]
            if relationship.isOrdered { rules.append("ordered") }
            if let count = relationship.minCount { rules.append("at least \(count)") }
            if let count = relationship.maxCount { rules.append("at most \(count)") }
            return Document.Row(
                anchor: Anchors.property(relationship.name.text, of: name),
                cells: [
                    [.code(relationship.name.text)],
                    [.text(relationship.isToMany ? "many " : "one "), Self.link(destination)],
                    relationship.inverse.map { [.link(Anchors.property($0.text, of: destination), [.code($0.text)])] } ?? ["none"],
                    [.text(relationship.deleteRule.words)], [.text(rules.joined(separator: ", "))], Self.doc(relationship.doc),
                ])
        }
        return [
            .heading(level: 3, nil, ["Relationships"]),
            .table(columns: ["Name", "To", "Inverse", "When an object is deleted", "Rules", "Description"], rows),
        ]
    }

    private var lists: [Block] {
        func names(_ names: [Name]) -> [Inline] { Self.list(names.map { .code($0.text) }) }
        var blocks = [Block]()
        if !entity.uniqueness.isEmpty {
            blocks += [.heading(level: 3, nil, ["Unique together"]), .list(entity.uniqueness.map(names))]
        }
        if !entity.indexes.isEmpty {
            let lines = entity.indexes.map { index -> [Inline] in
                Self.list(index.keys.map { .code(($0.isAscending ? "" : "-") + $0.property.text) })
                    + (index.condition.map { [" where ", .code($0.text)] } ?? [])
            }
            blocks += [.heading(level: 3, nil, ["Indexes"]), .list(lines)]
        }
        if let search = entity.search {
            let prefixes = search.prefixes.isEmpty ? "" : ", with prefixes of \(search.prefixes.map(String.init).joined(separator: ", "))"
            blocks += [
                .heading(level: 3, nil, ["Full-text search"]),
                .paragraph(["Of "] + names(search.properties) + [.text(", in words of \(search.tokenizer.rawValue)\(prefixes).")]),
            ]
        }
        return blocks
    }

    // MARK: Fetches

    private var fetches: [Block] {
        let own = plans.filter { $0.entity.name.text == name }
        guard !own.isEmpty else { return [] }
        return [.heading(level: 3, nil, ["Fetches"])] + own.flatMap(fetch)
    }

    private func fetch(_ plan: FetchPlan) -> [Block] {
        let title = plan.name.text
        let anchor: Document.Anchor? =
            switch plan.kind {
            case .fetch: Anchors.fetch(title, of: name)
            case .fetchedProperty: Anchors.property(title, of: name)
            case .search: nil
            }
        let parameters = plan.parameters.map { "\($0.name.text): \($0.isList ? "[\($0.type.words)]" : $0.type.words)\($0.isOptional ? "?" : "")" }
        let call = plan.kind == .fetchedProperty ? title : "\(title)(\(parameters.joined(separator: ", ")))"
        let kind: [Inline] = plan.kind == .fetch ? [] : [" ", .badge(plan.kind == .search ? "search" : "fetched property")]
        var blocks: [Block] = [.heading(level: 4, anchor, [.code(call)] + kind)]
        let declared =
            entity.fetches.first { plan.kind == .fetch && $0.name.text == title }
            ?? entity.fetchedProperties.first { plan.kind == .fetchedProperty && $0.name.text == title }?.fetch
        if let doc = declared?.doc { blocks.append(.prose(doc)) }
        var terms = [(term: String, value: [Inline])]()
        if let condition = declared?.condition { terms.append(("Where", [.code(condition.text)])) }
        if let sort = declared?.sort, !sort.isEmpty { terms.append(("Sort", Self.list(sort.map { .code($0.text) }))) }
        if let limit = declared?.limit { terms.append(("Limit", [.text(String(limit))])) }
        if let words = plan.followingWords { terms.append(("Live list", [.text(words)])) }
        if let finding = plan.finding(in: model) { terms.append(("Advice", [.text(finding.message)])) }
        if !terms.isEmpty { blocks.append(.facts(terms)) }
        let steps = plan.words.map { [Inline.text(String(repeating: "· ", count: $0.depth) + $0.words)] }
        return blocks + [.code(plan.statementLines.joined(separator: "\n"), language: "sql"), .paragraph(["SQLite's plan:"]), .list(steps)]
    }

    // MARK: Uses

    private var uses: [Block] {
        let names = entity.attributes.map(\.name.text) + entity.relationships.map(\.name.text)
        let places = [(name, Anchors.entity(name))] + names.map { ($0, Anchors.property($0, of: name)) }
        // The table of relationships has their inverses already.
        let inverses = Set(entity.relationships.compactMap { relationship in
            relationship.inverse.map { Anchors.property($0.text, of: relationship.destination.text) }
        })
        let rows = places.compactMap { label, anchor -> Document.Row? in
            let uses = usage[anchor].filter { $0.kind != "relationship" || !inverses.contains($0.anchor) }
            return uses.isEmpty ? nil : Document.Row(cells: [[.code(label)], Self.words(uses)])
        }
        return rows.isEmpty ? [] : [.heading(level: 3, nil, ["Where used"]), .table(columns: ["Part", "Used by"], rows)]
    }

    /// The users of a part, by what they are.
    static func words(_ uses: [Usage.Use]) -> [Inline] {
        let kinds = uses.map(\.kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return Array(
            kinds.map { kind in
                [.text("\(kind) ")] + list(uses.filter { $0.kind == kind }.map { .link($0.anchor, [.text($0.label)]) })
            }.joined(separator: ["; "]))
    }

    // MARK: The table

    private var table: [Block] {
        guard let table = schema.table(forEntity: name) else { return [] }
        guard entity.parent == nil else {
            let root = model.root(of: entity).name.text
            return [.paragraph(["Its rows are in the table ", .code(table.name), " of ", Self.link(root), "."])]
        }
        return [.folded("Table \(table.name) in SQL", [.code(sql, language: "sql")])]
    }
}

extension DeleteRule {
    /// What happens to the destinations.
    var words: String {
        switch self {
        case .nullify: "unlinked"
        case .cascade: "deleted too"
        case .deny: "denied while it has any"
        case .noAction: "keys stay as they are"
        }
    }
}

extension ParameterType {
    /// The type as a model writes it.
    var words: String {
        switch self {
        case .value(let type): type.keyword
        case .object(let entity): entity
        }
    }
}
