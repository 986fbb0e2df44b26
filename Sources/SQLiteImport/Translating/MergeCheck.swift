import SchemaModel

/// Finds out whether a merge of lines did what was meant: lines know nothing of the entity that they belong to.
///
/// An entity whose name the user has changed is not known by its name. Then it is enough that one such entity has what is new.
package struct MergeCheck {
    private let base: Model
    private let mine: Model
    private let new: Model
    private let merged: Model

    /// - Parameters:
    ///   - base: the model as it was imported.
    ///   - mine: with the user's edits.
    ///   - new: the model of the database now.
    ///   - merged: with the changes of both.
    package init(base: Model, mine: Model, new: Model, merged: Model) {
        (self.base, self.mine, self.new, self.merged) = (base, mine, new, merged)
    }

    /// The first part that is not where it belongs, such as `Invoice.iban`; nil if all are.
    package var misplaced: String? {
        for entity in new.entities.map(\.name.text) { if let place = missing(from: entity) ?? left(in: entity) { return place } }
        for entity in merged.entities.map(\.name.text) where new.entity(named: entity) != nil {
            let known = Self.properties(of: entity, in: mine).union(Self.properties(of: entity, in: new))
            if let extra = Self.properties(of: entity, in: merged).subtracting(known).min() { return "\(entity).\(extra)" }
        }
        // What the database has lost and the user has not kept under another name.
        for entity in base.entities.map(\.name.text) where new.entity(named: entity) == nil && mine.entity(named: entity) != nil {
            if merged.entity(named: entity) != nil { return entity }
        }
        return nil
    }

    /// A property that the database has more than before, and the merged entity has not.
    private func missing(from entity: String) -> String? {
        let added = Self.properties(of: entity, in: new).subtracting(Self.properties(of: entity, in: base))
        guard merged.entity(named: entity) == nil else {
            return added.subtracting(Self.properties(of: entity, in: merged)).min().map { "\(entity).\($0)" }
        }
        if base.entity(named: entity) == nil { return entity }
        let renamed = merged.entities.map(\.name.text).filter { new.entity(named: $0) == nil }
        let found = renamed.reduce(into: Set<String>()) { $0.formUnion(Self.properties(of: $1, in: merged)) }
        return added.subtracting(found).min().map { "\(entity).\($0)" }
    }

    /// A property that the database has no longer, and the merged entity has still.
    private func left(in entity: String) -> String? {
        let removed = Self.properties(of: entity, in: base).subtracting(Self.properties(of: entity, in: new))
        return removed.intersection(Self.properties(of: entity, in: merged)).min().map { "\(entity).\($0)" }
    }

    private static func properties(of entity: String, in model: Model) -> Set<String> {
        guard let entity = model.entity(named: entity) else { return [] }
        return Set(entity.attributes.map(\.name.text) + entity.relationships.map(\.name.text))
    }
}
