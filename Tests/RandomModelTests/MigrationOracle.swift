import SQLiteAccess
import SchemaEvolution
import SchemaModel

/// What a migrated store must hold, from the rows that the old one held and from what was edited: of the planner it knows nothing.
struct MigrationOracle {
    let old: StoredVersion
    let new: StoredVersion
    let edits: RandomEdits
    let before: VersionRows

    /// What is otherwise.
    func differences(in after: VersionRows) -> [String] {
        var lines = [String]()
        for entity in new.model.entities where !entity.isAbstract {
            lines += differences(of: entity, in: after.rows[entity.name.text] ?? [:])
        }
        for entity in new.model.entities {
            for relationship in entity.relationships {
                let name = relationship.name.text
                // A key that leads nowhere connects nothing.
                let there = { (pair: VersionRows.Connection) in
                    keys(entity, after).contains(pair.owner) && new.model.entity(named: relationship.destination.text).map { keys($0, after).contains(pair.member) } == true
                }
                let found = (after.connections[name] ?? []).filter(there)
                let expected = connections(of: relationship, entity).filter(there)
                if found != expected { lines.append("\(name): connects \(found.count) of \(expected.count)") }
            }
        }
        return lines
    }

    /// The keys of the rows in the table of an entity.
    private func keys(_ entity: Entity, _ rows: VersionRows) -> Set<VersionRows.Value> {
        Set(new.model.subtree(of: new.model.root(of: entity)).flatMap { rows.rows[$0.name.text].map { Array($0.keys) } ?? [] })
    }

    // MARK: Values

    private func differences(of entity: Entity, in found: [VersionRows.Value: [String: VersionRows.Value]]) -> [String] {
        let former = edits.origins[entity.name.text].flatMap(old.model.entity)
        let rows = former?.isAbstract == false ? former.flatMap { before.rows[$0.name.text] } ?? [:] : [:]
        if Set(rows.keys) != Set(found.keys) { return ["\(entity.name.text): has the rows \(found.keys) and not \(rows.keys)"] }
        let attributes = new.model.lineage(of: entity).flatMap(\.storedAttributes)
        var lines = [String]()
        for (key, row) in rows {
            for stored in attributes where stored.attribute.derivation == nil {
                let expected = value(of: stored, row, former)
                // The time of the migration, which is unknown before.
                if expected == nil, stored.attribute.defaultValue == .now || stored.attribute.defaultValue == .newUUID { continue }
                if expected != found[key]?[stored.name.text] {
                    lines.append("\(entity.name.text) \(key): \(stored.name.text) is \(found[key]?[stored.name.text] as Any), not \(expected as Any)")
                }
            }
            if row["_version"] != found[key]?["_version"] { lines.append("\(entity.name.text) \(key): another version") }
        }
        return lines
    }

    private func value(of stored: StoredAttribute, _ row: [String: VersionRows.Value], _ former: Entity?) -> VersionRows.Value? {
        let name = stored.name.text
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        let oldName = edits.origins[parts[0]].map { ([$0] + parts.dropFirst()).joined(separator: ".") }
        let attributes = former.map { old.model.lineage(of: $0).flatMap(\.storedAttributes) } ?? []
        let oldAttribute = attributes.first { $0.name.text == oldName }
        if let oldAttribute, let oldName, let value = row[oldName] {
            if value == .null, !stored.isNullable { return given(stored) }
            return value.converted(from: oldAttribute.attribute.type, to: stored.attribute.type)
        }
        // A composite that may be missing now and was required has been there always.
        if stored.isPresence { return attributes.contains { $0.name.text.hasPrefix((oldName ?? "?") + ".") } ? .integer(1) : .null }
        return stored.isNullable ? .null : given(stored)
    }

    /// What rows get where nothing was: what was decided, or the default.
    private func given(_ stored: StoredAttribute) -> VersionRows.Value? {
        if let constant = edits.constants[stored.name.text] { return Self.value(constant) }
        guard let value = stored.attribute.defaultValue, value != .now, value != .newUUID else { return nil }
        return value.sql(of: stored.attribute.type).flatMap(Self.value)
    }

    private static func value(_ sql: String) -> VersionRows.Value? {
        guard let statement = try? SQLiteConnection.inMemory().prepare("SELECT \(sql)"), (try? statement.raw.step()) == true else { return nil }
        return try? .init(statement.raw.value(at: 0))
    }

    // MARK: Connections

    private func connections(of relationship: Relationship, _ entity: Entity) -> Set<VersionRows.Connection> {
        let name = relationship.name.text
        guard let oldName = edits.origins[name], let (oldEntity, former) = self.former(oldName) else { return [] }
        let gone = goneKeys
        let hasPlaces = relationship.isOrdered && former.isOrdered
        let inverse = relationship.isItsOwnInverse ? nil : new.model.inverse(of: relationship)
        let isRewritten = getsNewKeys(relationship) || inverse.map(getsNewKeys) ?? false
        let connected = isRewritten ? [] : before.connections[oldName] ?? []
        var pairs = Set(
            connected.filter { pair in
                !gone[old.model.root(of: oldEntity).name.text, default: []].contains(pair.owner)
                    && !gone[destinationRoot(of: former), default: []].contains(pair.member)
            }.map { .init(owner: $0.owner, member: $0.member, place: hasPlaces ? $0.place : .null) as VersionRows.Connection })
        // A key that led to what is gone is a key to who gives one to those that have none.
        for owner in given(relationship, of: entity, known: Set(connected.map(\.owner))) {
            // Two rows lead to each other, or a row to itself.
            pairs.insert(.init(owner: owner, member: relationship.isItsOwnInverse ? owner : .integer(1), place: .null))
        }
        if let inverse, let members = new.model.entity(named: relationship.destination.text) {
            for member in given(inverse, of: members, known: Set(connected.map(\.member))) {
                pairs.insert(.init(owner: .integer(1), member: member, place: .null))
            }
        }
        return pairs
    }

    /// The rows whose key is required now, and that led nowhere.
    private func given(_ relationship: Relationship, of entity: Entity, known: Set<VersionRows.Value>) -> [VersionRows.Value] {
        guard edits.requiredKeys.contains(relationship.name.text), relationship.holdsKey else { return [] }
        return new.model.subtree(of: entity).filter { !$0.isAbstract }
            .flatMap { kind in edits.origins[kind.name.text].flatMap { before.rows[$0] }?.keys.map(\.self) ?? [] }
            .filter { !known.contains($0) }
    }

    /// Whether all rows get a new key, because the other side held it before.
    private func getsNewKeys(_ relationship: Relationship) -> Bool {
        guard edits.requiredKeys.contains(relationship.name.text), relationship.holdsKey else { return false }
        return edits.origins[relationship.name.text].flatMap(former)?.1.holdsKey == false
    }

    private func former(_ name: String) -> (Entity, Relationship)? {
        for entity in old.model.entities {
            if let relationship = entity.relationships.first(where: { $0.name.text == name }) { return (entity, relationship) }
        }
        return nil
    }

    private func destinationRoot(of relationship: Relationship) -> String {
        old.model.entity(named: relationship.destination.text).map { old.model.root(of: $0).name.text } ?? ""
    }

    /// The keys of rows of entities that are gone, by their roots.
    private var goneKeys: [String: Set<VersionRows.Value>] {
        let kept = Set(edits.origins.values)
        var keys: [String: Set<VersionRows.Value>] = [:]
        for entity in old.model.entities where !kept.contains(entity.name.text) {
            keys[old.model.root(of: entity).name.text, default: []].formUnion((before.rows[entity.name.text] ?? [:]).keys)
        }
        return keys
    }
}
