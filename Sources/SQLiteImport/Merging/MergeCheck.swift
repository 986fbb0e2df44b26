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
            let (own, other) = (Self.properties(of: entity, in: mine), Self.properties(of: entity, in: new))
            for (name, meaning) in Self.sorted(Self.properties(of: entity, in: merged)) where own[name] != meaning && other[name] != meaning {
                return "\(entity).\(name)"
            }
        }
        if let place = misplacedCase { return place }
        // What the database has lost and the user has not kept under another name.
        for entity in base.entities.map(\.name.text) where new.entity(named: entity) == nil && mine.entity(named: entity) != nil {
            if merged.entity(named: entity) != nil { return entity }
        }
        return nil
    }

    /// A case of an enum that is not where it belongs. Cases are known by their values.
    private var misplacedCase: String? {
        for enumeration in merged.enumerations {
            let name = enumeration.name.text
            guard let other = Self.cases(of: name, in: new) else { continue }
            let (former, own) = (Self.cases(of: name, in: base) ?? [:], Self.cases(of: name, in: mine) ?? [:])
            let found = Self.cases(of: name, in: merged) ?? [:]
            let added = other.filter { former[$0.key] == nil && found[$0.key] == nil }
            let foreign = found.filter { own[$0.key] == nil && other[$0.key] == nil }
            let gone = found.filter { former[$0.key] == $0.value && other[$0.key] == nil }
            if let first = [added, foreign, gone].flatMap(\.values).min() { return "\(name).\(first)" }
        }
        return nil
    }

    /// The names of an enum's cases by their values.
    private static func cases(of enumeration: String, in model: Model) -> [ByteText: String]? {
        guard let type = model.enumerations.first(where: { $0.name.text == enumeration })?.type else { return nil }
        return Dictionary(type.cases.map { (ByteText($0.raw), $0.name) }) { first, _ in first }
    }

    /// A property that the database has added or changed, and the merged entity has not so.
    private func missing(from entity: String) -> String? {
        let (former, own) = (Self.properties(of: entity, in: base), Self.properties(of: entity, in: mine))
        // What the user has changed too is theirs.
        let changed = Self.properties(of: entity, in: new).filter { former[$0.key] != $0.value && own[$0.key] == former[$0.key] }
        guard merged.entity(named: entity) == nil else {
            let found = Self.properties(of: entity, in: merged)
            return Self.sorted(changed).first { found[$0.key] != $0.value }.map { "\(entity).\($0.key)" }
        }
        if base.entity(named: entity) == nil { return entity }
        let renamed = merged.entities.map(\.name.text).filter { new.entity(named: $0) == nil }
        let found = renamed.reduce(into: Set<String>()) { $0.formUnion(Self.properties(of: $1, in: merged).keys) }
        let added = Self.properties(of: entity, in: new).filter { former[$0.key] == nil }
        return Self.sorted(added).first { !found.contains($0.key) }.map { "\(entity).\($0.key)" }
    }

    /// A property that the database has no longer, and the merged entity has still.
    private func left(in entity: String) -> String? {
        let present = Set(Self.properties(of: entity, in: new).keys)
        let removed = Set(Self.properties(of: entity, in: base).keys).subtracting(present)
        return removed.intersection(Self.properties(of: entity, in: merged).keys).min().map { "\(entity).\($0)" }
    }

    /// The declarations of an entity's properties by their names.
    private static func properties(of entity: String, in model: Model) -> [String: String] {
        guard let entity = model.entity(named: entity) else { return [:] }
        let all = entity.attributes.map { ($0.name.text, $0.meaning) } + entity.relationships.map { ($0.name.text, $0.meaning) }
        return Dictionary(all) { first, _ in first }
    }

    private static func sorted(_ properties: [String: String]) -> [(key: String, value: String)] { properties.sorted { $0.key < $1.key } }
}
