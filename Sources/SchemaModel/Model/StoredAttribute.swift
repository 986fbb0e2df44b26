/// A value of an object that has a column of its own.
///
/// The columns of an entity are counted by one list, in the layout, in generated code and in the library alike:
/// ``Entity/storedAttributes``, and after them the keys of its to-one relationships.
public struct StoredAttribute: Sendable {
    /// The attribute whose value it is.
    public var attribute: Attribute

    /// What key paths, indexes and errors call it.
    public var name: Name { attribute.name }

    /// Whether the column can be NULL.
    public var isNullable: Bool { attribute.isOptional }
}

extension Entity {
    /// The attributes that the store has.
    public var persistentAttributes: [Attribute] { attributes.filter { !$0.isTransient } }

    /// What is stored of the attributes, in the order of the columns.
    public var storedAttributes: [StoredAttribute] {
        persistentAttributes.map(StoredAttribute.init)
    }
}
