/// A document as HTML: one page, or a folder of pages.
///
/// Pages need no network and no other files than those of the folder. Scripts add the search and the zoom; without them all is there
/// to read.
public struct Site {
    private let document: Document
    private let diagram: (Diagram, DiagramLayout)?
    private let neighbourhoods: [String: (Diagram, DiagramLayout)]
    /// The pages that describe no entity.
    private let chapterPages: [Document.Page]

    /// A file of a site.
    public struct File: Sendable {
        public var path: String
        public var text: String

        public init(path: String, text: String) {
            (self.path, self.text) = (path, text)
        }
    }

    /// Pages up to which each page of a folder lists all of them. With more, the list would be most of the folder.
    private static let mostListedPages = 80
    /// Pages up to which a single page lists all of them beside its table of entities.
    private static let mostListedChapters = 300

    /// - Parameters:
    ///   - diagram: the diagram of all entities with its layout; nil without Graphviz.
    ///   - neighbourhoods: those of entities, for the pages of a folder. In one page they would be most of it.
    public init(_ document: Document, diagram: (Diagram, DiagramLayout)?, neighbourhoods: [String: (Diagram, DiagramLayout)] = [:]) {
        (self.document, self.diagram, self.neighbourhoods) = (document, diagram, neighbourhoods)
        chapterPages = document.pages.filter { if case .entity = $0.name { false } else { true } }
    }

    // MARK: One page

    public var singlePage: String {
        let blocks = HTMLBlocks(address: { "#\(Self.percentEncoded($0.id))" }, picture: picture { "#\(Self.percentEncoded($0.id))" })
        let content = document.pages.map { page in
            Markup.element("section", [.init("class", "page")], blocks.markup(page.blocks))
        }
        let navigation = navigation(listing: document.pages.count <= Self.mostListedChapters, blocks.address)
        return html(
            title: document.title, head: [.resource("style", Self.styles)], navigation, content,
            scripts: [.resource("script", PackageResources.page_js)], home: "#\(Anchors.overview.id)")
    }

    // MARK: A folder

    public var files: [File] {
        let names = FileNames(document)
        let isListing = document.pages.count <= Self.mostListedPages
        let pages = document.pages.map { page in
            let address = { (anchor: Document.Anchor) in
                let fragment = "#\(Self.percentEncoded(anchor.id))"
                return anchor.page == page.name ? fragment : Self.percentEncoded(names[anchor.page]) + fragment
            }
            let blocks = HTMLBlocks(
                address: address, picture: page.name == .overview ? picture(address) : nil, neighbours: neighbours(page.name, address))
            let title = page.name == .overview ? document.title : "\(page.title) – \(document.title)"
            let text = html(
                title: title, head: [.void("link", [.init("rel", "stylesheet"), .init("href", "style.css")])],
                navigation(listing: isListing, address), blocks.markup(page.blocks),
                scripts: ["search.js", "page.js"].map { .element("script", [.init("src", $0)], []) },
                home: page.name == .overview ? "#\(Anchors.overview.id)" : "index.html")
            return File(path: names[page.name], text: text)
        }
        return pages + [
            File(path: "style.css", text: String(decoding: Self.styles, as: UTF8.self)),
            File(path: "page.js", text: String(decoding: PackageResources.page_js, as: UTF8.self)),
            File(path: "search.js", text: searchIndex(names)),
        ]
    }

    /// The names of all anchors by their pages, for the search.
    private func searchIndex(_ names: FileNames) -> String {
        let entries = document.anchors.filter { !$0.id.hasPrefix("-") }.map { anchor in
            "[\(Self.quoted(anchor.id)),\(Self.quoted("\(Self.percentEncoded(names[anchor.page]))#\(Self.percentEncoded(anchor.id))"))]"
        }
        return "window.trellisIndex = [\n\(entries.joined(separator: ",\n"))\n];\n"
    }

    // MARK: Parts

    private static var styles: [UInt8] { PackageResources.page_css + DiagramPicture.styles }

    private func picture(_ address: @escaping (Document.Anchor) -> String) -> Markup? {
        diagram.map { diagram, layout in DiagramPicture(diagram, layout) { address(Anchors.entity($0)) }.markup }
    }

