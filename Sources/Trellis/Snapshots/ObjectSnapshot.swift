/// The values of an object at one time, for other tasks and for files: the `Snapshot` of a generated class.
///
/// It has the attributes without transient ones, and the identities of the destinations of to-one relationships. Members whose names
/// begin with an underscore are for the library.
public protocol ObjectSnapshot: Sendable, Hashable, Codable {
    associatedtype Object: ManagedObject

    /// The identity of the object.
    var objectID: ObjectID { get }

    /// Takes the values that an object has now.
    init(of object: Object)

    /// Sets each property of an object to these values. Derived attributes stay as they are.
    /// - Throws: ``StoreError`` if the destination of a relationship is neither in the object's context nor in the store; then nothing
    ///   was set.
    func apply(to object: Object) throws

    /// The names of the values, in their order.
    static var _names: [String] { get }

    var _values: [any Codable & Sendable] { get }

    init(_from values: inout SnapshotReader) throws
}

extension ObjectSnapshot {
    /// Finds the object with the snapshot's identity in a context, and sets its properties to these values.
    /// - Returns: the object.
    /// - Throws: ``StoreError``, also if the object is not in the store any more.
    @discardableResult
    public func apply(in context: ManagedObjectContext) throws -> Object {
        guard let object = try context.find(Object.self, objectID) else { throw StoreError.notFound(objectID) }
        try apply(to: object)
        return object
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.objectID == right.objectID && zip(left._values, right._values).allSatisfy { isEqual($0, $1) }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(objectID)
    }
}

/// Whether two values of one attribute are equal; of a type without `==`, whether they are the same JSON.
private func isEqual(_ left: any Codable & Sendable, _ right: any Codable & Sendable) -> Bool {
    guard let left = left as? any Equatable else { return StoredJSON.text(of: left) == StoredJSON.text(of: right) }
    func compare<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    return compare(left)
}

// MARK: - Codable

extension ObjectSnapshot {
    /// A keyed container with the values by their names, and `objectID`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: SnapshotKey.self)
        try container.encode(objectID, forKey: .objectID)
        for (name, value) in zip(Self._names, _values) { try container.encode(value, forKey: SnapshotKey(name)) }
    }

    /// A missing value is nil if it is optional.
    public init(from decoder: any Decoder) throws {
        var reader = SnapshotReader(try decoder.container(keyedBy: SnapshotKey.self), Self._names)
        try self.init(_from: &reader)
    }
}

/// The name of a value.
struct SnapshotKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    static let objectID = SnapshotKey("objectID")

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

/// Decodes the values of a snapshot one after the other, for generated code.
public struct SnapshotReader {
    private let container: KeyedDecodingContainer<SnapshotKey>
    private var names: ArraySlice<String>

    init(_ container: KeyedDecodingContainer<SnapshotKey>, _ names: [String]) {
        self.container = container
        self.names = names[...]
    }

    public func objectID() throws -> ObjectID {
        try container.decode(ObjectID.self, forKey: .objectID)
    }

    /// The next value, in the order of the names.
    public mutating func value<Value: Decodable>() throws -> Value {
        let key = SnapshotKey(names.popFirst() ?? "")
        if !container.contains(key), let optional = Value.self as? any ExpressibleByNilLiteral.Type,
            let nothing = optional.init(nilLiteral: ()) as? Value
        {
            return nothing
        }
        return try container.decode(Value.self, forKey: key)
    }
}

// MARK: - Identities

extension ManagedObject {
    /// For generated code: the identity of a to-one relationship's destination. Nothing is loaded, unless the destination may be of
    /// several entities, or others may have deleted it while the object has unsaved changes.
    @_spi(Generated) public final func _destinationID(_ column: ColumnIndex) -> ObjectID? {
        let reference = self[_reference: column]
        if reference.key == 0 { return nil }
        if reference.object == nil, reference.key > 0, let context = scope.context {
            let destination = context.scopes[scope.entity.toOne(at: column).destination]
            if let known = destination.registered(reference.key) { return known.isRemoved ? nil : known.objectID }
            if destination.entity.hierarchy == nil, !mayLeadNowhere {
                return scope.id(reference.key, of: destination.entity)
            }
        }
        return Relationships.destination(of: self, column)?.objectID
    }

    /// For generated code: the identity of the object at the other end of a one-to-one relationship that holds the key.
    @_spi(Generated) public final func _partnerID(_ number: RelationshipIndex) -> ObjectID? {
        Relationships.members(of: self, number).first?.objectID
    }

    /// For generated code: the object of an identity in this one's context.
    /// - Throws: ``StoreError``, also if it does not exist.
    @_spi(Generated) public final func _object<Object: ManagedObject>(_ id: ObjectID?, as type: Object.Type = Object.self) throws -> Object? {
        guard let id else { return nil }
        guard let object = try scope.context?.find(type, id) else { throw StoreError.notFound(id) }
        return object
    }
}
