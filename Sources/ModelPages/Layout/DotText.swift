import Foundation

/// A diagram in the language of Graphviz (https://graphviz.org/doc/info/lang.html).
public struct DotText {
    private let diagram: Diagram
    private let purpose: Purpose

    public enum Purpose: Sendable {
        /// Boxes of exact sizes, whose places Trellis reads back. ``DiagramLayout`` has the other half.
        case layout(LayoutProgram)
        /// A picture that Graphviz draws.
        case picture
    }

    public init(_ diagram: Diagram, for purpose: Purpose) {
        (self.diagram, self.purpose) = (diagram, purpose)
    }

    public var text: String {
        var lines = ["digraph {", "  \(settings)"]
        lines += defaults
        var grouped = [Int: [Int]]()
        for (place, box) in diagram.boxes.enumerated() {
            if let group = box.group, usesGroups { grouped[group, default: []].append(place) } else { lines.append("  " + node(place)) }
        }
        for (group, places) in grouped.sorted(by: { $0.key < $1.key }) {
            lines.append("  subgraph cluster_\(group) { label=\(Self.quoted(isLayout ? "" : diagram.groups[group])) margin=\(isLayout ? "22" : "12")")
            lines += places.map { "    " + node($0) }
            lines.append("  }")
        }
        lines += diagram.lines.indices.map { "  " + edge($0) }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    private var isLayout: Bool { if case .layout = purpose { true } else { false } }

    /// Programs without ranks do not keep groups apart.
    private var usesGroups: Bool { if case .layout(.forces) = purpose { false } else { true } }

    private var settings: String {
        switch purpose {
        case .layout(.forces): "graph [overlap=prism overlap_scaling=3 sep=\"+24\" splines=line start=1 outputorder=edgesfirst]"
        case .layout(.ranks), .picture: "graph [rankdir=LR nodesep=0.35 ranksep=1.15 pack=24]"
        }
    }

    private var defaults: [String] {
        isLayout
            ? ["  node [shape=box fixedsize=true label=\"\" margin=0]", "  edge [dir=none]"]
            : ["  node [shape=plain fontname=\"Helvetica\" fontsize=11]", "  edge [dir=both arrowsize=0.8]"]
    }

    // MARK: Boxes

    private func node(_ place: Int) -> String {
        let box = diagram.boxes[place]
        let shape = BoxShape(box)
        guard isLayout else { return "n\(place) [label=<\(table(box, shape))>]" }
        if box.rows.isEmpty || !hasPorts {
            return "n\(place) [width=\(Self.inches(shape.width)) height=\(Self.inches(shape.height))]"
        }
        func cell(_ port: String, _ height: Double) -> String {
            "<TR><TD PORT=\"\(port)\" FIXEDSIZE=\"TRUE\" WIDTH=\"\(Int(shape.width))\" HEIGHT=\"\(Int(height))\"></TD></TR>"
        }
        let rows = box.rows.indices.map { cell("r\($0)", BoxShape.rowHeight) }.joined()
        return "n\(place) [shape=plain fixedsize=false label=<\(Self.table)\(cell("t", BoxShape.titleHeight))\(rows)\(cell("f", BoxShape.foot))</TABLE>>]"
    }

    private static let table = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">"

    private func table(_ box: Diagram.Box, _ shape: BoxShape) -> String {
        let name = Self.inTable(shape.title)
        let title = box.isAbstract ? "<I>\(name)</I>" : "<B>\(name)</B>"
        let rows = zip(box.rows.indices, shape.rows).map { place, row in
            "<TR><TD ALIGN=\"LEFT\" PORT=\"r\(place)\">\(Self.inTable(row.name))  \(Self.inTable(row.type))</TD></TR>"
        }
        return "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\"><TR><TD PORT=\"t\">\(title)</TD></TR>\(rows.joined())</TABLE>"
    }

    // MARK: Lines

    private var hasPorts: Bool { if case .layout(.ranks(hasPorts: false)) = purpose { false } else { usesGroups } }

    private func edge(_ place: Int) -> String {
        let line = diagram.lines[place]
        let (from, to) = line.properties
        let ends = "\(end(line.from, from)) -> \(end(line.to, to))"
        return isLayout ? "\(ends) [id=\(place)]" : "\(ends) [\(line.arrows)]"
    }

    private func end(_ box: Int, _ property: String?) -> String {
        guard hasPorts, let property, let row = diagram.boxes[box].rows.firstIndex(where: { $0.property == property }) else {
            return hasPorts && !diagram.boxes[box].rows.isEmpty ? "n\(box):t" : "n\(box)"
        }
        return "n\(box):r\(row)"
    }

    // MARK: Texts

    private static func inches(_ points: Double) -> String { String(format: "%.4f", points / 72) }

    /// A text in quotes. Controls would end a line of the graph's text.
    private static func quoted(_ text: String) -> String {
        "\"\(text.visible().replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// A text in a label that is like HTML.
    private static func inTable(_ text: String) -> String { Markup.text(text).html }
}

extension Diagram.Line {
    /// The properties at both ends; nil for inheritance, and for an end without a relationship.
    var properties: (from: String?, to: String?) {
        guard case .relationship(let relationship, let inverse) = kind else { return (nil, nil) }
        return (relationship.name, inverse?.name)
    }

    /// The arrows of Graphviz that are closest to Trellis' own marks.
    fileprivate var arrows: String {
        guard case .relationship(let relationship, let inverse) = kind else { return "dir=back arrowtail=empty" }
        func arrow(_ incoming: Diagram.Relationship?, _ outgoing: Diagram.Relationship?) -> String {
            let count = incoming.map { $0.isToMany ? "normalnormal" : "normal" } ?? ""
            let optional = incoming?.isOptional == true ? "odot" : ""
            let rule =
                switch outgoing?.deleteRule {
                case .cascade: "diamond"
                case .deny: "tee"
                case .noAction: "odiamond"
                case .nullify, nil: ""
                }
            return count + optional + rule == "" ? "none" : count + optional + rule
        }
        return "arrowhead=\(arrow(relationship, inverse)) arrowtail=\(arrow(inverse, relationship))"
    }
}
