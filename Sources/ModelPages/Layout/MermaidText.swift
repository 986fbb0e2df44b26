/// A diagram in Mermaid's language for classes (https://mermaid.js.org/syntax/classDiagram.html), which many hosts of repositories draw.
public struct MermaidText {
    private let diagram: Diagram

    public init(_ diagram: Diagram) { self.diagram = diagram }

    public var text: String {
        var lines = ["classDiagram", "  direction LR"]
        for (place, box) in diagram.boxes.enumerated() {
            let name = "  class c\(place)[\"\(Self.escaped(box.status.sign + box.entity))\"]"
            let abstract = box.isAbstract ? ["    <<abstract>>"] : []
            let rows = box.rows.map { "    \(Self.escaped($0.status.sign + $0.property)) \(Self.escaped($0.type))" }
            lines += abstract.isEmpty && rows.isEmpty ? [name] : [name + " {"] + abstract + rows + ["  }"]
        }
        lines += diagram.lines.map { "  " + line($0) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ line: Diagram.Line) -> String {
        guard case .relationship(let relationship, let inverse) = line.kind else { return "c\(line.from) <|-- c\(line.to)" }
        // A filled diamond is Mermaid's mark for parts that end with their owner.
        let start = relationship.deleteRule == .cascade ? "*" : inverse == nil ? "" : "<"
        let end = inverse?.deleteRule == .cascade ? "*" : ">"
        let near = inverse.map { "\"\(Self.count($0))\" " } ?? ""
        let names = inverse.map { $0 == relationship ? $0.name : "\(relationship.name) / \($0.name)" } ?? relationship.name
        return "c\(line.from) \(near)\(start)--\(end) \"\(Self.count(relationship))\" c\(line.to) : \(Self.escaped(line.status.sign + names))"
    }

    private static func count(_ relationship: Diagram.Relationship) -> String {
        relationship.isToMany ? (relationship.isOptional ? "0..*" : "1..*") : (relationship.isOptional ? "0..1" : "1")
    }

    /// A text within a line. Everything that could end it is written by its number.
    private static func escaped(_ text: String) -> String {
        text.visible().unicodeScalars.map { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "_", " ", ".", "?", "[", "]", "/", "+", "-", "−": String(scalar)
            default: scalar.value < 128 ? "#\(scalar.value);" : String(scalar)
            }
        }.joined()
    }
}
