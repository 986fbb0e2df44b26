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
    let match: ModelMatch

    /// The operations that create the tables, if the history begins with this version.
    var created: [MigrationPlan.Step] {
        guard old.schema.history == nil, new.schema.history != nil else { return [] }
        return HistoryLayout.definitions.map(Operation.createTable).steps("The change history begins")
    }

    /// The operations that drop the tables, if the history ends with this version.
    var dropped: [MigrationPlan.Step] {
        guard old.schema.history != nil, new.schema.history == nil else { return [] }
        return HistoryLayout.tableNames.map(Operation.dropTable).steps("The change history ends")
    }

    /// The tables that are dropped.
    var outcomes: [TableOutcome] { dropped.isEmpty ? [] : HistoryLayout.tableNames.map { TableOutcome($0, nil) } }

    /// The operations that give recorded changes their new names.
    var renames: [MigrationPlan.Step] {
        guard old.schema.history != nil, new.schema.history != nil else { return [] }
        let kinds = old.model.entities.filter { !$0.isAbstract }
        var operations = kinds.compactMap { kind -> Operation? in
            guard let later = match.laterOfObjects(kind.name.text) else { return nil }
            return renameProperties(of: kind, to: later)
        }
        // All at once, because names may be exchanged. A change of an entity that is gone must not become one of a new entity of its
        // name; its row stays, because a gap would mean that changes were purged.
        let names = kinds.map { NameChange($0.name.text, match.laterOfObjects($0.name.text) ?? "") }.filter { $0.old != $0.new }
        if !names.isEmpty { operations.append(.renameTexts(names, column: "entity", table: HistoryLayout.changes)) }
        return operations.steps("New names in the recorded changes")
    }

    /// Renames the properties in the changes of one entity; nil if all names stay.
    private func renameProperties(of kind: Entity, to later: String) -> Operation? {
        let lineage = Set(old.model.lineage(of: kind).map(\.name.text))
        var names: [String: String] = [:]
        for declaring in new.model.entity(named: later).map(new.model.lineage) ?? [] {
            for property in declaring.recordedProperties {
                let place = Place(declaring.name.text, property)
                let former = match.former(place) { lineage.contains($0.entity) && isRecorded($0) }
                if let name = former?.property { names[name] = property }
            }
        }
        let changed = old.model.lineage(of: kind).flatMap(\.recordedProperties).map { RecordedName($0, names[$0]) }.filter { $0.old != $0.new }
        return changed.isEmpty ? nil : .renameRecordedProperties(changed, entity: kind.name.text, table: HistoryLayout.changes)
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
