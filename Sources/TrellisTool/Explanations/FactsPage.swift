import SwiftGeneration
import Templates

/// The page of the facts for templates, from their declarations: the reference in `Documentation/templates.md`.
enum FactsPage {
    static var text: String {
        let blocks =
            ["## The built-in templates", shells, "## The forms of a text", forms, "## The facts"]
            + files.map { section("The file of \($0.name)", $0.scope) } + model.map { section("`\($0.kind)`", $0) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    // MARK: Tables

    private static var shells: String {
        let rows = Shell.allCases.map { "| `\($0.rawValue)` | \($0.product) | \($0.audience.inWords) |" }
        let own = [TemplateAudience.page, .pageOfEntity].map { "| one of `files` | \($0.product) | \($0.inWords) |" }
        return (["| template | what it generates | what it can use |", "| --- | --- | --- |"] + rows + own).joined(separator: "\n")
    }

    private static var forms: String {
        let rows = TextForm.allCases.map { "| `{{doc.\($0.rawValue)}}` | \($0.doc) |" }
        return (["| tag | how the text is written |", "| --- | --- |"] + rows).joined(separator: "\n")
    }

    private static func section(_ title: String, _ scope: TemplateScope) -> String {
        let rows = scope.facts.map { "| `\($0.name)` | \($0.kind.linked) | \($0.doc) |" }
        return "### \(title)\n\n\(scope.summary)\n\n| fact | kind | what it is |\n| --- | --- | --- |\n"
            + rows.joined(separator: "\n")
    }

    // MARK: What there is

    /// The subjects of each kind of file in addition to the model.
    private static var files: [(name: String, scope: TemplateScope)] {
        let named: [(String, TemplateAudience)] = [
            ("`swift-entity` and `swift-model`", .swiftFile), ("`swift-extension`", .personsFile), ("`sql-schema`", .schema),
            ("every other template", .page),
        ]
        return named.compactMap { name, audience in audience.scopes.first { $0.kind == "file" }.map { (name, $0) } }
    }

    /// The model, and every kind of subject that can be reached from it or from a file, each once.
    private static var model: [TemplateScope] {
        var pending = TemplateAudience.allCases.flatMap(\.scopes)
        var found = [TemplateScope]()
        var seen: Set = ["file"]
        while !pending.isEmpty {
            let scope = pending.removeFirst()
            pending += scope.facts.compactMap { if case .list(let scope) = $0.kind { scope() } else { nil } }
                .filter { !seen.contains($0.kind) }
            if seen.insert(scope.kind).inserted { found.append(scope) }
        }
        return found
    }
}

extension FactDescription.Kind {
    /// The kind in words, with a link for lists.
    fileprivate var linked: String {
        guard case .list(let scope) = self else { return inWords }
        let kind = scope().kind
        return "a list of [\(kind)](#\(kind.lowercased()))"
    }
}

extension TemplateAudience {
    fileprivate var inWords: String { scopes.map { "`\($0.kind)`" }.joined(separator: ", ") }

    fileprivate var product: String {
        self == .pageOfEntity ? "with `{entity}` in its path, a file of each entity" : "a file of the model"
    }
}

extension Shell {
    /// The output in words.
    fileprivate var product: String {
        switch self {
        case .swiftEntity: "the Swift files of entities, enums and composites"
        case .swiftModel: "the Swift file of the model, and that of its migrations"
        case .swiftExtension: "the Swift file in which you extend an entity's class, written once"
        case .sqlSchema: "the schema as SQL"
        case .dataDictionary: "a Markdown page that lists the parts of the model"
        }
    }
}
