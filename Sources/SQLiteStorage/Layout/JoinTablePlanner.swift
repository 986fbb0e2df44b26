import SchemaModel

/// Decides on the tables of relationships whose connections stand in rows of their own.
enum JoinTablePlanner {
    static func tables(of model: Model) -> [JoinTable] {
        model.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                relationship.storage == .joinTable ? table(of: relationship, of: entity, in: model) : nil
            }
        }
    }

    /// The table, or nil where the other end makes it. Of two ends the one whose names come first does: their order in the file
    /// means nothing.
    private static func table(of relationship: Relationship, of entity: Entity, in model: Model) -> JoinTable? {
        guard let destination = model.entity(named: relationship.destination.text) else { return nil }
        let inverse = model.inverse(of: relationship)
        if let inverse, !relationship.isItsOwnInverse,
            (entity.name.text, relationship.name.text) > (destination.name.text, inverse.name.text)
        {
            return nil
        }
        let pairs = relationship.pairs ?? inverse?.pairs?.flipped
        let columns = pairs.map { (source: $0.own.text, target: $0.other.text) } ?? columns(of: relationship, of: entity, inverse)
        let source = JoinTable.End(
            entity: entity.name.text, relationship: relationship.name.text, table: model.root(of: entity).tableName,
            column: columns.source, key: model.keyColumn(of: entity), onDelete: .init(relationship.deleteRule),
            position: relationship.isOrdered ? position(of: columns.target) : nil)
        let target = JoinTable.End(
            entity: destination.name.text, relationship: inverse?.name.text, table: model.root(of: destination).tableName,
            column: columns.target, key: model.keyColumn(of: destination), onDelete: inverse.map { .init($0.deleteRule) } ?? .disconnect,
            position: inverse?.isOrdered == true && !relationship.isItsOwnInverse ? position(of: columns.source) : nil)
        return JoinTable(
            name: pairs?.table.text ?? entity.tableName + "_" + SnakeCase.convert(relationship.name.text), doc: relationship.doc,
            source: source, target: target, isMirrored: relationship.isItsOwnInverse)
    }

    /// The columns are called after the entities that they lead to, and where both ends are of one entity after the
    /// relationships that they are members of.
    private static func columns(
        of relationship: Relationship, of entity: Entity, _ inverse: Relationship?
    ) -> (source: String, target: String) {
        func key(_ name: String) -> String { SnakeCase.convert(name) + "_id" }
        let destination = relationship.destination.text
        if entity.name.text != destination { return (key(entity.name.text), key(destination)) }
        let other = relationship.isItsOwnInverse ? nil : inverse
        return (key(other?.name.text ?? entity.name.text), key(relationship.name.text))
    }

    /// Where the object of a key stands among the other one's members.
    private static func position(of column: String) -> String { column.dropLast("_id".count) + "_position" }
}

extension JoinTable.Action {
    init(_ rule: DeleteRule) {
        switch rule {
        case .nullify: self = .disconnect
        case .cascade: self = .cascade
        case .deny: self = .deny
        case .noAction: self = .nothing
        }
    }
}