    private func neighbours(_ page: Document.Page.Name, _ address: @escaping (Document.Anchor) -> String) -> Markup? {
        guard case .entity(let name) = page, let (diagram, layout) = neighbourhoods[name] else { return nil }
        return DiagramPicture(diagram, layout) { address(Anchors.entity($0)) }.markup
    }

    private func html(
        title: String, head: [Markup], _ navigation: Markup, _ content: [Markup], scripts: [Markup], home: String
    ) -> String {
        let search = Markup.element(
            "form", [.init("class", "search"), .init("role", "search"), .init("hidden")],
            [
                .void(
                    "input",
                    [
                        .init("type", "search"), .init("placeholder", "Search ( / )"), .init("aria-label", "Search entities, properties and fetches"),
                        .init("role", "combobox"), .init("aria-expanded", "false"), .init("aria-controls", "-results"),
                        .init("aria-autocomplete", "list"), .init("autocomplete", "off"), .init("spellcheck", "false"),
                    ]),
                .element("ul", [.init("id", "-results"), .init("role", "listbox"), .init("aria-label", "Results"), .init("hidden")], []),
            ])
        let top = Markup.element(
            "header", [.init("class", "top")],
            [
                .element("a", [.init("class", "skip"), .init("href", "#-main")], [.text("Skip to content")]),
                .element("a", [.init("class", "home"), .init("href", home)], [.text(document.title)]), search,
            ])
        let body: [Markup] = [
            top, .element("div", [.init("class", "columns")], [navigation, .element("main", [.init("id", "-main")], content)]),
        ]
        let meta: [Markup] = [
            .void("meta", [.init("charset", "utf-8")]),
            .void("meta", [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
            .void("meta", [.init("name", "color-scheme"), .init("content", "light dark")]),
            // An icon of its own keeps browsers from asking for one.
            .void("link", [.init("rel", "icon"), .init("href", "data:,")]),
            .element("title", [], [.text(title)]),
        ]
        let page = Markup.element("html", [.init("lang", "en")], [.element("head", [], meta + head), .element("body", [], body + scripts)])
        return "<!DOCTYPE html>\n\(page.html)\n"
    }

    private func navigation(listing isListing: Bool, _ address: (Document.Anchor) -> String) -> Markup {
        func item(_ title: String, _ anchor: Document.Anchor) -> Markup {
            .part("li", [], [.element("a", [.init("href", address(anchor))], [.text(title)])])
        }
        var (chapters, entities) = ([Markup](), [Markup]())
        // A page that lists no entities must not go through all of them, or a folder would take the square of their number.
        let shown = isListing ? document.pages : chapterPages
        for page in shown {
            guard case .heading(_, let anchor?, _)? = page.blocks.first else { continue }
            if case .entity = page.name { entities.append(item(page.title, anchor)) } else { chapters.append(item(page.name == .overview ? "Overview" : page.title, anchor)) }
        }
        let all = Markup.element("ul", [], chapters + entities)
        return .element(
            "nav", [.init("aria-label", "Contents")], [.element("details", [.init("open")], [.element("summary", [], [.text("Contents")]), all])])
    }

    // MARK: Texts

    /// A part of an address. Letters of all scripts are written by their bytes.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "("), UInt8(ascii: ")"): String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// A text in a script: everything but plain characters by its number.
    private static func quoted(_ text: String) -> String {
        let units = text.utf16.map { unit in
            switch unit {
            case 0x22, 0x5C, 0x3C, 0..<0x20, 0x7F...: "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
            default: String(UnicodeScalar(UInt8(unit)))
            }
        }
        return "\"\(units.joined())\""
    }
}

extension Document {
    /// All anchors, in the order of the pages.
    var anchors: [Anchor] { pages.flatMap { $0.blocks.flatMap(\.anchors) } }
}

extension Document.Block {
    fileprivate var anchors: [Document.Anchor] {
        switch self {
        case .heading(_, let anchor, _): [anchor].compactMap(\.self)
        case .table(_, let rows): rows.compactMap(\.anchor)
        case .folded(_, let blocks): blocks.flatMap(\.anchors)
        case .paragraph, .prose, .list, .facts, .code, .diagram, .neighbours: []
        }
    }
}
