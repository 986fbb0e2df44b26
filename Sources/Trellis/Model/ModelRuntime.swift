/// A model made ready: names resolved to numbers, and the SQL that never changes.
final class ModelRuntime: Sendable {
    let descriptor: ModelDescriptor
    let entities: [EntityRuntime]
    let fetchLayout: FetchLayout
    /// The hooks that any of the classes has.
    let hooks: HookKinds
    /// What deleting their objects has to look at, by the entities' places.
    let deletion: [DeletionFacts]
    private let indexByType: [ObjectIdentifier: Int]
    private let indexByName: [String: Int]

    /// - Parameters:
    ///   - store: the identity of the store, for those of its objects; nil if they are not used.
    ///   - remembersKeys: whether the database has `sqlite_sequence`, in which SQLite remembers keys of deleted rows.
    init(_ descriptor: ModelDescriptor, store: String?, remembersKeys: Bool = true) {
        self.descriptor = descriptor
        let descriptors = descriptor.entities.map { $0.entityDescriptor }
        let shape = ModelShape(descriptors)
        indexByName = shape.indexByName
        indexByType = Dictionary(
            descriptor.entities.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
        fetchLayout = FetchLayout(
            entities: descriptors.map { entity in
                entity.fetchLayout { name in shape.indexByName[name].map { descriptors[$0] } }
            }, store: store, isExisting: descriptor.isExisting)

        var hierarchies: [Int: HierarchyRuntime] = [:]
        for root in descriptors.indices where shape.tree.numbers[root].count > 1 && descriptors[root].parent == nil {
            let concrete = shape.tree.subtree(of: root).filter { !descriptors[$0].isAbstract }
            hierarchies[root] = HierarchyRuntime(concrete.map { (descriptors[$0].name, $0) })
        }
        entities = descriptors.indices.map { index in
            EntityRuntime(
                index, of: shape, type: descriptor.entities[index], hierarchy: hierarchies[shape.tree.root(of: index)],
                store: store, remembersKeys: remembersKeys)
        }
        hooks = entities.reduce(into: []) { $0.formUnion($1.hooks.kinds) }
        deletion = DeletionFacts.all(entities)
    }

    func entity(of type: ManagedObject.Type) -> EntityRuntime? {
        indexByType[ObjectIdentifier(type)].map { entities[$0] }
    }

    func entity(named name: String) -> EntityRuntime? {
        indexByName[name].map { entities[$0] }
    }

    /// The identity of an object of the entity with a name, which a row gave.
    func id(_ key: Int64, ofEntityNamed name: String) -> ObjectID {
        entity(named: name)?.id(key) ?? ObjectID(entity: name, rowID: key)
    }
}

extension EntityDescriptor {
    /// What is read with an object of the entity's own columns, in the order of their numbers; nil stands for a column that is
    /// not.
    var readColumns: [String?] { attributes.map { $0.isReadWithObject ? $0.column : nil } + toOne.map(\.column) }

    /// - Parameter entity: finds the entities that relationships lead to.
    fileprivate func fetchLayout(_ entity: (String) -> EntityDescriptor?) -> FetchLayout.Entity {
        var properties = [String: FetchLayout.Property]()
        for attribute in attributes {
            properties[attribute.name] = .attribute(
                column: attribute.column, type: attribute.type, isOptional: attribute.isOptional)
        }
        for relationship in toOne {
            properties[relationship.name] = .toOne(
                column: relationship.column, destination: relationship.destination,
                isOptional: relationship.isOptional)
        }
        for relationship in toMany {
            let destination = relationship.destination
            let column = entity(destination)?.toOne.first { $0.name == relationship.inverse }?.column ?? ""
            let table = relationship.joinTable.map { FetchLayout.JoinTable(name: $0.name, owner: $0.column, member: $0.member) }
            properties[relationship.name] =
                relationship.isToOne
                ? .partner(column: column, destination: destination)
                : .toMany(destination: destination, via: table.map { .joinTable($0) } ?? .column(column))
        }
        var derivations = [String: FetchLayout.Derivation]()
        for attribute in attributes {
            derivations[attribute.name] =
                switch attribute.derivation {
                case nil: nil
                case .count(let relationship): .members(of: relationship, property: nil)
                case .sum(let relationship, let property): .members(of: relationship, property: property)
                case .computed: .unknown
                case .text(_, let source): .property(source)
                }
        }
        return FetchLayout.Entity(name: name, table: table, parent: parent, properties: properties, derivations: derivations)
    }
}
