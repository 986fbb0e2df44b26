/// The documentation of a model as values, from which all formats are written.
public struct Document: Sendable {
    public var title: String
    public var pages: [Page]

    /// A page of a site, or a chapter of a single page.
    public struct Page: Sendable {
        public var name: Name
        public var title: String
        public var blocks: [Block]

        /// The identity of a page.
        public enum Name: Sendable, Hashable {
            case overview
            case entity(String)
            case types
            case versions
            case tables
        }
    }

    /// A place to which links lead: a page, and a part of it.
    public struct Anchor: Sendable, Hashable {
        public var page: Page.Name
        /// Unique in the whole document: `Order`, `Order.rows`, `Order.unpaid()`. Those that are no names of a model begin with a hyphen.
        public var id: String
    }

    /// A piece of a page.
    public indirect enum Block: Sendable {
        case heading(level: Int, Anchor?, [Inline])
        case paragraph([Inline])
        /// A text of the model's author: paragraphs, with code between backticks.
        case prose(String)
        case list([[Inline]])
        case facts([(term: String, value: [Inline])])
        case table(columns: [String], [Row])
        case code(String, language: String)
        /// Blocks that a reader opens.
        case folded(String, [Block])
        /// The diagram of all entities.
        case diagram
        /// The diagram of an entity and its neighbours. Formats without room for one picture for each entity leave it out.
        case neighbours
    }

    /// A row of a table. Its first cell names it.
    public struct Row: Sendable {
        public var anchor: Anchor?
        public var cells: [[Inline]]
    }

    /// A piece of a line.
    public indirect enum Inline: Sendable {
        case text(String)
        case code(String)
        case link(Anchor, [Inline])
        /// A word with a frame, such as `abstract`.
        case badge(String)
        /// A text of the model's author.
        case prose(String)
        case change(Diagram.Status, [Inline])
    }
}

extension Document.Inline: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}
