/// The path of shapes, by steps from point to point: a picture of a thousand entities has thousands of them.
struct RelativePath {
    typealias Point = DiagramLayout.Point

    private(set) var text = ""

    /// Adds straight lines between points.
    mutating func add(_ points: [Point], isClosed: Bool) {
        text += "M\(Figures.pair(points[0].x, points[0].y))l" + Self.steps(points) + (isClosed ? "z" : "")
    }

    /// A cubic curve or several, each of which begins where the one before ends.
    static func curve(_ points: [Point]) -> String {
        var text = "M\(Figures.pair(points[0].x, points[0].y))c"
        var start = rounded(points[0])
        for part in stride(from: 1, to: points.count - 2, by: 3) {
            // All points of a part are relative to its start.
            for point in points[part..<part + 3] { text += step(from: start, to: point, isFirst: text.hasSuffix("c")) }
            start = rounded(points[part + 2])
        }
        return text
    }

    static func circle(around center: Point, radius: Double) -> String {
        let (edge, radius, width) = (radius, Figures.length(radius), Figures.length(2 * radius))
        let half = "a\(radius) \(radius) 0 1 0 "
        return "M\(Figures.pair(center.x - edge, center.y))\(half)\(width) 0\(half)-\(width) 0z"
    }

    private static func steps(_ points: [Point]) -> String {
        zip(points, points.dropFirst()).enumerated().map { step(from: rounded($1.0), to: $1.1, isFirst: $0 == 0) }.joined()
    }

    /// A step between places as they are written, so that roundings do not add up.
    private static func step(from start: Point, to end: Point, isFirst: Bool) -> String {
        let end = rounded(end)
        let (x, y) = (Figures.length(end.x - start.x), Figures.length(end.y - start.y))
        return (isFirst || x.hasPrefix("-") ? "" : " ") + x + (y.hasPrefix("-") ? "" : " ") + y
    }

    private static func rounded(_ point: Point) -> Point { Point(x: (point.x * 10).rounded() / 10, y: (point.y * 10).rounded() / 10) }
}

/// Numbers in pictures.
enum Figures {
    /// A length with one digit after the point, which is less than what an eye sees.
    static func length(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        if tenths % 10 == 0 { return "\(tenths / 10)" }
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    static func pair(_ x: Double, _ y: Double) -> String { "\(length(x)) \(length(y))" }
}
