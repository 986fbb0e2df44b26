import Diagnostics

/// A piece of HTML or SVG.
///
/// Texts of a model become markup here only, and only by escaping: names of elements and attributes are literals of this target.
public struct Markup: Sendable {
    /// The markup as text.
    public private(set) var html: String

    private init(escaped html: String) { self.html = html }

    /// The attribute of an element.
    struct Attribute {
        fileprivate var html: String

        /// An attribute with a value.
        init(_ name: StaticString, _ value: String) {
            html = " \(name)=\"\(Markup.escaped(value))\""
        }

        /// An attribute without a value, such as `hidden`.
        init(_ name: StaticString) { html = " \(name)" }
    }

    /// A text. Controls and marks that change the direction of text are shown as escapes.
    static func text(_ text: String) -> Markup { Markup(escaped: escaped(text)) }

    /// An element with its content.
    static func element(_ name: StaticString, _ attributes: [Attribute] = [], _ content: [Markup]) -> Markup {
        Markup(escaped: "<\(name)\(attributes.map(\.html).joined())>\(content.map(\.html).joined())</\(name)>")
    }

    /// An element whose end tag HTML lets out, because the next element ends it: rows and cells of tables, items of lists.
    static func part(_ name: StaticString, _ attributes: [Attribute] = [], _ content: [Markup]) -> Markup {
        Markup(escaped: "<\(name)\(attributes.map(\.html).joined())>\(content.map(\.html).joined())")
    }

    /// An element that has no content and no end tag in HTML, such as `meta`.
    static func void(_ name: StaticString, _ attributes: [Attribute]) -> Markup {
        Markup(escaped: "<\(name)\(attributes.map(\.html).joined())>")
    }

    /// An element without content, as XML closes it.
    static func empty(_ name: StaticString, _ attributes: [Attribute]) -> Markup {
        Markup(escaped: "<\(name)\(attributes.map(\.html).joined())/>")
    }

    /// Markup of this target.
    static func literal(_ html: StaticString) -> Markup { Markup(escaped: "\(html)") }

    /// A style sheet or a script of this target's resources, in its element.
    static func resource(_ element: StaticString, _ bytes: [UInt8]) -> Markup {
        Markup(escaped: "<\(element)>\n\(String(decoding: bytes, as: UTF8.self))</\(element)>")
    }

    static func + (left: Markup, right: Markup) -> Markup { Markup(escaped: left.html + right.html) }

    /// The only escaping of texts for HTML and SVG.
    private static func escaped(_ text: String) -> String {
        var html = ""
        html.reserveCapacity(text.utf8.count)
        for scalar in text.visible(keepingLines: true).unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            // XML has no such characters.
            case "\u{FFFE}", "\u{FFFF}": html += "\u{FFFD}"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return html
    }
}

extension [Markup] {
    /// All pieces, one after the other.
    var joined: Markup { reduce(.literal("")) { $0 + $1 } }
}
