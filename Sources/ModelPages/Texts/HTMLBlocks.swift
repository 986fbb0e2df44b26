/// The blocks of a document as HTML.
struct HTMLBlocks {
    typealias Block = Document.Block
    typealias Inline = Document.Inline

    /// The address of an anchor, from the page that is written.
    let address: (Document.Anchor) -> String
    /// The picture of all entities; nil without Graphviz.
    let picture: Markup?
    /// The picture of an entity and its neighbours; nil without one.
    var neighbours: Markup?

    func markup(_ blocks: [Block]) -> [Markup] { blocks.map(markup) }

    private func markup(_ block: Block) -> Markup {
        switch block {
        case .heading(let level, let anchor, let title): return heading(level, anchor, title)
        case .paragraph(let line): return .element("p", [], inline(line))
        case .prose(let text): return paragraphs(of: text).joined
        case .list(let lines): return .element("ul", [], lines.map { .part("li", [], inline($0)) })
        case .facts(let facts):
            return .element("dl", [], facts.flatMap { [.part("dt", [], [.text($0.term)]), .part("dd", [], inline($0.value))] })
        case .table(let columns, let rows): return table(columns, rows)
        case .code(let text, _):
            return .element("pre", [], [.element("code", [], [.text(text)])])
        case .folded(let title, let blocks):
            return .element("details", [], [.element("summary", [], [.text(title)])] + markup(blocks))
        case .diagram: return diagram
        case .neighbours:
            let canvas = neighbours.map { [heading(3, nil, ["Neighbours"]), Self.canvas("Neighbours", $0)] }
            return (canvas ?? []).joined
        }
    }

    private func heading(_ level: Int, _ anchor: Document.Anchor?, _ title: [Inline]) -> Markup {
        let attributes = anchor.map { [Markup.Attribute("id", $0.id)] } ?? []
        let content = inline(title)
        let linked = anchor.map { [Markup.element("a", [.init("href", address($0))], content)] } ?? content
        switch level {
        case 1: return .element("h1", attributes, linked)
        case 2: return .element("h2", attributes, linked)
        case 3: return .element("h3", attributes, linked)
        default: return .element("h4", attributes, linked)
        }
    }

    /// A table without columns that are empty in every row.
    private func table(_ columns: [String], _ rows: [Document.Row]) -> Markup {
        let shown = columns.indices.filter { column in column == 0 || rows.contains { !$0.cells[column].isEmpty } }
        let head = shown.map { Markup.part("th", [], [.text(columns[$0])]) }
        let body = rows.map { row in
            let cells = shown.map { column in
                column == 0 ? Markup.part("th", [], name(row.cells[0])) : .part("td", [], inline(row.cells[column]))
            }
            return Markup.part("tr", row.anchor.map { [.init("id", $0.id)] } ?? [], cells)
        }
        // A wide table scrolls within its own frame.
        return .element(
            "div", [.init("class", "scroll")],
            [.element("table", [], [.part("thead", [], [.part("tr", [], head)]), .part("tbody", [], body)])])
    }

    /// The first cell of a row, which has the font of code.
    private func name(_ cell: [Inline]) -> [Markup] {
        if cell.count == 1, case .code(let text) = cell[0] { return [.text(text)] }
        return inline(cell)
    }

    private var diagram: Markup {
        guard let picture else {
            return .element(
                "p", [.init("class", "missing")],
                [.text("This page has no diagram, because Graphviz was not installed when it was written. Install it and write the page again.")])
        }
        return Self.canvas("Diagram", picture)
    }

    private static func canvas(_ label: String, _ picture: Markup) -> Markup {
        .element("section", [.init("class", "canvas"), .init("aria-label", label), .init("tabindex", "0")], [picture])
    }

    // MARK: Texts of authors

    private func paragraphs(of text: String) -> [Markup] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }.map { $0.joined(separator: " ") }
        return paragraphs.map { .element("p", [], Self.prose($0)) }
    }

    /// A text with code between backticks.
    private static func prose(_ text: String) -> [Markup] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // A backtick without a partner is a character.
        guard parts.count % 2 == 1 else { return [.text(text)] }
        return parts.enumerated().filter { !$0.element.isEmpty }.map { $0 % 2 == 0 ? .text($1) : .element("code", [], [.text($1)]) }
    }

    private func inline(_ pieces: [Inline]) -> [Markup] { pieces.map(inline) }

    private func inline(_ piece: Inline) -> Markup {
        switch piece {
        case .text(let text): return .text(text)
        case .code(let text): return .element("code", [], [.text(text)])
        case .link(let anchor, let content): return .element("a", [.init("href", address(anchor))], inline(content))
        case .badge(let word): return .element("span", [.init("class", "badge")], [.text(word)])
        case .prose(let text): return Self.prose(text).joined
        case .change(let status, let content):
            return .element("span", [.init("class", status.rawValue)], [.text(status.sign)] + inline(content))
        }
    }
}
