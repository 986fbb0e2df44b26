/// A document in Markdown, as hosts of repositories show it, with diagrams in Mermaid.
public struct MarkdownPages {
    private let document: Document
    private let diagram: Diagram

    public init(_ document: Document, diagram: Diagram) { (self.document, self.diagram) = (document, diagram) }

    public var singlePage: String {
        document.pages.map { text($0.blocks) { "#\(Site.percentEncoded($0.id))" } }.joined(separator: "\n")
    }

    public var files: [Site.File] {
        let names = FileNames(document, ending: "md", overview: "README")
        return document.pages.map { page in
            let text = text(page.blocks) { anchor in
                let fragment = "#\(Site.percentEncoded(anchor.id))"
                return anchor.page == page.name ? fragment : Site.percentEncoded(names[anchor.page]) + fragment
            }
            return Site.File(path: names[page.name], text: text)
        }
    }

    private func text(_ blocks: [Document.Block], _ address: @escaping (Document.Anchor) -> String) -> String {
        let writer = MarkdownBlocks(address: address, diagram: MermaidText(diagram).text)
        return blocks.compactMap(writer.text).joined(separator: "\n\n") + "\n"
    }
}

/// The blocks of a document in Markdown.
private struct MarkdownBlocks {
    let address: (Document.Anchor) -> String
    let diagram: String

    func text(_ block: Document.Block) -> String? {
        switch block {
        case .heading(let level, let anchor, let title):
            return (anchor.map { "\(mark($0))\n\n" } ?? "") + String(repeating: "#", count: level) + " " + inline(title)
        case .paragraph(let line): return inline(line)
        case .prose(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.map { Self.prose(String($0)) }.joined(separator: "\n")
        case .list(let lines): return lines.map { "- " + inline($0) }.joined(separator: "\n")
        case .facts(let facts): return facts.map { "- \($0.term): " + inline($0.value) }.joined(separator: "\n")
        case .table(let columns, let rows): return table(columns, rows)
        case .code(let text, let language): return Self.fenced(text, language)
        case .folded(let title, let blocks):
            let content = blocks.compactMap(self.text).joined(separator: "\n\n")
            return "<details><summary>\(Markup.text(title).html)</summary>\n\n\(content)\n\n</details>"
        case .diagram: return Self.fenced(diagram, "mermaid")
        case .neighbours: return nil
        }
    }

    /// A code block whose fence is longer than any within.
    private static func fenced(_ text: String, _ language: String) -> String {
        let longest = text.matches(of: /`+/).map(\.output.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(text.hasSuffix("\n") ? text : text + "\n")\(fence)"
    }

    /// A place for links. Hosts make places of headings only, by rules of their own.
    private func mark(_ anchor: Document.Anchor) -> String { Markup.element("a", [.init("id", anchor.id)], []).html }

    private func table(_ columns: [String], _ rows: [Document.Row]) -> String {
        let shown = columns.indices.filter { column in column == 0 || rows.contains { !$0.cells[column].isEmpty } }
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        let body = rows.map { row in
            line(
                shown.map { column in
                    let text = inline(row.cells[column]).replacing("\n", with: " ")
                    return column == 0 ? (row.anchor.map(mark) ?? "") + text : text
                })
        }
        return ([line(shown.map { columns[$0] }), line(shown.map { _ in "---" })] + body).joined(separator: "\n")
    }

    private func inline(_ pieces: [Document.Inline]) -> String { pieces.map(inline).joined() }

    private func inline(_ piece: Document.Inline) -> String {
        switch piece {
        case .text(let text): return Self.escaped(text)
        case .code(let text): return Self.code(text)
        case .link(let anchor, let content): return "[\(inline(content))](\(address(anchor)))"
        case .badge(let word): return "*\(Self.escaped(word))*"
        case .prose(let text): return Self.prose(text.replacing("\n", with: " "))
        case .change(let status, let content): return Self.escaped(status.sign) + inline(content)
        }
    }

    /// Code in a line, with a fence that its own backticks do not end. A bar would end the cell of a table.
    private static func code(_ text: String) -> String {
        if text.contains("|") || text.contains("\n") { return "<code>\(Markup.text(text).html.replacing("|", with: "&#124;").replacing("\n", with: "<br>"))</code>" }
        let longest = text.matches(of: /`+/).map(\.output.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? "`\(text.visible())`" : "\(fence) \(text.visible()) \(fence)"
    }

    /// A text of an author: code between backticks stays code.
    private static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { $0 % 2 == 0 ? escaped($1) : $1.isEmpty ? "" : code($1) }.joined()
    }

    /// A text without a meaning in Markdown or HTML.
    private static func escaped(_ text: String) -> String {
        let html = Markup.text(text).html.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        return html.map { "\\`*_[]|#".contains($0) && !($0 == "#" && html.contains("&#")) ? "\\\($0)" : String($0) }.joined()
    }
}
