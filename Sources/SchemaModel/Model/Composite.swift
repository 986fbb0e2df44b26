/// A value of several parts, each in columns of its own: in Swift a struct.
public struct Composite: Sendable {
    public var name: Name
    public var doc: String?
    public var type: CompositeType
}

/// The part of a composite that its attributes need.
public struct CompositeType: Sendable, Hashable {
    public let name: String
    /// The parts. They may be other composites, but a composite never contains itself.
    public let attributes: [Attribute]
    /// The number of its columns, if it is required.
    public let columnCount: Int
    /// The depth of nested composites: 1 for one of simple values.
    let depth: Int

    init(name: String, attributes: [Attribute]) {
        self.name = name
        self.attributes = attributes
        depth = 1 + (attributes.compactMap(\.type.composite).map(\.depth).max() ?? 0)
        columnCount = attributes.reduce(0) { $0 + $1.columnCount }
    }

    // A model has one composite of each name.
    public static func == (left: CompositeType, right: CompositeType) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Attribute {
    /// The number of columns of the attribute: for a composite its parts, and the one that marks it as present.
    public var columnCount: Int {
        if isTransient { return 0 }
        guard let composite = type.composite else { return 1 }
        return composite.columnCount + (isOptional ? 1 : 0)
    }
}
