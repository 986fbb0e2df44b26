/// A value of an object that has a column of its own: an attribute, a part of a composite, or whether an optional composite is there.
///
/// The columns of an entity are counted by one list, in the layout, in generated code and in the library alike:
/// ``Entity/storedAttributes``, and after them the keys of its to-one relationships.
public struct StoredAttribute: Sendable {
    /// The attributes that lead to it: the entity's own, and from there parts of composites. Never empty.
    public let path: [Attribute]
    /// What key paths, indexes and errors call it, `address.city`; its place is that of the entity's own attribute.
    public let name: Name
    /// The attribute whose value it is; a composite's where it says whether that is there.
    public let attribute: Attribute

    fileprivate init(_ attribute: Attribute, within path: [Attribute]) {
        self.path = path + [attribute]
        self.attribute = attribute
        name =
            path.isEmpty
            ? attribute.name : Name(self.path.map(\.name.text).joined(separator: "."), at: path[0].name.span)
    }

    /// Whether the column can be NULL: nil is a value, or a composite around it may be missing.
    public var isNullable: Bool { path.contains(where: \.isOptional) }

    /// The way to the nearest optional composite around it, without which there is no value; nil where there is none.
    public var enclosing: ArraySlice<Attribute>? {
        path.dropLast().lastIndex(where: \.isOptional).map { path[...$0] }
    }

    /// Whether it says that an optional composite is there, and is no value itself.
    public var isPresence: Bool { attribute.type.parts != nil }
}

extension [Attribute] {
    /// What is stored of the attributes, in the order of the columns: of a composite first whether it is there, where it may be
    /// missing, and then its parts.
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
    /// The attributes that the store has.
    public var persistentAttributes: [Attribute] { attributes.filter { !$0.isTransient } }

    /// What is stored of the attributes, in the order of the columns.
    public var storedAttributes: [StoredAttribute] { attributes.stored }
}

extension CompositeType {
    /// What is stored of the parts, in the order of the columns.
    public var storedAttributes: [StoredAttribute] { attributes.stored }
}
