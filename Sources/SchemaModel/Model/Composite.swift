/// A value of several parts, each in columns of its own: in Swift a struct.
public struct Composite: Sendable {
    public var name: Name
    public var doc: String?
    public var type: CompositeType
}

/// What an attribute needs to know of its composite.
public struct CompositeType: Sendable, Hashable {
    public let name: String
    /// The parts; they may be composites again, but a composite is never within itself.
    public let attributes: [Attribute]
    /// How many columns it takes, where it is required.
    public let columnCount: Int
    /// How many composites stand in each other here: 1 for one of simple values.
    let depth: Int

    init(name: String, attributes: [Attribute]) {
        self.name = name
        self.attributes = attributes
        depth = 1 + (attributes.compactMap(\.type.composite).map(\.depth).max() ?? 0)
        columnCount = attributes.reduce(0) { $0 + $1.columnCount }
    }

    // Within a model the name says it all.
    public static func == (left: CompositeType, right: CompositeType) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Attribute {
    /// How many columns the attribute takes: of a composite its parts, and whether it is there.
    public var columnCount: Int {
        if isTransient { return 0 }
        guard let composite = type.composite else { return 1 }
        return composite.columnCount + (isOptional ? 1 : 0)
    }
}
