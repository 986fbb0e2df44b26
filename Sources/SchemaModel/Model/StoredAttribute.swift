/// A value of an object with a column of its own: an attribute, a part of a composite, or the presence of an optional composite.
///
/// One list counts the columns of an entity, in the layout, in generated code and in the library: ``Entity/storedAttributes``,
/// followed by the keys of its to-one relationships.
public struct StoredAttribute: Sendable {
    /// The attributes that lead to it: the entity's own, then parts of composites. Never empty.
    public let path: [Attribute]
    /// Its name in key paths, indexes and errors, `address.city`. Its place is that of the entity's own attribute.
    public let name: Name
    /// The attribute of the value; for a presence column, the composite.
    public let attribute: Attribute

    fileprivate init(_ attribute: Attribute, within path: [Attribute]) {
        self.path = path + [attribute]
        self.attribute = attribute
        name =
            path.isEmpty
            ? attribute.name : Name(self.path.map(\.name.text).joined(separator: "."), at: path[0].name.span)
    }

    /// Whether the column can be NULL: the value is optional, or is in an optional composite.
    public var isNullable: Bool { path.contains(where: \.isOptional) }

    /// The path to the nearest optional composite around it, without which it has no value; nil if no such composite exists.
    public var enclosing: ArraySlice<Attribute>? {
        path.dropLast().lastIndex(where: \.isOptional).map { path[...$0] }
    }

    /// Whether it marks the presence of an optional composite and is not a value itself.
    public var isPresence: Bool { attribute.type.parts != nil }
}

extension [Attribute] {
    /// The stored values of the attributes, in the order of the columns: for an optional composite first its presence, then its
    /// parts.
    var stored: [StoredAttribute] {
        var stored = [StoredAttribute]()
        stored.reserveCapacity(count)
        Self.collect(self, within: [], into: &stored)
        return stored
    }

    private static func collect(
        _ attributes: [Attribute], within path: [Attribute], into stored: inout [StoredAttribute]
    ) {
        for attribute in attributes where !attribute.isTransient {
            let value = StoredAttribute(attribute, within: path)
            if attribute.type.parts == nil || attribute.isOptional { stored.append(value) }
            if let parts = attribute.type.parts { collect(parts, within: value.path, into: &stored) }
        }
    }
}

extension Entity {
    /// The attributes with columns.
    public var persistentAttributes: [Attribute] { attributes.filter { !$0.isTransient } }

    /// The stored values of the attributes, in the order of the columns.
    public var storedAttributes: [StoredAttribute] { attributes.stored }
}

extension CompositeType {
    /// The stored values of the parts, in the order of the columns.
    public var storedAttributes: [StoredAttribute] { attributes.stored }
}
