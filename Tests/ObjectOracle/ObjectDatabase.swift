import SQLiteAccess
import SchemaModel

/// An object, by its concrete entity and its key.
public struct ObjectID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var entity: String
    public var key: Int64

    public init(_ entity: String, _ key: Int64) {
        self.entity = entity
        self.key = key
    }

    public static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.entity, left.key) < (right.entity, right.key)
    }

    public var description: String { "\(entity) \(key)" }
}

/// A property, by the entity that declares it.
public struct PropertyName: Hashable, Sendable, CustomStringConvertible {
    public var entity: String
    public var name: String

    public init(_ entity: String, _ name: String) {
        self.entity = entity
        self.name = name
    }

    public var description: String { "\(entity).\(name)" }
}

/// The objects of a store and the pairs that their relationships connect, without tables, columns or keys.
public struct ObjectDatabase: Sendable {
    public let model: Model
    /// The values of each object, by the names of its attributes.
    public internal(set) var objects: [ObjectID: [String: SQLiteValue]] = [:]
    /// The members of each owner; in their order if the relationship is ordered. An owner without members has no entry.
    public internal(set) var members: [PropertyName: [ObjectID: [ObjectID]]] = [:]
    /// What a reader of a store found that no store of the model may contain.
    public internal(set) var faults: [String] = []

    init(_ model: Model) {
        self.model = model
    }

    /// The members of an object under a name that it declares or inherits; nil if its entity has no such relationship.
    public func members(of owner: ObjectID, _ name: String) -> [ObjectID]? {
        model.relationship(name, of: owner.entity).map { members[$0.name]?[owner] ?? [] }
    }

    /// Connects two objects, from both ends if the relationship has an inverse.
    mutating func connect(_ owner: ObjectID, _ relationship: RelationshipEnd, _ member: ObjectID) {
        members[relationship.name, default: [:]][owner, default: []].append(member)
        guard let inverse = model.inverse(of: relationship) else { return }
        if inverse.name == relationship.name, owner == member { return }
        members[inverse.name, default: [:]][member, default: []].append(owner)
    }
}

/// A relationship with the entity that declares it.
struct RelationshipEnd {
    var entity: Entity
    var relationship: Relationship

    var name: PropertyName { PropertyName(entity.name.text, relationship.name.text) }
}

extension Model {
    /// The relationship that objects of an entity have under a name.
    func relationship(_ name: String, of entity: String) -> RelationshipEnd? {
        for declaring in lineage(ofEntity: entity) {
            if let found = declaring.relationships.first(where: { $0.name.text == name }) {
                return RelationshipEnd(entity: declaring, relationship: found)
            }
        }
        return nil
    }

    /// The attribute that objects of an entity have under a name.
    func attribute(_ name: String, of entity: String) -> Attribute? {
        lineage(ofEntity: entity).lazy.flatMap(\.attributes).first { $0.name.text == name }
    }

    var relationshipEnds: [RelationshipEnd] {
        entities.flatMap { entity in entity.relationships.map { RelationshipEnd(entity: entity, relationship: $0) } }
    }

    func inverse(of end: RelationshipEnd) -> RelationshipEnd? {
        guard let inverse = inverse(of: end.relationship), let entity = entity(named: end.relationship.destination.text) else { return nil }
        return RelationshipEnd(entity: entity, relationship: inverse)
    }

    /// The names of the concrete entities whose objects are also objects of an entity.
    func concreteEntities(under name: String) -> [String] {
        entity(named: name).map { subtree(of: $0).filter { !$0.isAbstract }.map(\.name.text) } ?? []
    }

    func lineage(ofEntity name: String) -> [Entity] { entity(named: name).map { lineage(of: $0) } ?? [] }
}
