import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// What a plan does to the change history: it creates or drops the tables, and gives recorded changes the names of the new version.
///
/// A migration itself is no change: no trigger of the history sees its statements.
struct HistoryRenames {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let correspondence: ModelMatch

    /// The statements that create the tables, if the history begins with this version.
    var created: [MigrationPlan.Step] {
        guard old.schema.history == nil, let history = new.schema.history else { return [] }
        return history.tableStatements.enumerated().map {
            .init($1.sql, .schema, $0 == 0 ? "The change history begins" : nil)
        }
    }

    /// The statements that drop the tables, if the history ends with this version.
    var dropped: [MigrationPlan.Step] {
        guard old.schema.history != nil, new.schema.history == nil else { return [] }
        return HistoryLayout.tableNames.enumerated().map {
            .init("DROP TABLE \($1)", .schema, $0 == 0 ? "The change history ends" : nil)
        }
    }

    /// The tables that are dropped.
    var outcomes: [TableOutcome] { dropped.isEmpty ? [] : HistoryLayout.tableNames.map { TableOutcome($0, nil) } }

    /// The statements that give recorded changes their new names.
    var renames: [MigrationPlan.Step] {
        guard old.schema.history != nil, new.schema.history != nil else { return [] }
        let kinds = old.model.entities.filter { !$0.isAbstract }
        var steps = kinds.compactMap { kind -> MigrationPlan.Step? in
            guard let later = correspondence.laterOfObjects(kind.name.text) else { return nil }
            return renameProperties(of: kind, to: later)
        }
        // All at once, because names may be exchanged. A change of an entity that is gone must not become one of a new entity of its
        // name; its row stays, because a gap would mean that changes were purged.
        let names = kinds.map { (old: $0.name.text, new: correspondence.laterOfObjects($0.name.text) ?? "") }.filter { $0.old != $0.new }
        if !names.isEmpty {
            let cases = names.map { "WHEN \(SQL.literal($0.old)) THEN \(SQL.literal($0.new))" }.joined(separator: " ")
            let list = names.map { SQL.literal($0.old) }.joined(separator: ", ")
            steps.append(
                .init("UPDATE \(HistoryLayout.changes) SET entity = CASE entity \(cases) END WHERE entity IN (\(list))", .update))
        }
        if !steps.isEmpty { steps[0].purpose = "Recorded changes have the new names" }
        return steps
    }

    /// Renames the properties in the changes of one entity; nil if all names stay.
    private func renameProperties(of kind: Entity, to later: String) -> MigrationPlan.Step? {
        let lineage = Set(old.model.lineage(of: kind).map(\.name.text))
        var names: [String: String] = [:]
        for declaring in new.model.entity(named: later).map(new.model.lineage) ?? [] {
            for property in declaring.recordedProperties {
                let place = Place(declaring.name.text, property)
                let former = correspondence.former(place) { lineage.contains($0.entity) && isRecorded($0) }
                if let name = former?.property { names[name] = property }
            }
        }
        let changed = old.model.lineage(of: kind).flatMap(\.recordedProperties).map { (old: $0, new: names[$0]) }.filter { $0.old != $0.new }
        if changed.isEmpty { return nil }
        // Names may be exchanged, so each has a mark in between that no name has.
        var (list, keys, object) = ("' ' || properties", "' ' || former_keys", "preserved")
        for (number, name) in changed.enumerated() {
            let (old, mark) = (SQL.literal(" \(name.old) "), "' :\(number) '")
            list = "replace(\(list), \(old), \(name.new == nil ? "' '" : mark))"
            keys = "replace(\(keys), \(old), \(mark))"
            object = "replace(\(object), \(SQL.literal("\"\(name.old)\":")), '\":\(number)\":')"
        }
        for (number, name) in changed.enumerated() {
            // A value or a key of a property that is gone keeps its mark.
            guard let new = name.new else { continue }
            let renamed = SQL.literal(" \(new) ")
            list = "replace(\(list), ' :\(number) ', \(renamed))"
            keys = "replace(\(keys), ' :\(number) ', \(renamed))"
            object = "replace(\(object), '\":\(number)\":', \(SQL.literal("\"\(new)\":")))"
        }
        return .init(
            "UPDATE \(HistoryLayout.changes) SET properties = substr(\(list), 2), former_keys = substr(\(keys), 2),\n"
                + "  preserved = \(object)\n"
                + "WHERE entity = \(SQL.literal(kind.name.text)) AND operation <> 'insert'",
            .update)
    }

    private func isRecorded(_ place: Place) -> Bool {
        guard let property = place.property else { return false }
        return old.model.entity(named: place.entity)?.recordedProperties.contains(property) == true
    }
}

extension Entity {
    /// The names that changes of its own properties have in the history.
    fileprivate var recordedProperties: [String] { storedAttributes.map(\.name.text) + relationships.map(\.name.text) }
}
