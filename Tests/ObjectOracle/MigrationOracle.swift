import SQLiteAccess
import SchemaModel

/// Compares the objects of a store before and after a migration, by the meaning of the two models and of the decisions alone.
///
/// It knows nothing of plans: each object, value and pair of the old store has to be in the new one, or a decision gives it up.
/// Each of the new store has to come from the old one, or a decision gives it.
public struct MigrationOracle {
    private let meaning: MigrationMeaning
    private let before: ObjectDatabase
    private let after: ObjectDatabase

    public init(_ before: ObjectDatabase, _ after: ObjectDatabase, _ words: DecisionWords) {
        var meaning = MigrationMeaning(before.model, after.model, words)
        meaning.matchKeys(Array(before.objects.keys), Array(after.objects.keys))
        self.meaning = meaning
        self.before = before
        self.after = after
    }

    /// What no decision explains, one line each that begins with its kind and a colon; empty if the migration is right.
    public var complaints: [String] {
        faults + changedKeys + lostObjects + inventedObjects + lostValues + lostPairs + inventedPairs + lostOrders
    }

    private var faults: [String] {
        after.faults.filter { fault in
            // The SQL of a decision gives NULL if it finds no row.
            !meaning.words.values.keys.contains { fault.contains("no \($0),") }
        }.map { "fault: \($0)" }
    }

    // MARK: Objects

    /// Hierarchies that come together without one that keeps all of its keys.
    private var changedKeys: [String] {
        meaning.joinedHierarchies.compactMap { hierarchies in
            let keeps = hierarchies.values.contains { entities in
                before.objects.keys.filter { entities.contains($0.entity) }.allSatisfy { meaning.successor(of: $0)?.key == $0.key }
            }
            return keeps ? nil : "changed keys: no hierarchy of \(hierarchies.keys.sorted().joined(separator: ", ")) keeps its keys"
        }
    }

    private var lostObjects: [String] {
        before.objects.keys.sorted().compactMap { object in
            if let successor = meaning.successor(of: object) {
                return after.objects[successor] == nil ? "lost object: \(object)" : nil
            }
            return meaning.words.drops.contains(object.entity) ? nil : "lost object: \(object), and no decision drops \(object.entity)"
        }
    }

    private var inventedObjects: [String] {
        after.objects.keys.sorted().compactMap { object in
            guard let old = meaning.predecessor(of: object), before.objects[old] != nil else { return "invented object: \(object)" }
            return nil
        }
    }

    /// The objects of both versions.
    private var survivors: [(old: ObjectID, new: ObjectID)] {
        before.objects.keys.sorted().compactMap { old in
            guard let new = meaning.successor(of: old), after.objects[new] != nil else { return nil }
            return (old, new)
        }
    }

    // MARK: Values

    private var lostValues: [String] {
        survivors.flatMap { old, new in
            meaning.old.lineage(ofEntity: old.entity).flatMap { declaring in
                declaring.attributes.compactMap { attribute -> String? in
                    let name = PropertyName(declaring.name.text, attribute.name.text)
                    let value = before.objects[old]?[name.name] ?? .null
                    if value == .null || meaning.drops(name.name, of: old.entity) { return nil }
                    guard let newName = meaning.successor(of: name), let newAttribute = meaning.new.attribute(newName, of: new.entity)
                    else { return "lost value: \(name) of \(old)" }
                    if newAttribute.type != attribute.type || meaning.replaces(newName, of: new.entity) { return nil }
                    let found = after.objects[new]?[newName] ?? .null
                    return found == value ? nil : "changed value: \(name) of \(old) was \(value), and \(newName) of \(new) is \(found)"
                }
            }
        }
    }

    // MARK: Pairs

