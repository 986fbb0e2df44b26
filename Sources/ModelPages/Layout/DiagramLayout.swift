public import Foundation

/// The places of a diagram's boxes and lines, as Graphviz computed them. Points, from the upper left.
public struct DiagramLayout: Sendable {
    var size: Point
    /// The upper left corners of the boxes, in the order of the diagram.
    var boxes: [Point]
    /// The cubic curves of the lines, in the order of the diagram.
    var lines: [[Point]]
    /// The rectangles of the groups, by their places in the diagram; none for groups that are not kept together.
    var groups: [Int: (origin: Point, size: Point)]

    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
    }

    /// Output that does not fit the diagram.
    public struct Unreadable: Error {
        public init() {}
    }

    /// - Parameter json: the output of Graphviz with `-Tjson0` for ``DotText``.
    /// - Throws: ``Unreadable``, or an error of decoding.
    public init(reading json: Data, of diagram: Diagram) throws {
        let graph = try JSONDecoder().decode(Graph.self, from: json)
        let bounds = try Self.numbers(graph.bb, count: 4)
        let height = bounds[3]
        func flipped(_ x: Double, _ y: Double) -> Point { Point(x: x - bounds[0], y: height - y) }
        size = Point(x: bounds[2] - bounds[0], y: bounds[3] - bounds[1])
        var (corners, groups) = ([Int: Point](), [Int: (origin: Point, size: Point)]())
        for object in graph.objects ?? [] {
            if let place = Self.place(object.name, after: "n"), let pos = object.pos {
                let center = try Self.numbers(pos, count: 2)
                guard diagram.boxes.indices.contains(place) else { throw Unreadable() }
                let shape = BoxShape(diagram.boxes[place])
                let point = flipped(center[0], center[1])
                corners[place] = Point(x: point.x - shape.width / 2, y: point.y - shape.height / 2)
            } else if let group = Self.place(object.name, after: "cluster_"), let bb = object.bb {
                let corner = try Self.numbers(bb, count: 4)
                groups[group] = (flipped(corner[0], corner[3]), Point(x: corner[2] - corner[0], y: corner[3] - corner[1]))
            }
        }
        var curves = [Int: [Point]]()
        for edge in graph.edges ?? [] {
            guard let place = Int(edge.id), let pos = edge.pos else { throw Unreadable() }
            let points = try pos.split(separator: " ").filter { !$0.hasPrefix("e,") && !$0.hasPrefix("s,") }.map {
                let pair = try Self.numbers(String($0), count: 2)
                return flipped(pair[0], pair[1])
            }
            guard points.count >= 4, points.count % 3 == 1 else { throw Unreadable() }
            curves[place] = points
        }
        boxes = try diagram.boxes.indices.map { place in
            guard let corner = corners[place] else { throw Unreadable() }
            return corner
        }
        lines = try diagram.lines.indices.map { place in
            guard let curve = curves[place] else { throw Unreadable() }
            return curve
        }
        self.groups = groups
    }

    /// The outputs for several graphs, which Graphviz writes one after another.
    public static func outputs(in json: Data) -> [Data] {
        var (outputs, start) = ([Data](), json.startIndex)
        // Only the end of a graph is alone at the start of a line.
        while let end = json[start...].firstRange(of: Data("\n}\n".utf8)) {
            outputs.append(json[start..<end.upperBound])
            start = end.upperBound
        }
        return outputs
    }

    private static func place(_ name: String, after prefix: String) -> Int? {
        name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    private static func numbers(_ text: String, count: Int) throws -> [Double] {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == count, numbers.allSatisfy(\.isFinite) else { throw Unreadable() }
        return numbers
    }

    // The keys of Graphviz' JSON that are read.
    private struct Graph: Decodable {
        var bb: String
        var objects: [Object]?
        var edges: [Edge]?
    }

    private struct Object: Decodable {
        var name: String
        var pos: String?
        var bb: String?
    }

    private struct Edge: Decodable {
        var id: String
        var pos: String?
    }
}
