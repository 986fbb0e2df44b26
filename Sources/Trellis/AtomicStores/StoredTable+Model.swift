import Predicates

extension ModelRuntime {
    /// The tables in which an atomic store holds the objects of the model: those of entities first, then those of relationships.
    var storedTables: [StoredTable] {
        var tables: [Int: StoredTable] = [:]
        for entity in entities where entity.index == entity.root { tables[entity.index] = StoredTable(of: entity) }
        for entity in entities { tables[entity.root]?.add(entity) }
        for entity in entities {
            for relationship in entity.descriptor.toMany where relationship.joinTable == nil {
                guard let position = relationship.position, let destination = self.entity(named: relationship.destination) else { continue }
                tables[destination.root]?.add(
                    "\(relationship.inverse ?? relationship.name).position", position, .integer, isOptional: true, of: destination)
            }
        }
        return entities.compactMap { tables[$0.index] } + connections
    }

    /// The tables of relationships. A column that orders members is named after the end whose members it orders.
    private var connections: [StoredTable] {
        var tables: [StoredTable] = []
        for entity in entities {
            for relationship in entity.descriptor.toMany {
                guard let join = relationship.joinTable else { continue }
                let position = relationship.position
                if let known = tables.firstIndex(where: { $0.table == join.name }) {
                    guard let position, !tables[known].columns.contains(where: { $0.column == position }) else { continue }
                    let owner = tables[known].columns.first { $0.column == join.member }?.name ?? relationship.destination
                    tables[known].add("\(owner).position", position, .integer, isOptional: true, of: entity)
                    continue
                }
                var table = StoredTable(
                    name: "\(entity.descriptor.name).\(relationship.name)", table: join.name, columns: [], isConnection: true)
                table.add(entity.descriptor.name, join.column, .object(entity: entity.descriptor.name), isOptional: false, of: entity)
                table.add(
                    relationship.name, join.member, .object(entity: relationship.destination), isOptional: false, of: entity)
                if let position { table.add("\(relationship.name).position", position, .integer, isOptional: true, of: entity) }
                tables.append(table)
            }
        }
        return tables
    }
}

extension StoredTable {
    /// The name of the column with an object's id, in the store and in SQL.
    static let idColumn = "_id"

    fileprivate init(of root: EntityRuntime) {
        self.init(
            name: root.descriptor.name, table: root.descriptor.table,
            columns: [StoredColumn(name: Self.idColumn, column: FetchLayout.keyColumn, type: .id, isOptional: true)])
        guard root.hierarchy != nil else { return }
        let column = FetchLayout.entityColumn
        columns.append(StoredColumn(name: column, column: column, type: .text, isOptional: false))
    }

    /// Adds the entity's own columns. The database derives some, and the store does not hold them.
    fileprivate mutating func add(_ entity: EntityRuntime) {
        let isRoot = entity.index == entity.root
        if entity.hierarchy != nil, !entity.descriptor.isAbstract { entities.append(entity.descriptor.name) }
        for attribute in entity.descriptor.attributes {
            switch attribute.derivation {
            case nil:
                add(attribute.name, attribute.column, attribute.type, isOptional: attribute.isOptional || !isRoot, of: entity)
            case .count, .sum, .computed: continue
            case .text(let derivation, let source):
                guard let column = entity.columnByProperty[source].map({ entity.columns[$0].name }) else { continue }
                derivedTexts.append(DerivedText(column: attribute.column, source: column, derivation: derivation))
            }
        }
        for relationship in entity.descriptor.toOne {
            let type = ValueType.object(entity: relationship.destination)
            add(relationship.name, relationship.column, type, isOptional: relationship.isOptional || !isRoot, of: entity)
        }
    }

    /// Two entities of a hierarchy may have properties of one name: the second is named with its entity.
    fileprivate mutating func add(_ name: String, _ column: String, _ type: ValueType, isOptional: Bool, of entity: EntityRuntime) {
        let isTaken = columns.contains { $0.name == name }
        let stored = StoredType.of(type)
        columns.append(
            StoredColumn(
                name: isTaken ? "\(entity.descriptor.name).\(name)" : name, column: column, type: stored.type, scale: stored.scale,
                isOptional: isOptional))
    }
}
