import Predicates

/// What a fetch reads, matched to the model's entities. It is a class because all that judges changes has it.
final class FollowedTables {
    let following: FollowedFetch
    /// The columns of the fetched rows that decide on the results.
    let columns: FollowedColumns
    let routes: [Route]
    /// What decides on the results.
    let dependencies: Set<Dependency>
    /// The entities whose deleted rows may take rows with them that the results depend on, or clear keys that the results read.
    let entitiesWithRules: Set<Int>
    /// Whether saves change values that the fetch reads, because the database derives them.
    let readsDerivedValues: Bool
    /// Whether each save may change a value that the fetch reads.
    let readsUnknownDerivation: Bool

    /// A chain of relationships to other rows.
    struct Route {
        let route: FollowedRoute
        /// The columns of the rows at the end that decide on the results.
        let columns: FollowedColumns
        /// The root entity of the table at the end.
        let root: Int
        /// The root entity of the table from which the last step starts.
        let ownerRoot: Int

        /// The chain to the rows from which the last step starts.
        var owners: [ResolvedPath.Step] { route.steps.dropLast() }
        var lastStep: ResolvedPath.Step { route.steps[route.steps.count - 1] }

        /// Whether the objects at the end have a relationship back through a join table.
        func hasInverse(_ joinTable: String, in model: ModelRuntime) -> Bool {
            !model.entities.contains { $0.root == root && $0.joinTablesWithoutInverse.contains(joinTable) }
        }
    }

    init(_ following: FollowedFetch, of entity: EntityRuntime, in model: ModelRuntime) {
        self.following = following
        columns = FollowedColumns(following.columns, root: entity.root, in: model)
        var roots = [entity.descriptor.table: entity.root]
        for other in model.entities { roots[other.descriptor.table] = other.root }
        routes = following.routes.compactMap { route in
            guard let root = roots[route.table], let owner = roots[route.source(ofStep: route.steps.count - 1)] else { return nil }
            return Route(route: route, columns: FollowedColumns(route.columns, root: root, in: model), root: root, ownerRoot: owner)
        }
        readsUnknownDerivation = if case .again(.derived) = following.strategy { true } else { false }
        readsDerivedValues = readsUnknownDerivation || routes.contains(where: \.route.isDerived)
        var names = [entity.root: following.columns]
        for route in routes { names[route.root, default: []].formUnion(route.route.columns) }
        entitiesWithRules = model.entitiesWithRules(for: names)
        var dependencies: Set<Dependency> = [.table(entity.root)]
        dependencies.formUnion(routes.lazy.map { .table($0.root) })
        dependencies.formUnion(routes.lazy.compactMap(\.lastStep.joinTable).map { .joinTable($0.name) })
        dependencies.formUnion(entitiesWithRules.lazy.map { .deletedRows($0) })
        // Their deleted rows take connections with them that the database counts or adds up for the results.
        let connected = Set(routes.filter { $0.route.isDerived && $0.lastStep.joinTable != nil }.map(\.root))
        dependencies.formUnion(model.entities.lazy.filter { connected.contains($0.root) }.map { .deletedRows($0.index) })
        if readsDerivedValues { dependencies.insert(.derivedValues) }
        if readsUnknownDerivation { dependencies.insert(.anySave) }
        self.dependencies = dependencies
    }
}

/// Columns of a table that a fetch reads, so that a change finds out without their names whether it counts.
struct FollowedColumns {
    /// Whether each column is read, by the number of its entity; empty for entities of other tables.
    private let isRead: [[Bool]]

    init(_ names: Set<String>, root: Int, in model: ModelRuntime) {
        isRead = model.entities.map { entity in entity.root == root ? entity.columns.map { names.contains($0.name) } : [] }
    }

    /// Whether an object of the table has another value in one of the columns.
    func contain(_ changed: ChangesByTable.Changed) -> Bool {
        let isRead = isRead[changed.object.scope.entity.index]
        return changed.columns.contains { isRead[$0.rawValue] }
    }
}

extension ModelRuntime {
    /// The entities whose deleted rows change or delete others by rules of the schema.
    /// - Parameter columns: the columns that count, by the root entities of their tables. Rows of these tables count too.
    fileprivate func entitiesWithRules(for columns: [Int: Set<String>]) -> Set<Int> {
        var (found, tables, waiting) = (Set<Int>(), Set(columns.keys), Array(columns.keys))
        while let root = waiting.popLast() {
            for entity in entities where entity.root == root {
                for relationship in entity.toOne {
                    let destination = entities[relationship.destination]
                    let cascades: Bool
                    switch relationship.inverse {
                    case .none: cascades = false
                    case .itself: cascades = relationship.descriptor.deleteRule == .cascade
                    case .members(let number): cascades = destination.inverseSides[number].descriptor.deleteRule == .cascade
                    }
                    let isRead = columns[root]?.contains(relationship.descriptor.column) == true
                    guard cascades || isRead else { continue }
                    for other in entities where other.root == destination.root { found.insert(other.index) }
                    if cascades, tables.insert(destination.root).inserted { waiting.append(destination.root) }
                }
            }
        }
        return found
    }
}