    /// The old relationships with their pairs, of which both objects survive.
    private var survivingPairs: [(end: RelationshipEnd, old: (owner: ObjectID, member: ObjectID), new: (owner: ObjectID, member: ObjectID))] {
        let new = Dictionary(survivors.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
        return before.model.relationshipEnds.flatMap { end in
            (before.members[end.name] ?? [:]).sorted { $0.key < $1.key }.flatMap { owner, members in
                members.compactMap { member in
                    guard let newOwner = new[owner], let newMember = new[member] else { return nil }
                    return (end, (owner, member), (newOwner, newMember))
                }
            }
        }
    }

    private var lostPairs: [String] {
        survivingPairs.compactMap { end, old, new in
            let inverse = before.model.inverse(of: end)
            let name = meaning.successor(of: end.name)
            let inverseName = inverse.flatMap { meaning.successor(of: $0.name) }
            if let name, after.members(of: new.owner, name)?.contains(new.member) == true { return nil }
            if let inverseName, after.members(of: new.member, inverseName)?.contains(new.owner) == true { return nil }
            if meaning.drops(end.name.name, of: old.owner.entity) { return nil }
            if let inverse, meaning.drops(inverse.name.name, of: old.member.entity) { return nil }
            if let name, meaning.replaces(name, of: new.owner.entity) { return nil }
            if let inverseName, meaning.replaces(inverseName, of: new.member.entity) { return nil }
            if replacesFromOtherSide(end, inverse, new.owner, new.member) { return nil }
            if let inverse, replacesFromOtherSide(inverse, end, new.member, new.owner) { return nil }
            return "lost pair: \(end.name) of \(old.owner) had \(old.member)"
        }
    }

    /// Whether a decision gives the to-one that leads back from the successor of an end, where nothing of the old version led
    /// back to one. A to-one that has another name only is none of these: it needs a rename.
    private func replacesFromOtherSide(_ end: RelationshipEnd, _ inverse: RelationshipEnd?, _ owner: ObjectID, _ member: ObjectID) -> Bool {
        guard inverse?.relationship.isToMany ?? true, let successor = continued(end, by: owner),
            let back = after.model.inverse(of: successor), !back.relationship.isToMany
        else { return false }
        return meaning.replaces(back.name.name, of: member.entity)
    }

    private var inventedPairs: [String] {
        after.model.relationshipEnds.flatMap { end -> [String] in
            let inverse = after.model.inverse(of: end)
            return (after.members[end.name] ?? [:]).sorted { $0.key < $1.key }.flatMap { owner, members in
                members.compactMap { member -> String? in
                    guard let oldOwner = meaning.predecessor(of: owner), let oldMember = meaning.predecessor(of: member) else { return nil }
                    if connected(oldOwner, oldMember, end.name.name) { return nil }
                    if let inverse, connected(oldMember, oldOwner, inverse.name.name) { return nil }
                    if meaning.value(end.name.name, of: owner.entity) != nil { return nil }
                    if let inverse, meaning.value(inverse.name.name, of: member.entity) != nil { return nil }
                    return "invented pair: \(end.name) of \(owner) has \(member)"
                }
            }
        }
    }

    /// Whether two old objects were connected by what has a name in the new version.
    private func connected(_ owner: ObjectID, _ member: ObjectID, _ newName: String) -> Bool {
        before.model.lineage(ofEntity: owner.entity).contains { entity in
            entity.relationships.contains { relationship in
                let name = PropertyName(entity.name.text, relationship.name.text)
                return meaning.successor(of: name) == newName && before.members[name]?[owner]?.contains(member) == true
            }
        }
    }

    // MARK: Orders

    private var lostOrders: [String] {
        before.model.relationshipEnds.filter(\.relationship.isOrdered).flatMap { end -> [String] in
            let inverse = before.model.inverse(of: end)
            return survivors.compactMap { owner, newOwner -> String? in
                guard let members = before.members[end.name]?[owner], members.count > 1, !dropsOrder(end, inverse, of: owner, members)
                else { return nil }
                let expected = members.compactMap(meaning.successor).filter { isConnected(newOwner, $0, end, inverse) }
                guard expected.count > 1, let first = expected.first else { return nil }
                // Either end's name may be another relationship's now.
                let successors = [continued(end, by: newOwner), inverse.flatMap { self.inverse(of: $0, continuedBy: first) }]
                let orders = successors.compactMap { successor -> [ObjectID]? in
                    guard let successor, successor.relationship.isOrdered else { return nil }
                    return after.members[successor.name]?[newOwner]?.filter(expected.contains)
                }
                if orders.contains(expected) { return nil }
                return "lost order: \(end.name) of \(owner) had \(expected), and has \(orders)"
            }
        }
    }

    /// Whether a decision gives up the order of an owner's members, or what connects them.
    private func dropsOrder(_ end: RelationshipEnd, _ inverse: RelationshipEnd?, of owner: ObjectID, _ members: [ObjectID]) -> Bool {
        meaning.drops(end.name.name, of: owner.entity) || meaning.drops("\(end.name.name).order", of: owner.entity)
            || members.contains { member in inverse.map { meaning.drops($0.name.name, of: member.entity) } ?? false }
    }

    /// Whether what continues an old relationship connects two new objects, seen from either end.
    private func isConnected(_ owner: ObjectID, _ member: ObjectID, _ end: RelationshipEnd, _ inverse: RelationshipEnd?) -> Bool {
        let names = (meaning.successor(of: end.name), inverse.flatMap { meaning.successor(of: $0.name) })
        return names.0.map { after.members(of: owner, $0)?.contains(member) == true } ?? false
            || names.1.map { after.members(of: member, $0)?.contains(owner) == true } ?? false
    }

    private func continued(_ end: RelationshipEnd, by owner: ObjectID) -> RelationshipEnd? {
        meaning.successor(of: end.name).flatMap { after.model.relationship($0, of: owner.entity) }
    }

    private func inverse(of end: RelationshipEnd, continuedBy owner: ObjectID) -> RelationshipEnd? {
        continued(end, by: owner).flatMap { after.model.inverse(of: $0) }
    }
}
