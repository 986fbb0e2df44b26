import SQLiteAccess

/// The entities of a model with what they inherit, by numbers: what their run-time forms are made from.
struct ModelShape {
    let tree: EntityTree
    let entities: [EntityShape]
    let indexByName: [String: Int]
    let keysWithoutInverse: [Int: [KeyWithoutInverse]]
    let joinTablesWithoutInverse: [Int: [String]]
    /// What a query of the rows of each entity selects, and the columns of it as SQL.
    private let selections: [(columns: [String?], list: String)]

    init(_ descriptors: [EntityDescriptor]) {
        let indexByName = Dictionary(
            descriptors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let tree = EntityTree(parents: descriptors.map { $0.parent.flatMap { indexByName[$0] } })
        self.indexByName = indexByName
        self.tree = tree
        let entities = descriptors.enumerated().map { index, descriptor in
            EntityShape(descriptor, lineage: tree.lineages[index].map { descriptors[$0] })
        }
        self.entities = entities
        selections = descriptors.indices.map { index in
            let columns = Self.selectedColumns(of: index, entities, tree)
            return (columns, Self.list(columns))
        }
        keysWithoutInverse = Self.keysWithoutInverse(entities, indexByName)
        joinTablesWithoutInverse = Self.joinTablesWithoutInverse(entities, indexByName)
    }

    // MARK: Rows

    /// A row begins with its key, its version or NULL if it has none and, where several entities share the table, the entity's name. Then
    /// come the columns of the whole table, those of each entity before those of its descendants: so a class finds its own in one place,
    /// whichever entity of the hierarchy the query is about.
    private static func selectedColumns(of index: Int, _ entities: [EntityShape], _ tree: EntityTree) -> [String?] {
        let members = tree.subtree(of: tree.root(of: index))
        let keys = entities[index].descriptor.hasVersion ? [FetchLayout.keyColumn, FetchLayout.versionColumn] : [FetchLayout.existingKey, nil]
        var selected: [String?] = keys + (members.count > 1 ? [FetchLayout.entityColumn] : [])
        for member in members {
            let isRelated =
                tree.numbers[index].contains(tree.numbers[member].lowerBound)
                || tree.numbers[member].contains(tree.numbers[index].lowerBound)
            let columns = entities[member].descriptor.readColumns
            selected += isRelated ? columns : Array(repeating: nil, count: columns.count)
        }
        while case .some(nil) = selected.last { selected.removeLast() }
        return selected
    }

    private static func list(_ columns: [String?]) -> String {
        var list = ""
        list.reserveCapacity(columns.count * 16)
        for column in columns {
            if !list.isEmpty { list += ", " }
            guard let column else {
                list += "NULL"
                continue
            }
            list += "t0."
            list += SQL.identifier(column)
        }
        return list
    }

    /// What every query of objects of an entity selects, in its order.
    func selectedColumns(of index: Int) -> [String?] { selections[index].columns }

    /// The full-text search of an entity: its own, or that of the nearest entity above it that has one. nil where none has.
    func search(of index: Int) -> SearchDescriptor? {
        tree.lineages[index].reversed().lazy.compactMap { entities[$0].descriptor.search }.first
    }

    /// A query of whole rows, in which the table is called `t0`.
    /// - Parameter last: what is selected after what every row has.
    func select(from index: Int, and last: String? = nil) -> String {
        "SELECT \(selections[index].list)\(last.map { ", " + $0 } ?? "") FROM \(SQL.identifier(entities[index].descriptor.table)) AS t0"
    }
}

/// An entity with what it inherits, the root's first, and the numbers of its columns: of each entity the attributes, then the to-one
/// relationships.
struct EntityShape {
    let descriptor: EntityDescriptor
    private(set) var attributes: [(descriptor: AttributeDescriptor, column: ColumnIndex)] = []
    private(set) var toOne: [(descriptor: ToOneDescriptor, column: ColumnIndex)] = []
    private(set) var inverseSides: IndexedList<RelationshipIndex, (descriptor: ToManyDescriptor, owner: String)> = []
    private(set) var columns: EntityRuntime.Columns = []

    init(_ descriptor: EntityDescriptor, lineage: [EntityDescriptor]) {
        self.descriptor = descriptor
        for entity in lineage {
            for attribute in entity.attributes {
                attributes.append((attribute, columns.endIndex))
                columns.append(
                    ColumnRuntime(
                        name: attribute.column, property: attribute.name, type: attribute.type, isLazy: attribute.isLazy,
                        derivation: attribute.derivation, isOptional: attribute.isOptional))
            }
            for relationship in entity.toOne {
                toOne.append((relationship, columns.endIndex))
                columns.append(
                    ColumnRuntime(
                        name: relationship.column, property: relationship.name,
                        type: .object(entity: relationship.destination), toOne: toOne.count - 1))
            }
            for relationship in entity.toMany { inverseSides.append((relationship, entity.name)) }
        }
    }
}

/// A column of an object.
struct ColumnRuntime: Sendable {
    let name: String
    /// The attribute or the to-one relationship that it stores.
    let property: String
    let type: ValueType
    /// The number of the to-one relationship, where it holds a key.
    var toOne: Int?
    /// Whether it is read when it is first asked for, and not with its object.
    var isLazy = false
    /// Who gives it its value; nil for one that is set.
    var derivation: AttributeDerivation?
    /// Whether the model lets the attribute be nil.
    var isOptional = false

    /// Whether the object's own value may not be the store's: it is read when it is asked for.
    var isReadOnUse: Bool { isLazy || derivation?.isByDatabase == true }

    /// Whether the object makes the value from another one, with which it changes.
    var isDerivedText: Bool {
        if case .text = derivation { true } else { false }
    }
}

extension AttributeDescriptor {
    /// Whether its value comes with its object: not a lazy one, and not one that the object makes itself.
    var isReadWithObject: Bool {
        if case .text = derivation { return false }
        return !isLazy
    }
}
