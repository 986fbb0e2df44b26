import Diagnostics
import SQLiteStorage
import SchemaModel

/// What a newer version adds and older programs would have to know, because they write rows that it concerns.
struct AddedDemands {
    let old: StoredVersion
    let new: StoredVersion

    var all: [Obstacle] {
        new.model.entities.flatMap(demands)
            + new.schema.tables.flatMap(uniqueKeys) + new.schema.tables.flatMap(keys) + new.schema.joinTables.flatMap(joinTable)
    }

    // MARK: Entities and properties

    private func demands(of entity: Entity) -> [Obstacle] {
        let name = entity.name.text
        guard let former = old.model.entity(named: name) else {
            let relatives = new.schema.table(forEntity: name)?.entities ?? []
            guard let known = relatives.first(where: { old.model.entity(named: $0) != nil }) else { return [] }
            return [Obstacle(reason: "do not know '\(name)', whose objects are in the table of '\(known)'", span: entity.name.span)]
        }
        let attributes = entity.persistentAttributes.filter { attribute in
            !former.persistentAttributes.contains { $0.name.text == attribute.name.text }
        }
        let relationships = entity.relationships.filter { relationship in
            !former.relationships.contains { $0.name.text == relationship.name.text }
        }
        return attributes.compactMap { demand($0, of: name) } + relationships.flatMap { demands($0, of: name) }
    }

    private func demand(_ attribute: Attribute, of entity: String) -> Obstacle? {
        let place = "'\(entity).\(attribute.name.text)'"
        // Its text would stay as it is when the program changes the other attribute.
        if attribute.isDerivedText { return Obstacle(reason: "do not compute \(place)", span: attribute.name.span) }
        if attribute.isOptional || attribute.isKeptByDatabase { return nil }
        // A composite without columns demands nothing.
        if attribute.columnCount == 0 || attribute.type.composite.map({ $0.storedAttributes.allSatisfy(\.isNullable) }) == true { return nil }
        return Obstacle(reason: "insert objects without \(place), which is required", span: attribute.name.span)
    }

    private func demands(_ relationship: Relationship, of entity: String) -> [Obstacle] {
        guard relationship.holdsKey else { return [] }
        let place = "'\(entity).\(relationship.name.text)'"
        var demands = [Obstacle]()
        if !relationship.isOptional {
            demands.append(Obstacle(reason: "insert objects without \(place), which is required", span: relationship.name.span))
        }
        if relationship.deleteRule == .deny, !relationship.isItsOwnInverse {
            demands.append(Obstacle(reason: "do not know that \(place) denies deletions", span: relationship.deleteRuleSpan))
        }
        return demands
    }

    // MARK: Rows

    /// A unique key with a column that older programs write. They leave new columns NULL, which equals no value.
    private func uniqueKeys(of table: Table) -> [Obstacle] {
        guard let former = old.schema.tables.first(where: { $0.name == table.name }) else { return [] }
        let (known, columns) = (Set(former.uniqueKeys), Set(former.columns.map(\.name)))
        return table.uniqueKeys.filter { !known.contains($0) && !columns.isDisjoint(with: $0.columns) }.map { key in
            let properties = key.columns.map { name in table.columns.first { $0.name == name }.map { "\($0.entity).\($0.property)" } ?? name }
            let place = table.columns.first { $0.name == key.columns.first }.map { MigrationDecisions.Place($0.entity, $0.property) }
            let list = properties.map { "'\($0)'" }.joined(separator: " with ")
            return Obstacle(
                reason: "can save values of \(list) twice, which are unique", span: place.map { new.span(of: $0) } ?? new.model.name.span)
        }
    }

    /// A key to rows that older programs delete: SQLite clears it or deletes its row, or else the deletion fails.
    private func keys(of table: Table) -> [Obstacle] {
        table.columns.compactMap { column in
            let place = MigrationDecisions.Place(column.entity, column.property)
            guard column.reference?.onDelete == .noAction, old.column(place) == nil, let destination = column.reference?.table,
                let known = old.schema.tables.first(where: { $0.name == destination })
            else { return nil }
            return Obstacle(reason: "cannot delete objects of '\(known.entities[0])' that '\(place)' leads to", span: new.span(of: place))
        }
    }

    private func joinTable(_ table: JoinTable) -> [Obstacle] {
        if old.schema.joinTables.contains(where: { $0.name == table.name }) { return [] }
        return [table.source, table.target].filter { $0.onDelete == .deny }.compactMap { end in
            guard old.model.entity(named: end.entity) != nil else { return nil }
            let place = MigrationDecisions.Place(table.source.entity, table.source.relationship)
            return Obstacle(reason: "cannot delete objects of '\(end.entity)' that '\(place)' connects", span: new.span(of: place))
        }
    }
}
