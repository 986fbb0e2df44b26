import SchemaModel

/// A column that the database keeps current, even if plain SQL writes: the number of rows that refer to its row, or the sum of one
/// of their columns.
public struct DerivedColumn: Sendable, Hashable {
    /// The entity and the attribute that it stores.
    public var entity: String
    public var property: String
    public var table: String
    public var name: String
    /// Which rows have it, by what stands in their column `_entity`; nil for all.
    public var kinds: [String]?
    /// The table of the rows that lead to one: the members' own, or that of the connections; and the column there with the key.
    public var leadingTable: String
    public var key: String
    public var isKeyNullable: Bool
    /// What is summed; nil where rows are counted.
    public var summed: Summed?

    public struct Summed: Sendable, Hashable {
        /// The members' table, and the column there.
        public var table: String
        public var column: String
        public var isNullable: Bool
        /// Whether it is a sum of floating-point numbers. It depends on their order, so triggers recompute it each time.
        public var isReal: Bool
        /// The column of the connections with the members' keys; nil where the members lead to the row themselves.
        public var memberKey: String?
    }

    /// Whether a change recomputes the whole value, instead of adding new values and subtracting removed ones.
    var isRecomputed: Bool { summed?.isReal == true || summed?.memberKey != nil }
}

/// Decides on the columns that the database keeps right.
struct DerivationPlanner {
    let model: Model
    let tables: [Table]
    /// The places of the tables by the names of the entities that stand in them.
    let places: [String: Int]
    let joinTables: [JoinTable]

    func columns() -> [DerivedColumn] {
        model.entities.flatMap { entity in
            entity.attributes.filter(\.isKeptByDatabase).compactMap { column(of: $0, in: entity) }
        }
    }

    private func column(of attribute: Attribute, in entity: Entity) -> DerivedColumn? {
        guard let table = table(of: entity), let derivation = attribute.derivation,
            let column = table.column(for: attribute.name.text, of: entity.name.text),
            // The relationship may be one that the entity inherits.
            let declaring = model.lineage(of: entity).first(where: { $0.relationship(derivation) != nil }),
            let relationship = declaring.relationship(derivation)
        else { return nil }
        let kinds = model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text).sorted()
        var derived = DerivedColumn(
            entity: entity.name.text, property: attribute.name.text, table: table.name, name: column.name,
            kinds: entity.parent == nil ? nil : kinds, leadingTable: "", key: "", isKeyNullable: false)
        var memberKey: String?
        if let (join, own, member) = join(of: relationship, of: declaring) {
            (derived.leadingTable, derived.key, memberKey) = (join.name, own.column, member.column)
        } else if let inverse = relationship.inverse, let members = model.entity(named: relationship.destination.text),
            let table = self.table(of: members), let key = table.column(for: inverse.text, of: members.name.text)
        {
            (derived.leadingTable, derived.key, derived.isKeyNullable) = (table.name, key.name, key.isNullable)
        } else {
            return nil
        }
        if case .sum(_, let name) = derivation {
            guard let summed = summed(name, of: relationship, memberKey) else { return nil }
            derived.summed = summed
        }
        return derived
    }

    private func table(of entity: Entity) -> Table? { places[entity.name.text].map { tables[$0] } }

    /// The table of connections, and its ends, seen from the entity.
    private func join(
        of relationship: Relationship, of entity: Entity
    ) -> (JoinTable, own: JoinTable.End, member: JoinTable.End)? {
        guard relationship.storage == .joinTable else { return nil }
        for table in joinTables {
            for (own, member) in [(table.source, table.target), (table.target, table.source)]
            where own.entity == entity.name.text && own.relationship == relationship.name.text {
                return (table, own, member)
            }
        }
        return nil
    }

    private func summed(_ name: Name, of relationship: Relationship, _ memberKey: String?) -> DerivedColumn.Summed? {
        guard let member = model.entity(named: relationship.destination.text), let table = table(of: member),
            let column = model.lineage(of: member).lazy.compactMap({ table.column(for: name.text, of: $0.name.text) }).first
        else { return nil }
        return .init(
            table: table.name, column: column.name, isNullable: column.isNullable, isReal: column.type == .real,
            memberKey: memberKey)
    }
}

extension Entity {
    fileprivate func relationship(_ derivation: Derivation) -> Relationship? {
        relationships.first { $0.name.text == derivation.relationship?.text }
    }
}
