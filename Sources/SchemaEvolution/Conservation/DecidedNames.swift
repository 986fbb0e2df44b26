import SchemaModel

/// What the elements of the old version are called in the new one: their own names, or those that `renames` gives.
struct DecidedNames {
    typealias Place = MigrationDecisions.Place

    let new: Model
    let decisions: MigrationDecisions

    /// The new name of an entity; nil if it is gone, or its name is another entity's now.
    func entity(_ name: String) -> String? {
        let decided = decisions.renames[Place(name)]?.text
        let isTaken = decided == nil && decisions.renames.contains { $0.key.property == nil && $0.value.text == name }
        return isTaken ? nil : new.entity(named: decided ?? name)?.name.text
    }

    /// The name that a property of an old entity has in the new version, whether or not that has it; nil if another property of
    /// the entity has taken the name. A part of a composite follows the attribute.
    func property(_ name: String, of entity: String) -> String? {
        let parts = name.split(separator: ".").map(String.init)
        for count in stride(from: parts.count, to: 0, by: -1) {
            let head = parts[..<count].joined(separator: ".")
            guard let decided = decisions.renames[Place(entity, head)]?.text else { continue }
            return ([decided] + parts[count...]).joined(separator: ".")
        }
        let isTaken = decisions.renames.contains { $0.key.entity == entity && $0.key.property != nil && $0.value.text == name }
        return isTaken ? nil : name
    }

    /// The entities whose properties an object of a new entity has: its own, and what it inherits from.
    func lineage(_ entity: String) -> [Entity] {
        new.entity(named: entity).map(new.lineage) ?? []
    }

    /// Whether objects of a new entity are among those of another one.
    func isKind(_ entity: String, of other: String) -> Bool {
        lineage(entity).contains { $0.name.text == other }
    }

    /// Whether a reason is given for the loss of a property: for itself, for a composite that it is a part of, or for its entity,
    /// if that is gone.
    func dropped(_ name: String, of entity: String) -> Bool {
        let parts = name.split(separator: ".")
        return parts.indices.contains { decisions.drops[Place(entity, parts[...$0].joined(separator: "."))] != nil }
            || self.entity(entity) == nil && decisions.drops[Place(entity)] != nil
    }

    /// Whether the user gives cases of an enum other raw values.
    func decidesCases(of type: AttributeType) -> Bool {
        if case .enumeration = type { !decisions.cases.isEmpty } else { false }
    }

    /// Whether the user gives a property of the new version its values; for a composite, also those of its parts.
    func givesValue(_ name: String, of entity: String) -> Bool {
        decisions.values.keys.contains { place in
            guard place.entity == entity, let decided = place.property else { return false }
            return decided == name || decided.hasPrefix(name + ".") || name.hasPrefix(decided + ".")
        }
    }
}
