import Foundation
import SchemaModel

/// A mark at the end of a line.
enum EndMark: String, CaseIterable {
    case inheritance, toOne, toMany, ordered, optional, cascade, deny, noAction

    /// The marks at an end, from the box outwards: those of the relationship that leads there, then the delete rule of the one that
    /// leads away.
    static func marks(incoming: Diagram.Relationship?, outgoing: Diagram.Relationship?) -> [EndMark] {
        var marks = [EndMark]()
        if let incoming {
            marks.append(incoming.isToMany ? .toMany : .toOne)
            if incoming.isOrdered { marks.append(.ordered) }
            if incoming.isOptional { marks.append(.optional) }
        }
        switch outgoing?.deleteRule {
        case .cascade: marks.append(.cascade)
        case .deny: marks.append(.deny)
        case .noAction: marks.append(.noAction)
        case .nullify, nil: break
        }
        return marks
    }

    /// The length along the line.
    var length: Double {
        switch self {
        case .inheritance: 12
        case .toOne: 9
        case .toMany: 16
        case .ordered: 4
        case .optional: 8
        case .cascade, .noAction: 13
        case .deny: 9
        }
    }

    /// Whether its shape is filled with the colour of the line.
    var isFilled: Bool {
        switch self {
        case .toOne, .toMany, .cascade: true
        case .inheritance, .ordered, .optional, .deny, .noAction: false
        }
    }

    var meaning: String {
        switch self {
        case .inheritance: "inherits from"
        case .toOne: "to one"
        case .toMany: "to many"
        case .ordered: "ordered"
        case .optional: "optional"
        case .cascade: "cascade"
        case .deny: "deny"
        case .noAction: "no action"
        }
    }

    /// The path of the mark's shape.
    /// - Parameters:
    ///   - tip: its place nearest to the box.
    ///   - tail: its other end.
    func path(from tip: DiagramLayout.Point, to tail: DiagramLayout.Point) -> String {
        let length = max(hypot(tail.x - tip.x, tail.y - tip.y), 0.1)
        let along = (x: (tail.x - tip.x) / length, y: (tail.y - tip.y) / length)
        var drawn = RelativePath()
        /// Moves to places, by their distances along the line and across it.
        func shape(_ places: [(distance: Double, side: Double)], isClosed: Bool = true) {
            drawn.add(
                places.map {
                    .init(x: tip.x + along.x * $0.distance - along.y * $0.side, y: tip.y + along.y * $0.distance + along.x * $0.side)
                }, isClosed: isClosed)
        }
        switch self {
        case .inheritance: shape([(0, 0), (12, 6.5), (12, -6.5)])
        case .toOne: shape([(0, 0), (9, 4), (9, -4)])
        case .toMany:
            shape([(0, 0), (8, 4), (8, -4)])
            shape([(8, 0), (16, 4), (16, -4)])
        case .ordered: shape([(2.5, 5), (2.5, -5)], isClosed: false)
        case .optional:
            return RelativePath.circle(around: .init(x: tip.x + along.x * 4, y: tip.y + along.y * 4), radius: 3.5)
        case .cascade, .noAction: shape([(0.5, 0), (6.5, 4), (12.5, 0), (6.5, -4)])
        case .deny:
            shape([(1.5, 4), (7.5, -4)], isClosed: false)
            shape([(1.5, -4), (7.5, 4)], isClosed: false)
        }
        return drawn.text
    }
}
