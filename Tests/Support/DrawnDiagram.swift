import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What a reader sees in the SVG of a diagram. It knows nothing of models and of Graphviz.
public struct DrawnDiagram {
    public struct Box {
        public var entity = ""
        public var status = ""
        public var frame = Frame()
        public var texts: [Text] = []
    }

    public struct Frame {
        public var x = 0.0, y = 0.0, width = 0.0, height = 0.0

        func overlaps(_ other: Frame) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    public struct Text {
        public var text = ""
        public var x = 0.0, y = 0.0
        var anchor = Anchor.start
        var size = 11.0
        public var status = ""

        enum Anchor { case start, middle, end }

        /// The extent in an ordinary font: a little more than half of its size for each character.
        var extent: ClosedRange<Double> {
            let width = Double(text.count) * size * 0.56
            return switch anchor {
            case .start: x...x + width
            case .middle: x - width / 2...x + width / 2
            case .end: x - width...x
            }
        }
    }

    public struct Line {
        /// The relationships of the line, or the entities of an inheritance with `<` between them.
        public var ends = ""
        public var status = ""
        public var title = ""
        public var start = Frame(), end = Frame()
    }

    public private(set) var boxes: [Box] = []
    public private(set) var lines: [Line] = []
    public private(set) var groups: [String] = []
    public private(set) var legend: [String] = []
    public private(set) var width = 0.0, height = 0.0

    public struct NotXML: Error {
        var line: Int
    }

    public init(_ svg: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        guard parser.parse() else { throw NotXML(line: parser.lineNumber) }
        self = reader.diagram
    }

    private init() {}

    /// The paths of all relationships that lines have, each as often as it is drawn.
    public var relationships: [String] {
        lines.filter { !$0.ends.contains("<") }.flatMap { $0.ends.split(separator: " ").map(String.init) }.sorted()
    }

    /// What is wrong with the picture, for any reader: boxes over each other, texts outside of their boxes, lines that do not begin and
    /// end at boxes, and what is outside of the picture.
    public var faults: [String] {
        var faults = [String]()
        for (place, box) in boxes.enumerated() {
            for other in boxes[(place + 1)...] where box.frame.overlaps(other.frame) { faults.append("\(box.entity) overlaps \(other.entity)") }
            let frame = box.frame
            if frame.x < 0 || frame.y < 0 || frame.x + frame.width > width || frame.y + frame.height > height {
                faults.append("\(box.entity) is outside of the picture")
            }
            for text in box.texts {
                let isInside = text.extent.lowerBound > frame.x && text.extent.upperBound < frame.x + frame.width
                    && text.y - text.size * 0.8 > frame.y && text.y + text.size * 0.2 < frame.y + frame.height
                if !isInside { faults.append("'\(text.text)' is outside of \(box.entity)") }
            }
            for (one, two) in pairs(of: box.texts) where abs(one.y - two.y) < 8 && one.extent.overlaps(two.extent) {
                faults.append("'\(one.text)' is over '\(two.text)'")
            }
        }
        for line in lines {
            for point in [line.start, line.end] where !boxes.contains(where: { touches(point, $0.frame) }) {
                faults.append("\(line.ends) does not end at a box")
            }
        }
        return faults
    }

    private func pairs(of texts: [Text]) -> [(Text, Text)] {
        texts.indices.flatMap { one in texts.indices.filter { $0 > one }.map { (texts[one], texts[$0]) } }
    }

    private func touches(_ point: Frame, _ frame: Frame) -> Bool {
        let near = 3.0
        return point.x >= frame.x - near && point.x <= frame.x + frame.width + near && point.y >= frame.y - near
            && point.y <= frame.y + frame.height + near
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var diagram = DrawnDiagram()
        private var classes: [String] = []
        private var text: Text?
        private var title: String?
        private var hasCurve = false

        private var owner: String { classes.last { ["box", "line", "group", "legend"].contains($0.split(separator: " ").first ?? "") } ?? "" }
        private var kind: String { classes.contains("legend") ? "legend" : String(owner.split(separator: " ").first ?? "") }

        private func status(in words: String) -> String {
            words.split(separator: " ").map(String.init).first { ["added", "removed", "changed"].contains($0) } ?? ""
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            func number(_ name: String) -> Double { Double(attributes[name] ?? "") ?? 0 }
            let classNames = attributes["class"] ?? ""
            classes.append(classNames)
            switch name {
            case "svg": (diagram.width, diagram.height) = (number("width"), number("height"))
            case "g" where kind == "box" && attributes["data-entity"] != nil:
                diagram.boxes.append(Box(entity: attributes["data-entity"] ?? "", status: status(in: classNames)))
            case "g" where kind == "line" && attributes["data-ends"] != nil:
                diagram.lines.append(Line(ends: attributes["data-ends"] ?? "", status: status(in: classNames)))
                hasCurve = false
            case "rect" where kind == "box":
                let frame = Frame(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
                diagram.boxes[diagram.boxes.count - 1].frame = frame
            case "path" where kind == "line" && !hasCurve:
                // A place, then steps of three points, all from the end of the step before.
                let numbers = (attributes["d"] ?? "").matches(of: /-?[0-9.]+/).compactMap { Double($0.output) }
                guard numbers.count >= 8, numbers.count % 6 == 2 else { break }
                let ends = stride(from: 6, to: numbers.count, by: 6).map { (numbers[$0], numbers[$0 + 1]) }
                let line = diagram.lines.count - 1
                diagram.lines[line].start = Frame(x: numbers[0], y: numbers[1])
                diagram.lines[line].end = ends.reduce(into: diagram.lines[line].start) { $0.x += $1.0; $0.y += $1.1 }
                hasCurve = true
            case "text":
                var text = Text(x: number("x"), y: number("y"), status: status(in: classNames))
                if classNames.contains("name") { (text.anchor, text.size) = (.middle, 13) }
                if classNames.contains("type") { text.anchor = .end }
                self.text = text
            case "title": title = ""
            default: break
            }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) {
            text?.text += characters
            title? += characters
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            classes.removeLast()
            if name == "title" {
                if kind == "line", let title { diagram.lines[diagram.lines.count - 1].title = title }
                title = nil
            }
            guard name == "text", let text else { return }
            self.text = nil
            switch kind {
            case "box": diagram.boxes[diagram.boxes.count - 1].texts.append(text)
            case "group": diagram.groups.append(text.text)
            default: diagram.legend.append(text.text)
            }
        }
    }
}

extension DrawnDiagram {
    /// Whether Graphviz is installed, which lays out diagrams.
    public static let isPossible = (try? ChildProcess.run(named: "dot", ["-V"]))?.exitCode == 0
}
