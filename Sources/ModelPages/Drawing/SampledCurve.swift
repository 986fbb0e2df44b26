import Foundation

/// A curve as many short straight parts, for places at a distance from its ends.
struct SampledCurve {
    typealias Point = DiagramLayout.Point

    private let points: [Point]
    let length: Double

    /// - Parameter curve: control points of cubic curves, each of which begins where the one before ends.
    init(_ curve: [Point]) {
        var points = [curve[0]]
        for start in stride(from: 0, to: curve.count - 1, by: 3) {
            let parts = Array(curve[start..<start + 4])
            points += (1...Self.partsOfCurve).map { Self.point(parts, at: Double($0) / Double(Self.partsOfCurve)) }
        }
        self.points = points
        length = zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }

    private static let partsOfCurve = 24

    private static func point(_ curve: [Point], at share: Double) -> Point {
        let rest = 1 - share
        let weights = [rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share]
        return zip(curve, weights).reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.0.x * $1.1, y: $0.y + $1.0.y * $1.1) }
    }

    /// The place at a distance from an end.
    func point(at distance: Double, fromEnd: Bool) -> Point {
        let points = fromEnd ? points.reversed() : points
        var left = distance
        for (start, end) in zip(points, points.dropFirst()) {
            let part = hypot(end.x - start.x, end.y - start.y)
            if part > 0, part >= left {
                return Point(x: start.x + (end.x - start.x) * left / part, y: start.y + (end.y - start.y) * left / part)
            }
            left -= part
        }
        return points[points.count - 1]
    }
}
