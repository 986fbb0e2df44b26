import Diagnostics
import SQLiteStorage
import SchemaModel

/// What a newer version adds and older programs would have to know, because they write rows that it concerns.
struct AddedDemands {
    let old: StoredVersion
    let new: StoredVersion

    var all: [Obstacle] {
        new.model.entities.flatMap(demands) + new.schema.tables.flatMap(uniqueKeys) + AddedDeletions(old: old, new: new).all
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
        return relationship.isOptional
            ? [] : [Obstacle(reason: "insert objects without \(place), which is required", span: relationship.name.span)]
    }

    // MARK: Rows

    /// A unique key with a column that older programs write. They leave new columns NULL, which equals no value.
    private func uniqueKeys(of table: Table) -> [Obstacle] {
        guard let former = old.schema.tables.first(where: { $0.name == table.name }) else { return [] }
        let (known, columns) = (former.uniqueKeys, Set(former.columns.map(\.name)))
        return table.uniqueKeys.filter { key in !known.contains { $0.isSame(as: key) } && !columns.isDisjoint(with: key.columns) }.map { key in
            let properties = key.columns.map { name in table.columns.first { $0.name == name }.map { "\($0.entity).\($0.property)" } ?? name }
            let place = table.columns.first { $0.name == key.columns.first }.map { MigrationDecisions.Place($0.entity, $0.property) }
            let list = properties.map { "'\($0)'" }.joined(separator: " with ")
            return Obstacle(
                reason: "can save values of \(list) twice, which are unique", span: place.map { new.span(of: $0) } ?? new.model.name.span)
        }
    }
}
