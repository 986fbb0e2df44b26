import SchemaModel

/// What the language has at a place of a file.
struct ShapePlace {
    /// The shapes that a value there may have.
    var shapes: [Shape]
    /// The mapping with fixed keys that the last step is a key of, and that key.
    var key: (mapping: KeyedShape, key: KeyedShape.Key)?

    /// - Parameters:
    ///   - path: the keys and elements from the root.
    ///   - root: the shape of the file.
    init(_ path: [CursorPlace.Step], in root: KeyedShape) {
        shapes = [.keys(root)]
        for step in path { descend(step) }
    }

    private mutating func descend(_ step: CursorPlace.Step) {
        var next = [Shape]()
        for shape in Self.alternatives(shapes) {
            switch (shape, step) {
            case (.keys(let keyed), .key(let name)):
                guard let key = keyed.key(named: name) else { continue }
                self.key = (keyed, key)
                next.append(key.shape)
            case (.named(let element, _), .key): next.append(element)
            case (.list(let element, _, _), .item): next.append(element)
            default: break
            }
        }
        shapes = next
    }

    /// The shapes that a value may have, one by one: those of a list with a short form include the shapes of its element.
    var alternatives: [Shape] { Self.alternatives(shapes) }

    private static func alternatives(_ shapes: [Shape]) -> [Shape] {
        shapes.flatMap { shape -> [Shape] in
            switch shape {
            case .either(let others): alternatives(others)
            case .list(let element, short: true, _): [shape] + alternatives([element])
            default: [shape]
            }
        }
    }
}
