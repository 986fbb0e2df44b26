import SchemaModel

/// The decisions of a migration, as their words say: `Order.info` is a place, and a place without a dot is an entity.
public struct DecisionWords: Sendable {
    /// New names by old places.
    public var renames: [String: String]
    /// Old places of which something may be lost.
    public var drops: Set<String>
    /// Expressions in SQL by new places.
    public var values: [String: String]

    public init(renames: [String: String] = [:], drops: Set<String> = [], values: [String: String] = [:]) {
        self.renames = renames
        self.drops = drops
        self.values = values
    }
}

/// Which object and which name of the new version continues one of the old version.
///
/// A name of an object continues under the same name, or under the one that a decision gives it. Where its entity declares that
/// name, itself or an ancestor, does not count: an object has one property of a name.
struct MigrationMeaning {
    let old: Model
    let new: Model
    let words: DecisionWords
    /// The old entities by the new concrete ones that continue them.
    private let oldEntities: [String: String]

    init(_ old: Model, _ new: Model, _ words: DecisionWords) {
        self.old = old
        self.new = new
        self.words = words
        var oldEntities: [String: String] = [:]
        for entity in old.entities where !entity.isAbstract {
            let name = words.renames[entity.name.text] ?? entity.name.text
            let isTaken = name == entity.name.text && words.renames.contains { $0.value == name && !$0.key.contains(".") }
            if !isTaken, new.entity(named: name)?.isAbstract == false { oldEntities[name] = entity.name.text }
        }
        self.oldEntities = oldEntities
        newEntities = Dictionary(oldEntities.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    private let newEntities: [String: String]
    /// The new keys of old objects that come to those of another hierarchy, and the old keys of the new objects.
    private var newKeys: [ObjectID: Int64] = [:]
    private var oldKeys: [ObjectID: Int64] = [:]

    /// The object that continues an old one; nil if its entity has no objects in the new version.
    func successor(of object: ObjectID) -> ObjectID? {
        newEntities[object.entity].map { ObjectID($0, newKeys[object] ?? object.key) }
    }

    /// The object that a new one continues; nil if no old entity leads to its own.
    func predecessor(of object: ObjectID) -> ObjectID? {
        oldEntities[object.entity].map { ObjectID($0, oldKeys[object] ?? object.key) }
    }

    /// The old hierarchies, by their roots, whose objects come together in a new one, with the old entities of these objects.
    var joinedHierarchies: [[String: [String]]] {
        var joined: [String: [String: [String]]] = [:]
        for (entity, newEntity) in newEntities {
            guard let oldRoot = old.lineage(ofEntity: entity).first, let newRoot = new.lineage(ofEntity: newEntity).first else { continue }
            joined[newRoot.name.text, default: [:]][oldRoot.name.text, default: []].append(entity)
        }
        return joined.values.filter { $0.count > 1 }
    }

    /// Matches the objects of hierarchies that come together. Keys change there and their order does not, so that the objects of an
    /// entity are in the same order before and after.
    mutating func matchKeys(_ before: [ObjectID], _ after: [ObjectID]) {
        for entity in joinedHierarchies.flatMap({ $0.values.flatMap(\.self) }) {
            guard let newEntity = newEntities[entity] else { continue }
            let (olds, news) = (before.filter { $0.entity == entity }.sorted(), after.filter { $0.entity == newEntity }.sorted())
            guard olds.count == news.count else { continue }
            for (old, new) in zip(olds, news) { (newKeys[old], oldKeys[new]) = (new.key, old.key) }
        }
    }

    /// The new name of a property; nil if another property has taken its name.
    func successor(of property: PropertyName) -> String? {
        if let name = words.renames[property.description] { return name }
        let related = Set(old.lineage(ofEntity: property.entity).map(\.name.text) + descendants(of: property.entity))
        let isTaken = words.renames.contains { place, name in
            guard name == property.name, let dot = place.firstIndex(of: ".") else { return false }
            return related.contains(String(place[..<dot]))
        }
        return isTaken ? nil : property.name
    }

    private func descendants(of entity: String) -> [String] {
        old.entity(named: entity).map { old.subtree(of: $0).map(\.name.text) } ?? []
    }

    /// Whether a decision gives up what objects of an entity have under a name.
    ///
    /// A decision that drops the declaring entity does not: it gives up the entity's own objects, and others may inherit the name.
    func drops(_ name: String, of entity: String) -> Bool {
        old.lineage(ofEntity: entity).contains { words.drops.contains("\($0.name.text).\(name)") }
    }

    /// The value that a decision gives to a name of a new entity.
    func value(_ name: String, of entity: String) -> String? {
        new.lineage(ofEntity: entity).lazy.compactMap { words.values["\($0.name.text).\(name)"] }.first
    }

    /// Whether a decision gives a name of a new entity a value in place of the old one, and not only where that is missing.
    func replaces(_ name: String, of entity: String) -> Bool {
        value(name, of: entity).map { !$0.hasPrefix("coalesce(") } ?? false
    }
}
