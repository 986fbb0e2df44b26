/// Loads relationships of many objects at once: one query for each step of each path, and none where everything is known.
struct Prefetch {
    private let paths: [[Step]]

    private enum Step {
        case toOne(column: ColumnIndex, destination: Int)
        case inverseSide(number: RelationshipIndex)
    }

    /// - Throws: ``StoreError/notARelationship(path:entity:)``
    init(_ paths: [String], from entity: EntityRuntime, in model: ModelRuntime) throws {
        self.paths = try paths.map { path in
            var (steps, current) = ([Step](), entity)
            for name in path.split(separator: ".", omittingEmptySubsequences: false) {
                if let relationship = current.toOne.first(where: { $0.descriptor.name == name }) {
                    steps.append(.toOne(column: relationship.column, destination: relationship.destination))
                    current = model.entities[relationship.destination]
                } else if let number = current.inverseSides.firstIndex(where: { $0.descriptor.name == name }) {
                    steps.append(.inverseSide(number: number))
                    current = model.entities[current.inverseSides[number].destination]
                } else {
                    throw StoreError.notARelationship(path: path, entity: entity.descriptor.name)
                }
            }
            return steps
        }
    }

    /// - Throws: ``StoreError``
    func load(of objects: [ManagedObject], in context: ManagedObjectContext) throws {
        for path in paths {
            var current = objects
            for (place, step) in path.enumerated() where !current.isEmpty {
                // What comes twice would be looked at twice by the next step.
                var seen = Set<ManagedObject>()
                let isLast = place == path.count - 1
                switch step {
                case .toOne(let column, let destination):
                    let next = try loadDestinations(of: current, column, in: context.scopes[destination])
                    current = isLast ? [] : next.filter { seen.insert($0).inserted }
                case .inverseSide(let number):
                    try Relationships.loadMembers(of: current, number, in: context)
                    if isLast { break }
                    current = try current.flatMap { try Relationships.loadedMembers(of: $0, number) }
                        .filter { seen.insert($0).inserted }
                }
            }
        }
    }

    /// Loads what to-one relationships lead to; the references hold it from then on.
    private func loadDestinations(
        of objects: [ManagedObject], _ column: ColumnIndex, in scope: EntityScope
    ) throws -> [ManagedObject] {
        var keys = Set<Int64>()
        for object in objects {
            let reference = object[_reference: column]
            if reference.object == nil, reference.key > 0 { keys.insert(reference.key) }
        }
        let loaded = try scope.context?.load(keys, in: scope, for: .prefetch)
        return withExtendedLifetime(loaded) {
            objects.compactMap { object in
                let reference = object[_reference: column]
                if let known = reference.object { return known.isRemoved ? nil : known }
                // A key without a row is read again on its next access.
                guard let found = scope.registered(reference.key) else { return nil }
                object[_reference: column] = ToOneReference(found)
                return found.isRemoved ? nil : found
            }
        }
    }
}
