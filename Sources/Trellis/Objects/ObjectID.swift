/// The identity of an object: good in every context of a store, and across isolation domains.
///
/// A new object's identity is temporary until it is saved, and then another one. Keys are never used again.
public struct ObjectID: Sendable, Hashable, CustomStringConvertible {
    /// The name of the object's entity.
    public let entity: String
    let key: Int64

    /// The row's key, the `_id` of its table; nil while the object is not saved.
    public var rowID: Int64? { isTemporary ? nil : key }

    /// Whether the object has not been saved yet; such an identity means something in its own context only.
    public var isTemporary: Bool { key < 0 }

    init(entity: String, key: Int64) {
        self.entity = entity
        self.key = key
    }

    /// The identity of the row of an entity's table whose `_id` is `rowID`.
    public init(entity: String, rowID: Int64) {
        self.init(entity: entity, key: rowID)
    }

    public var description: String {
        isTemporary ? "\(entity)/new\(-key)" : "\(entity)/\(key)"
    }
}
