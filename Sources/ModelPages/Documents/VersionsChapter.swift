import SchemaEvolution
import SchemaModel

/// The page of versions: what changed in each, and the SQL that leads there.
struct VersionsChapter {
    typealias Block = Document.Block

    let model: Model
    let history: ModelHistory

    /// nil for a model without frozen versions.
    var page: Document.Page? {
        guard let newest = history.newest else { return nil }
        var models = [Int: Model]()
        for version in history.versions { models[version.number] = version.read().version?.model }
        var blocks: [Block] = [.heading(level: 2, Anchors.versions, ["Versions"])]
        if let last = models[newest.number] {
            let changes = ModelDifference(from: last, to: model, history.nextDecisions).changes
            if !changes.isEmpty {
                blocks += [
                    .heading(level: 3, nil, [.text("Changes since version \(newest.number)")]),
                    list(changes),
                ]
            }
        }
        for version in history.versions.reversed() { blocks += chapter(version, models) }
        return Document.Page(name: .versions, title: "Versions", blocks: blocks)
    }

    private func chapter(_ version: FrozenVersion, _ models: [Int: Model]) -> [Block] {
        let number = version.number
        let head: [Block] = [
            .heading(level: 3, Anchors.version(number), [.text("Version \(number)")]),
            .facts([("Hash", [.code(String(version.hash.prefix(12)))])]),
        ]
        guard let old = models[number - 1], let new = models[number] else {
            let entities = models[number].map { "It has \(count($0.entities.count, "entity", "entities"))." }
            return head + [.paragraph([.text(entities ?? "This Trellis cannot read it.")])]
        }
        let changes = ModelDifference(from: old, to: new, version.readDecisions().decisions ?? .init()).changes
        let sql = version.plan.map { MigrationScript.text($0, from: "version \(number - 1)", to: "version \(number)") }
        return head + [changes.isEmpty ? .paragraph(["No change of meaning."]) : list(changes)]
            + (sql.map { [.folded("SQL from version \(number - 1) to \(number)", [.code($0, language: "sql")])] } ?? [])
    }

    private func list(_ changes: [Change]) -> Block {
        let anchors = Anchors(model: model)
        return .list(
            changes.map { change in
                let label = Document.Inline.text(change.element.label)
                let name = anchors.anchor(change.element).map { .link($0, [label]) } ?? label
                let kind = change.element == .model ? "" : "\(change.element.kind) "
                return [.change(change.action.status, [.text(kind), name, .text(change.action.words)])]
            })
    }

    private func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
}
