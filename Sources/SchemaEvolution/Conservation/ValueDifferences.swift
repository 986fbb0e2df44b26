import Diagnostics
import SchemaModel

/// Values of attributes that objects had and have no more, without a decision.
struct ValueDifferences {
    typealias Row = StoreFacts.Row

    let before: StoreFacts
    let after: StoreFacts
    let survivors: Survivors
    let names: DecidedNames
    let old: Model

    func all() -> [Finding] {
        old.entities.flatMap { entity in
            // A derived value is computed from others.
            entity.storedAttributes.filter { $0.attribute.hasOwnValues }.flatMap { attribute in
                attribute.isPresence ? presences(attribute, of: entity) : differences(attribute, of: entity)
            }
        }
    }

    /// The losses of an attribute, one for each entity whose objects had it.
    private func differences(_ attribute: StoredAttribute, of entity: Entity) -> [Finding] {
        let name = attribute.name.text
        guard !names.dropped(name, of: entity.name.text) else { return [] }
        let rows = before.values[.init(entity: entity.name.text, name: name)] ?? [:]
        let kinds = Dictionary(grouping: rows.keys.compactMap { row in survivors.all[row].map { (row: row, survivor: $0) } }) {
            $0.survivor.oldEntity
        }
        return old.subtree(of: entity).compactMap { kind in
            guard let members = kinds[kind.name.text], let survivor = members.first?.survivor,
                let successor = successor(of: attribute, entity.name.text, in: survivor.entity), !successor.isGiven
            else { return nil }
            let kept = successor.property.flatMap { after.values[$0] } ?? [:]
            let lost = members.filter { kept[$0.survivor.row] == nil }
            guard let example = lost.map(\.row.key).min() else {
                guard successor.type == attribute.attribute.type, !names.decidesCases(of: attribute.attribute.type) else { return nil }
                let changed = members.filter { kept[$0.survivor.row] != rows[$0.row] }
                return change(of: attribute, changed.map(\.row), among: members.count, kind)
            }
            let count = members.count
            let place = "\(entity.name.text).\(name)"
            let rename = successor.property.map { _ in [String]() } ?? ["'renames: { \(place): … }'"]
            return Finding.unexplained(
                "\(count) objects of '\(kind.name.text)' that remain had a value of '\(place)', and \(count - lost.count) have one",
                at: names.new.entity(named: survivor.entity)?.name.span ?? names.new.name.span,
                .init("the object with the key \(example) loses its value, for example", at: attribute.name.span)
            ).explained(by: rename + ["'drops: { \(place): why }'"])
        }
    }

    /// Values that are others, though their type is the same.
    private func change(of attribute: StoredAttribute, _ rows: [Row], among count: Int, _ kind: Entity) -> Finding? {
        guard let example = rows.map(\.key).min() else { return nil }
        return Finding.unexplained(
            "\(rows.count) of \(count) objects of '\(kind.name.text)' get another value of '\(attribute.name.text)'", at: names.new.name.span,
            .init("the value of the object with the key \(example) changes, for example", at: attribute.name.span))
    }

    /// Optional composites that were there without a value in them: no attribute but their own tells them from nil.
    private func presences(_ composite: StoredAttribute, of entity: Entity) -> [Finding] {
        let (name, owner) = (composite.name.text, entity.name.text)
        let parts = entity.storedAttributes.filter { $0.name.text.hasPrefix(name + ".") && !$0.isPresence }
        guard !names.dropped(name, of: owner), !parts.allSatisfy({ names.dropped($0.name.text, of: owner) }) else { return [] }
        let filled = parts.reduce(into: Set<Row>()) { $0.formUnion((before.values[.init(entity: owner, name: $1.name.text)] ?? [:]).keys) }
        let empty = Set((before.values[.init(entity: owner, name: name)] ?? [:]).keys).subtracting(filled)
        let lost = empty.filter { row in
            guard let survivor = survivors.all[row], let successor = successor(of: composite, owner, in: survivor.entity)
            else { return false }
            return successor.property.flatMap { after.values[$0] }?[survivor.row] == nil
        }
        guard let example = lost.map(\.key).min() else { return [] }
        return [
            Finding.unexplained(
                "\(lost.count) objects of '\(owner)' that remain had a value of '\(name)' without parts, and nothing tells it from nil",
                at: names.entity(owner).flatMap(names.new.entity)?.name.span ?? names.new.name.span,
                .init("the object with the key \(example) is one, for example", at: composite.name.span)
            ).explained(by: ["'drops: { \(owner).\(name): why }'"])
        ]
    }

    /// The attribute of the new version that has the values of an old one; without a property if none has.
    private struct Successor {
        var property: StoreFacts.Property?
        var type: AttributeType?
        /// Whether the user gives the values.
        var isGiven: Bool
    }

    /// What has the values of an attribute for objects of a new entity; nil if it needs none.
    private func successor(
        of attribute: StoredAttribute, _ entity: String, in later: String
    ) -> Successor? {
        guard let name = names.property(attribute.name.text, of: entity) else { return Successor(isGiven: false) }
        let lineage = names.lineage(later)
        let isGiven = lineage.contains { names.givesValue(name, of: $0.name.text) }
        for relative in lineage {
            let stored = relative.storedAttributes.first { $0.name.text == name && $0.isPresence == attribute.isPresence }
            if let stored, stored.attribute.hasOwnValues {
                return Successor(property: .init(entity: relative.name.text, name: name), type: stored.attribute.type, isGiven: isGiven)
            }
        }
        return Successor(isGiven: isGiven)
    }
}
