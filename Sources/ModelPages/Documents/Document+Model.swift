public import SQLiteStorage
public import SchemaEvolution
public import SchemaModel

extension Document {
    /// The documentation of a model.
    /// - Parameters:
    ///   - schema: how SQLite stores it.
    ///   - history: its frozen versions.
    ///   - plans: SQLite's plans of its fetches.
    public init(of model: Model, _ schema: StorageSchema, _ history: ModelHistory, plans: [FetchPlan]) {
        title = model.name.text
        let usage = Usage(in: model)
        let facts = Dictionary(model.elements.map { ($0.path, $0.facts) }, uniquingKeysWith: { first, _ in first })
        let plansByEntity = Dictionary(grouping: plans, by: \.entity.name.text)
        let statements = schema.statementsOfTables
        let entities = model.entities.map { entity in
            let name = entity.name.text
            return EntityChapter(
                entity: entity, model: model, schema: schema, usage: usage, facts: facts, plans: plansByEntity[name] ?? [],
                sql: statements[name] ?? ""
            ).page
        }
        let others = [
            TypesChapter(model: model, usage: usage, facts: facts).page, VersionsChapter(model: model, history: history).page,
            TablesChapter(schema: schema).page,
        ].compactMap(\.self)
        pages = [Self.overview(of: model, history, others)] + entities + others
    }

    private static func overview(of model: Model, _ history: ModelHistory, _ others: [Page]) -> Page {
        var blocks: [Block] = [.heading(level: 1, Anchors.overview, [.text(model.name.text)])]
        if let doc = model.doc { blocks.append(.prose(doc)) }
        let coverage = DocumentationCoverage(of: model)
        var facts: [(term: String, value: [Inline])] = [
            ("Entities", [.text(String(model.entities.count))]),
            ("Documented", [.text("\(coverage.documented) of \(coverage.total) parts (\(coverage.percentage) %)")]),
        ]
        if let newest = history.newest { facts.append(("Newest version", [.link(Anchors.version(newest.number), [.text(String(newest.number))])])) }
        if model.hasHistory { facts.append(("Change history", ["on"])) }
        let chapters = others.compactMap { page -> Inline? in
            guard case .heading(_, let anchor?, let title)? = page.blocks.first else { return nil }
            return .link(anchor, title)
        }
        if !chapters.isEmpty { facts.append(("More", EntityChapter.list(chapters))) }
        blocks += [.facts(facts), .diagram, .heading(level: 2, nil, ["Entities"])]
        blocks.append(
            .table(
                columns: ["Entity", "Description"],
                model.entities.map { entity in
                    let first = entity.doc?.split(separator: "\n\n").first.map(String.init)
                    return Row(cells: [[EntityChapter.link(entity.name.text)], EntityChapter.doc(first)])
                }))
        if !coverage.undocumented.isEmpty {
            let links = coverage.undocumented.map { Inline.link($0.anchor, [.text($0.path)]) }
            // The list of a model with thousands of parts is too long to be read.
            let shown = links.prefix(200)
            let rest: [Inline] = links.count > shown.count ? [.text(" and \(links.count - shown.count) more")] : []
            blocks.append(.folded("\(links.count) undocumented parts", [.paragraph(EntityChapter.list(Array(shown)) + rest)]))
        }
        return Page(name: .overview, title: model.name.text, blocks: blocks)
    }
}

extension StorageSchema {
    /// What creates each table with its indexes and triggers, by the entity that the table is named for.
    fileprivate var statementsOfTables: [String: String] {
        let others =
            joinTables.flatMap(\.statements).count + derivedColumns.flatMap(\.statements).count + (history?.statements.count ?? 0)
            + (statements.last == identity.statements.last ? identity.statements.count : 0)
        let entities = Dictionary(
            tables.compactMap { table in table.entities.first.map { (table.createStatement, $0) } }, uniquingKeysWith: { first, _ in first })
        var (texts, entity) = ([String: String](), "")
        // Each table comes before its indexes and triggers.
        for statement in statements.dropLast(others) {
            entity = entities[statement.sql] ?? entity
            texts[entity, default: ""] += statement.sql + ";\n"
        }
        return texts
    }
}
