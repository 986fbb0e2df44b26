import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Optional composites: a required part is there exactly where the composite is, in rows that are there already, too.
extension ColumnSources {
    /// Whether an optional composite is there that was none before: where its parts were, for the objects that had them.
    func presence(
        _ source: ColumnSource, _ stored: StoredAttribute, _ place: Place, _ table: Table, _ oldTable: Table,
        _ findings: PlanFindings
    ) -> ColumnSource {
        var source = source
        let owners = Set(parts(of: place).flatMap { kinds.formerPlaces(of: $0).flatMap(\.kinds) })
        if owners.isEmpty { return source }
        let presences = formerPresences(of: place).compactMap(oldTable.column).map(\.name)
            .sorted { SQL.identifier($0) < SQL.identifier($1) }.map(RowValue.column)
        let isSame = presences == [presence(around: stored, place, table, oldTable, findings)].compactMap(\.self)
        let there = RowValue.literal(.integer(1))
        let value = presences.isEmpty || isSame ? there : .whenPresent(anyOf: presences, there)
        source.expression = kinds.restricted(
            within(stored, place, table, oldTable, findings, value), toRowsOf: owners, from: oldTable)
        return source
    }

    /// A value where the composite around it is there.
    func within(
        _ stored: StoredAttribute, _ place: Place, _ table: Table, _ oldTable: Table, _ findings: PlanFindings, _ value: RowValue
    ) -> RowValue {
        guard let presence = presence(around: stored, place, table, oldTable, findings), !presence.isAlways, !presence.isNever else {
            return value
        }
        return .whenPresent(anyOf: [presence], value)
    }

    /// What has a value if the composite around a value is present, on a row of the old table; nil if no composite may be missing.
    func presence(
        around stored: StoredAttribute, _ place: Place, _ table: Table, _ oldTable: Table, _ findings: PlanFindings
    ) -> RowValue? {
        guard let enclosing = stored.enclosingPlace(of: place), let column = table.column(enclosing) else { return nil }
        // The composite reports its own findings.
        var unused = findings
        return attribute(column, enclosing, table, oldTable, &unused).selected
    }

    /// Whether rows may have no value of a required attribute where they need one now.
    /// - Parameter formers: where the values stood.
    func mayLack(
        _ stored: StoredAttribute, _ formers: [(place: Place, kinds: Set<String>)], at place: Place, _ findings: PlanFindings
    ) -> Bool {
        let formerValues = formers.compactMap { former in
            old.attributes[former.place].map { (stored: $0, place: former.place) }
        }
        guard let enclosing = stored.enclosingPlace(of: place) else {
            return formerValues.contains(where: \.stored.isNullable)
                || !kinds.former(of: place.entity).isSubset(of: formers.reduce(into: []) { $0.formUnion($1.kinds) })
        }
        if formerValues.contains(where: \.stored.attribute.isOptional) { return true }
        // A decision about the composite's presence covers its parts.
        if findings.decisions.values[enclosing] != nil { return false }
        let known = kinds.formerPlaces(of: enclosing).map(\.place)
        let presences = formerPresences(of: enclosing)
        return formerValues.contains { value in
            guard let former = value.stored.enclosingPlace(of: value.place) else { return false }
            return known.isEmpty ? presences != [former] : !known.contains(former)
        }
    }

    /// The optional composites in one of which the parts of a composite stood; none where one of them was always there.
    private func formerPresences(of place: Place) -> Set<Place> {
        var presences = Set<Place>()
        let parts = parts(of: place)
        // One that is within this one speaks for its own parts, where it was there before.
        let inner = parts.filter { new.attributes[$0]?.isPresence == true && !kinds.formerPlaces(of: $0).isEmpty }
        for part in parts where inner.contains(part) || new.attributes[part]?.isPresence == false {
            if inner.contains(where: { part.property?.hasPrefix(($0.property ?? "") + ".") == true }) { continue }
            for former in kinds.formerPlaces(of: part).map(\.place) {
                guard let enclosing = old.attributes[former]?.enclosingPlace(of: former) else { return [] }
                presences.insert(enclosing)
            }
        }
        return presences
    }

    /// What stands in a composite of the new version.
    private func parts(of place: Place) -> [Place] {
        let prefix = (place.property ?? "") + "."
        return new.attributes.keys.filter { $0.entity == place.entity && $0.property?.hasPrefix(prefix) == true }
    }
}

extension StoredAttribute {
    /// The nearest optional composite around the value, where it stands at `place`; nil where none is.
    func enclosingPlace(of place: MigrationDecisions.Place) -> MigrationDecisions.Place? {
        enclosing.map { .init(place.entity, $0.map(\.name.text).joined(separator: ".")) }
    }
}
