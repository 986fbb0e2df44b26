import SchemaModel

/// A diagram as SVG, from its layout. Light and dark, without scripts and without other files.
public struct DiagramPicture {
    private let diagram: Diagram
    private let layout: DiagramLayout
    private let link: ((_ entity: String) -> String)?
    /// Whether boxes and lines name what they stand for, for programs that read a file. Within a page they only cost space.
    private var isNamed: Bool { link == nil }

    private static let margin = 16.0
    private static let legendHeight = 34.0

    /// - Parameter link: the address of an entity's description; nil for boxes without links.
    public init(_ diagram: Diagram, _ layout: DiagramLayout, link: ((_ entity: String) -> String)? = nil) {
        (self.diagram, self.layout, self.link) = (diagram, layout, link)
    }

    /// The picture as a file of its own.
    public var file: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(svg(styled: true).html)\n" }

    /// The picture within a page that has ``styles``.
    var markup: Markup { svg(styled: false) }

    /// The colours and fonts of pictures.
    static let styles = PackageResources.diagram_css

    private func svg(styled: Bool) -> Markup {
        let legend = DiagramLegend(diagram)
        let width = max(layout.size.x, legend.width) + 2 * Self.margin
        let height = layout.size.y + 2 * Self.margin + (legend.isEmpty ? 0 : Self.legendHeight)
        let style = styled ? [Markup.resource("style", Self.styles)] : []
        return .element(
            "svg",
            [
                .init("xmlns", "http://www.w3.org/2000/svg"), .init("class", "diagram"), .init("role", "group"),
                .init("aria-label", diagram.title), .init("width", Figures.length(width)), .init("height", Figures.length(height)),
                .init("viewBox", "0 0 \(Figures.pair(width, height))"),
            ],
            [.element("title", [], [.text(diagram.title)])] + style + [
                .empty("rect", [.init("class", "paper"), .init("width", "100%"), .init("height", "100%")]),
                .element(
                    "g", [.init("transform", "translate(\(Figures.pair(Self.margin, Self.margin)))")],
                    groups + diagram.lines.indices.map(line) + diagram.boxes.indices.map(box)),
                legend.markup(x: Self.margin, y: layout.size.y + 2 * Self.margin + Self.legendHeight / 2 - 6),
            ])
    }

    // MARK: Groups

    private var groups: [Markup] {
        layout.groups.sorted { $0.key < $1.key }.filter { diagram.groups.indices.contains($0.key) }.map { group, frame in
            .element(
                "g", [.init("class", "group")],
                [
                    .empty("rect", Self.frame(frame.origin, frame.size.x, frame.size.y) + [.init("rx", "8")]),
                    .element(
                        "text", [.init("x", Figures.length(frame.origin.x + 10)), .init("y", Figures.length(frame.origin.y + 15))],
                        [.text(TextWidth.cut(diagram.groups[group], to: max(4, Int(frame.size.x / 8))))]),
                ])
        }
    }

    private static func frame(_ origin: DiagramLayout.Point, _ width: Double, _ height: Double) -> [Markup.Attribute] {
        [
            .init("x", Figures.length(origin.x)), .init("y", Figures.length(origin.y)), .init("width", Figures.length(width)),
            .init("height", Figures.length(height)),
        ]
    }

    // MARK: Boxes

    private func box(_ place: Int) -> Markup {
        let (box, origin) = (diagram.boxes[place], layout.boxes[place])
        let shape = BoxShape(box)
        var parts: [Markup] = box.summary == shape.title ? [] : [.element("title", [], [.text(box.summary)])]
        parts += [
            .empty("rect", Self.frame(origin, shape.width, shape.height) + [.init("rx", "5")]),
        ]
        if !shape.rows.isEmpty {
            let y = origin.y + BoxShape.titleHeight
            parts.append(.empty("path", [.init("d", "M\(Figures.pair(origin.x, y))h\(Figures.length(shape.width))")]))
        }
        parts.append(
            .element(
                "text",
                [
                    .init("class", "name"), .init("x", Figures.length(origin.x + shape.width / 2)),
                    .init("y", Figures.length(origin.y + BoxShape.titleHeight / 2 + 4.5)),
                ], [.text(shape.title)]))
        for (index, row) in shape.rows.enumerated() { parts += self.row(box.rows[index], row, index, origin, shape.width) }
        let classes = ["box", box.isAbstract ? "abstract" : "", Self.name(of: box.status)].filter { !$0.isEmpty }.joined(separator: " ")
        let group = Markup.element("g", [.init("class", classes)] + (isNamed ? [.init("data-entity", box.entity)] : []), parts)
        guard let link, box.status != .removed else { return group }
        return .element("a", [.init("href", link(box.entity))], [group])
    }

