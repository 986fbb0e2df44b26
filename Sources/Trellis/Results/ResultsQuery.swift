import Predicates
import ResultLists
import SQLiteAccess

/// The fetch of live results, matched to the model: what it reads, and how it judges an object.
struct ResultsQuery {
    let fetch: ResolvedFetch
    let entity: EntityRuntime
    let section: ResolvedSectionKey?
    let order: ListOrder
    /// The entities that key paths of the condition, of the order and of the sections lead through.
    let passedEntities: [EntityRuntime]
    /// The entities whose deleted rows may take rows with them that the results depend on, or clear keys of these.
    let entitiesWithRules: Set<Int>
    private let condition: ObjectCondition
    private let paths: [ResolvedPath]
    /// The places in a row of what follows the key.
    private let kindPlace: Int?
    private let sortPlace: Int

    /// - Throws: `ConditionErrors`
    init<Root: ManagedObject>(
        _ fetch: Fetch<Root>, sections: SectionKey<Root>?, of entity: EntityRuntime, in model: ModelRuntime
    ) throws {
        let layout = model.fetchLayout
        self.entity = entity
        self.fetch = try ResolvedFetch(fetch.query(of: entity), in: layout)
        section = try sections.map { try ResolvedSectionKey($0, of: entity, in: layout) }
        order = ListOrder(sectionIsAscending: section?.isAscending, isAscending: self.fetch.sort.map(\.isAscending))
        let passed = self.fetch.entitiesPassed.union(section?.path.steps.map(\.destination) ?? [])
        passedEntities = passed.sorted().compactMap(model.entity(named:))
        entitiesWithRules = model.entitiesReferred(from: [entity.root] + passedEntities.map(\.root))
        condition = ObjectCondition(self.fetch.condition)
        let key = layout.ownKey(of: self.fetch.entity)
        let kind = layout.kindPath(of: key)
        kindPlace = kind == nil ? nil : 2
        paths = [key, .ownVersion] + (kind.map { [$0] } ?? []) + (section.map { [$0.path] } ?? []) + self.fetch.sort.map(\.path)
        sortPlace = kind == nil ? 2 : 3
    }

    // MARK: Rows

    /// A row of the results, without its object.
    struct Row {
        let key: Int64
        let entity: Int
        let version: Int64
        let sortKey: SortKey
    }

    /// All rows, in the order of the fetch, with what the context has changed.
    /// - Throws: ``StoreError``
    func rows(in context: ManagedObjectContext) throws -> [Row] {
        let scope = context.scopes[entity.index]
        var rows = [Row]()
        try PendingChanges(fetch, reading: paths, in: context, scope).forEachRow(of: paths) { values in
            rows.append(try row(of: values, in: context.coordinator.model))
        }
        try context.throwRememberedError()
        return rows
    }

    private func row(of values: [SQLiteValue], in model: ModelRuntime) throws -> Row {
        guard case .integer(let key) = values[0] else { throw entity.unreadable(values[0], FetchLayout.keyColumn, ofRow: 0) }
        var kind = entity.index
        if let kindPlace {
            guard case .text(let name) = values[kindPlace], let named = model.entity(named: name), named.isKind(of: entity) else {
                throw entity.unreadable(values[kindPlace], FetchLayout.entityColumn, ofRow: key)
            }
            kind = named.index
        }
        var version: Int64 = 0
        if case .integer(let number) = values[1] { version = number }
        var rest = values[sortPlace...]
        let sectionValue = section.map { $0.sectionValue(of: rest.removeFirst()) }
        return Row(key: key, entity: kind, version: version, sortKey: SortKey(section: sectionValue, values: Array(rest)))
    }

    /// The sort key of a stored row that is not in memory.
    /// - Throws: ``StoreError``; ``StoreError/rowDeleted(_:)`` if the row does not exist.
    func sortKey(ofRow key: Int64, in context: ManagedObjectContext) throws -> SortKey {
        let root = context.scopes[entity.root]
        guard let object = try context.object(in: root, key: key) else {
            throw StoreError.rowDeleted(ObjectID(entity: entity.descriptor.name, key: key))
        }
        return sortKey(of: object)
    }

    // MARK: Objects

    /// Whether an object in memory is one of the results, apart from limit and offset.
    /// - Throws: ``StoreError``
    func holds(for object: ManagedObject) throws -> Bool {
        try !object.isDeleted && isAbout(object) && condition.holds(for: object)
    }

    /// Whether an object is of an entity whose objects can be results.
    func isAbout(_ object: ManagedObject) -> Bool {
        let other = object.scope.entity
        return fetch.includesSubentities ? other.isKind(of: entity) : other === entity
    }

    func sortKey(of object: ManagedObject) -> SortKey {
        SortKey(
            section: section.map { $0.sectionValue(of: object.value(at: $0.path)) },
            values: fetch.sort.map { object.value(at: $0.path) })
    }

    /// The name of the section with a value.
    func name(of value: SQLiteValue?) -> String {
        section?.name(of: value ?? .null) ?? ""
    }

    // MARK: Relevance

    /// Whether a changed object is of an entity that the key paths lead through.
    func passes(_ object: ManagedObject) -> Bool {
        passedEntities.contains { object.scope.entity.isKind(of: $0) }
    }

    /// Whether rows of a table are among those that the key paths lead through.
    func passes(root: Int) -> Bool { passedEntities.contains { $0.root == root } }

    /// The join tables that key paths lead through.
    var joinTablesPassed: Set<String> { fetch.joinTablesPassed }

    /// Whether the results depend on values that the database derives from other rows.
    var readsDerivedValues: Bool { entity.hasKeptAttributes || passedEntities.contains(where: \.hasKeptAttributes) }

    /// Whether results depend on which other rows are results.
    var isWindow: Bool { fetch.limit != nil || fetch.offset > 0 }
}

extension ModelRuntime {
    /// The entities that rows of some tables refer to with their keys, directly or through other rows.
    fileprivate func entitiesReferred(from roots: [Int]) -> Set<Int> {
        var (referred, tables, waiting) = (Set<Int>(), Set(roots), roots)
        while let root = waiting.popLast() {
            for entity in entities where entity.root == root {
                for relationship in entity.toOne {
                    let destination = entities[relationship.destination]
                    for other in entities where other.root == destination.root { referred.insert(other.index) }
                    if tables.insert(destination.root).inserted { waiting.append(destination.root) }
                }
            }
        }
        return referred
    }
}
