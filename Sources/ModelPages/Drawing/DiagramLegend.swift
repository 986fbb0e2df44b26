/// The marks and colours that a diagram uses, with their meaning.
struct DiagramLegend {
    private let marks: [EndMark]
    private let statuses: [Diagram.Status]

    init(_ diagram: Diagram) {
        let used = Set(diagram.lines.flatMap { $0.marks.start + $0.marks.end })
        marks = EndMark.allCases.filter(used.contains)
        let shown = Set(diagram.boxes.map(\.status) + diagram.boxes.flatMap { $0.rows.map(\.status) } + diagram.lines.map(\.status))
        statuses = [.added, .removed, .changed].filter(shown.contains)
    }

    var isEmpty: Bool { marks.isEmpty && statuses.isEmpty }

    private static let size = 11.0
    private static let gap = 20.0
    private static let lineLength = 24.0

    private static func width(_ text: String) -> Double { lineLength + 6 + TextWidth.of(text) * size + gap }

    var width: Double { (marks.map(\.meaning) + statuses.map(\.words)).reduce(0) { $0 + Self.width($1) } }

    func markup(x: Double, y: Double) -> Markup {
        var (place, parts) = (x, [Markup]())
        for mark in marks {
            let tip = DiagramLayout.Point(x: place + Self.lineLength, y: y)
            let tail = DiagramLayout.Point(x: tip.x - mark.length, y: y)
            parts.append(
                .element(
                    "g", [.init("class", mark == .inheritance ? "line parent" : "line")],
                    [
                        .empty("path", [.init("d", "M\(Figures.pair(place, y))h\(Figures.length(Self.lineLength))")]),
                        .empty("path", [.init("class", mark.isFilled ? "full" : "open"), .init("d", mark.path(from: tip, to: tail))]),
                    ]))
            parts.append(text(mark.meaning, x: place + Self.lineLength + 6, y: y))
            place += Self.width(mark.meaning)
        }
        for status in statuses {
            parts.append(
                .element(
                    "g", [.init("class", "box \(status.rawValue)")],
                    [
                        .empty(
                            "rect",
                            [
                                .init("x", Figures.length(place)), .init("y", Figures.length(y - 7)), .init("width", "24"),
                                .init("height", "14"), .init("rx", "3"),
                            ])
                    ]))
            parts.append(text(status.words, x: place + Self.lineLength + 6, y: y))
            place += Self.width(status.words)
        }
        return .element("g", [.init("class", "legend"), .init("aria-hidden", "true")], parts)
    }

    private func text(_ text: String, x: Double, y: Double) -> Markup {
        .element("text", [.init("x", Figures.length(x)), .init("y", Figures.length(y + 4))], [.text(text)])
    }
}

extension Diagram.Status {
    fileprivate var words: String { sign + rawValue }
}
