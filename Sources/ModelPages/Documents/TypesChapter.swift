import SchemaModel

/// The page of enums and composites.
struct TypesChapter {
    typealias Block = Document.Block
    typealias Inline = Document.Inline

    let model: Model
    let usage: Usage
    let facts: [ModelElement.Path: [Fact]]

    /// nil for a model without such types.
    var page: Document.Page? {
        guard !model.enumerations.isEmpty || !model.composites.isEmpty else { return nil }
        let blocks = model.enumerations.flatMap(enumeration) + model.composites.flatMap(composite)
        return Document.Page(name: .types, title: "Types", blocks: [.heading(level: 2, Anchors.types, ["Enums and composites"])] + blocks)
    }

    private func enumeration(_ type: Enumeration) -> [Block] {
        let name = type.name.text
        let rows = type.type.cases.map { element in
            Document.Row(anchor: Anchors.member(element.name, of: name), cells: [[.code(element.name)], [.code(element.raw)]])
        }
        let unknown = type.type.hasUnknown ? [Document.Row(cells: [[.code(EnumerationType.unknownCase)], ["any other value"]])] : []
        return head(name, "enum", type.doc) + [.table(columns: ["Case", "Stored as"], rows + unknown)] + uses(name)
    }

    private func composite(_ type: Composite) -> [Block] {
        let name = type.name.text
        let rows = type.type.attributes.map { part in
            Document.Row(
                anchor: Anchors.member(part.name.text, of: name),
                cells: [
                    [.code(part.name.text)], TypeWords.type(of: part), TypeWords.rules(facts[.part(part.name.text, of: name)] ?? [], of: part),
                    EntityChapter.doc(part.doc),
                ])
        }
        return head(name, "composite", type.doc) + [.table(columns: ["Part", "Type", "Rules", "Description"], rows)] + uses(name)
    }

    private func head(_ name: String, _ kind: String, _ doc: String?) -> [Block] {
        [.heading(level: 3, Anchors.type(name), [.text(name), " ", .badge(kind)])] + (doc.map { [.prose($0)] } ?? [])
    }

    private func uses(_ name: String) -> [Block] {
        let uses = usage[Anchors.type(name)]
        return uses.isEmpty ? [.paragraph(["Nothing uses it."])] : [.paragraph(["Used by "] + EntityChapter.words(uses) + ["."])]
    }
}
