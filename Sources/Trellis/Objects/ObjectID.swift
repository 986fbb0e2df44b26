public import Foundation

/// The identity of an object: good in every context of a store, and across isolation domains.
///
/// An identity knows its store, so one of another store finds nothing and equals nothing here. An object has one identity, whether it is
/// named by its own entity or by one that it inherits from. A new object's identity is temporary until it is saved, and then another one.
/// Keys are never used again.
public struct ObjectID: Sendable, Hashable, CustomStringConvertible {
    /// The entity and the store. It is shared by all identities of an entity, so an identity takes 16 bytes.
    private let origin: ObjectOrigin
    let key: Int64

    /// The name of the object's entity, or of one that it inherits from.
    public var entity: String { origin.entity }

    /// The identity of the object's store, ``StoreMetadata/uuid``, which copies of a file share; nil for an identity of any store.
    public var storeIdentifier: String? { origin.store }

    /// The row's key, the `_id` of its table; nil while the object is not saved.
    public var rowID: Int64? { isTemporary ? nil : key }

    /// Whether the object has not been saved yet; such an identity means something in its own context only.
    public var isTemporary: Bool { key < 0 }

    init(_ origin: ObjectOrigin, key: Int64) {
        self.origin = origin
        self.key = key
    }

    /// The identity of the row of an entity's table whose `_id` is `rowID`, in whichever store it is looked up.
    ///
    /// It finds the object, but does not equal the object's ``ManagedObject/objectID``, which knows its store: see
    /// ``PersistentContainer/objectID(of:rowID:)``.
    public init(entity: String, rowID: Int64) {
        self.init(ObjectOrigin(entity: entity, root: entity, store: nil), key: rowID)
    }

    /// Identities are equal if their objects have the same row of the same store.
    public static func == (left: ObjectID, right: ObjectID) -> Bool {
        left.key == right.key && (left.origin === right.origin || left.origin.hasSameTable(as: right.origin))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(origin.tableHash)
    }

    /// The entity and the key, for people: `Customer/12`. ``uriRepresentation()`` has the store as well.
    public var description: String {
        isTemporary ? "\(entity)/new\(-key)" : "\(entity)/\(key)"
    }

    /// Whether the identity is one of the store with this identifier, or of any store.
    func isOf(store: String?) -> Bool { origin.store == nil || origin.store == store }
}

/// What the identities of an entity's objects have in common.
final class ObjectOrigin: Sendable {
    let entity: String
    /// The entity that it inherits from in the end, whose table has its rows.
    let root: String
    let store: String?
    let tableHash: Int

    init(entity: String, root: String, store: String?) {
        self.entity = entity
        self.root = root
        self.store = store
        tableHash = root.hashValue
    }

    func hasSameTable(as other: ObjectOrigin) -> Bool { root == other.root && store == other.store }
}

// MARK: - As text

extension ObjectID {
    /// The identity with its store, as Core Data's method of this name gives it: `trellis://9c0d…/Customer/12`. An entity that inherits is
    /// named after the one whose table has its rows: `trellis://9c0d…/Person/Employee/12`.
    ///
    /// A temporary identity ends with `new3`, and cannot be read back.
    public func uriRepresentation() -> URL {
        let names = origin.root == entity ? [entity] : [origin.root, entity]
        var components = URLComponents()
        components.scheme = Self.scheme
        components.host = origin.store ?? ""
        components.path = "/" + (names + [isTemporary ? "new\(-key)" : "\(key)"]).joined(separator: "/")
        // Names of entities are names of Swift types, which always make a URL.
        return components.url ?? URL(fileURLWithPath: components.path)
    }

    /// The identity that a text says: that of a ``uriRepresentation()``, or a ``description`` such as `Customer/12`, which is of any store.
    ///
    /// nil if the text is neither, or is that of a temporary identity.
    public init?(_ text: String) {
        var names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var store: String?
        if names.count >= 5 || names.count == 4 && names[1].isEmpty, names[0] == Self.scheme + ":", names[1].isEmpty {
            store = names[2].isEmpty ? nil : names[2]
            names.removeFirst(3)
            guard names.count == 2 || names.count == 3, store?.contains(where: \.isWhitespace) != true else { return nil }
        } else if names.count != 2 {
            return nil
        }
        names = names.map { $0.removingPercentEncoding ?? $0 }
        guard let digits = names.popLast(), let key = Int64(digits), key > 0, digits == "\(key)", names.allSatisfy(Self.mayNameEntity),
            let entity = names.last, let root = names.first
        else { return nil }
        self.init(ObjectOrigin(entity: entity, root: root, store: store), key: key)
    }

    private static let scheme = "trellis"

    /// Whether an entity may have a name, which is one of a Swift type.
    private static func mayNameEntity(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension ObjectID: Codable {
    /// As the text of ``uriRepresentation()``. A temporary identity is refused, because it has no meaning elsewhere.
    public func encode(to encoder: any Encoder) throws {
        if isTemporary {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "\(self) is temporary: save its object first."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(uriRepresentation().absoluteString)
    }

    /// From the text of ``uriRepresentation()``, or from `Customer/12` for an identity of any store.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ObjectID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "An identity is written as trellis://store/Entity/12, or as Entity/12.")
        }
        self = id
    }
}

// MARK: - Identities of a container's store

extension PersistentContainer {
    /// The identity of the row of a class's table whose `_id` is `rowID`. Nothing is read, so the row may not exist.
    /// - Parameters:
    ///   - type: the class of the object, or one that it inherits from.
    ///   - rowID: the row's key.
    /// - Throws: ``StoreError/notInModel(entity:model:)``
    public func objectID(of type: (some ManagedObject).Type, rowID: Int64) throws -> ObjectID {
        guard let entity = coordinator.model.entity(of: type) else {
            throw StoreError.notInModel(entity: "\(type)", model: coordinator.model.descriptor.name)
        }
        return entity.id(rowID)
    }
}