    private func row(
        _ row: Diagram.Row, _ texts: (name: String, type: String), _ index: Int, _ origin: DiagramLayout.Point, _ width: Double
    ) -> [Markup] {
        let y = origin.y + BoxShape.titleHeight + (Double(index) + 0.5) * BoxShape.rowHeight + 6
        let classes = [row.isKey ? "key" : "", row.isRelationship ? "to" : "", Self.name(of: row.status)].filter { !$0.isEmpty }
        let kind = classes.isEmpty ? [] : [Markup.Attribute("class", classes.joined(separator: " "))]
        return [
            .element(
                "text", kind + [.init("x", Figures.length(origin.x + BoxShape.padding)), .init("y", Figures.length(y))], [.text(texts.name)]),
            .element(
                "text",
                [.init("class", "type"), .init("x", Figures.length(origin.x + width - BoxShape.padding)), .init("y", Figures.length(y))],
                [.text(texts.type)]),
        ]
    }

    private static func name(of status: Diagram.Status) -> String { status == .same ? "" : status.rawValue }

    // MARK: Lines

    private func line(_ place: Int) -> Markup {
        let (line, curve) = (diagram.lines[place], layout.lines[place])
        let sampled = SampledCurve(curve)
        let (start, end) = line.marks
        var parts: [Markup] = [.element("title", [], [.text(line.words(in: diagram))]), .empty("path", [.init("d", RelativePath.curve(curve))])]
        parts += marks(start, on: sampled, fromEnd: false) + marks(end, on: sampled, fromEnd: true)
        let classes = ["line", line.isInheritance ? "parent" : "", Self.name(of: line.status)].filter { !$0.isEmpty }.joined(separator: " ")
        return .element("g", [.init("class", classes)] + (isNamed ? [.init("data-ends", line.ends(in: diagram))] : []), parts)
    }

    private func marks(_ marks: [EndMark], on curve: SampledCurve, fromEnd: Bool) -> [Markup] {
        var (distance, filled, hollow) = (0.0, "", "")
        for mark in marks {
            let tip = curve.point(at: distance, fromEnd: fromEnd)
            distance += mark.length
            let shape = mark.path(from: tip, to: curve.point(at: distance, fromEnd: fromEnd))
            if mark.isFilled { filled += shape } else { hollow += shape }
        }
        return [("full", filled), ("open", hollow)].filter { !$0.1.isEmpty }.map { kind, path in
            .empty("path", [.init("class", kind), .init("d", path)])
        }
    }
}

extension Diagram.Line {
    fileprivate var isInheritance: Bool { if case .inheritance = kind { true } else { false } }

    /// The marks at both ends, each from the box outwards.
    var marks: (start: [EndMark], end: [EndMark]) {
        guard case .relationship(let relationship, let inverse) = kind else { return ([.inheritance], []) }
        return (EndMark.marks(incoming: inverse, outgoing: relationship), EndMark.marks(incoming: relationship, outgoing: inverse))
    }

    /// The relationships of the line, or the two entities of an inheritance.
    fileprivate func ends(in diagram: Diagram) -> String {
        switch kind {
        case .inheritance: "\(diagram.boxes[to].entity) < \(diagram.boxes[from].entity)"
        case .relationship(let relationship, let inverse):
            ([relationship] + (inverse == relationship ? [] : [inverse].compactMap(\.self))).map(\.path).joined(separator: " ")
        }
    }
}
