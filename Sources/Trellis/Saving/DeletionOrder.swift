/// The order of deletions that leaves no work to SQLite's actions, whose chains stop at 1,000 levels.
///
/// The context has followed every rule already. Keys that a trigger would follow are cut first. If the destination's rule acts on the
/// rows that refer to it, these are deleted before it.
struct DeletionOrder {
    /// Keys that are cut before the first row is deleted.
    private(set) var cuts: [(holder: ManagedObject, column: ColumnIndex)] = []
    private(set) var sorted: [ManagedObject] = []
    /// For each object those that are deleted after it, and how many each still waits for.
    private var followers: [ManagedObject: [ManagedObject]] = [:]
    private var waiting: [ManagedObject: Int] = [:]

    init(of objects: ContiguousArray<ManagedObject>) {
        for object in objects { waiting[object] = 0 }
        for holder in objects {
            for relationship in holder.scope.entity.toOne {
                let destination = deletedDestination(of: holder, relationship)
                switch relationship.descriptor.deleteRule {
                case .cascade, .deny:
                    // A changed key refers to another row in the file than in the object, and the rules followed the object.
                    if destination != nil || holder.changes.contains(relationship.column) || denies(holder, relationship) {
                        cuts.append((holder, relationship.column))
                    }
                case .nullify, .noAction:
                    if let destination, destination !== holder { note(holder, before: destination) }
                }
            }
        }
        sort(objects)
    }

    /// The destination of a key, if that is deleted too.
    private func deletedDestination(
        of object: ManagedObject, _ relationship: EntityRuntime.ToOneRuntime
    ) -> ManagedObject? {
        let reference = object[_reference: relationship.column]
        let known = reference.object ?? object.scope.context?.scopes[relationship.destination].registered(reference.key)
        return known.flatMap { waiting[$0] == nil ? nil : $0 }
    }

    /// Whether a trigger would refuse the delete because of an unregistered row that is deleted too.
    private func denies(_ object: ManagedObject, _ relationship: EntityRuntime.ToOneRuntime) -> Bool {
        guard relationship.descriptor.deleteRule == .deny, let context = object.scope.context else { return false }
        return context.scopes[relationship.destination].registry.pendingDeletions.contains(object[_reference: relationship.column].key)
    }

    private mutating func note(_ first: ManagedObject, before second: ManagedObject) {
        followers[first, default: []].append(second)
        waiting[second, default: 0] += 1
    }

    private mutating func sort(_ objects: ContiguousArray<ManagedObject>) {
        sorted = objects.filter { waiting[$0] == 0 }
        var next = 0
        while next < sorted.count {
            for follower in followers[sorted[next]] ?? [] {
                waiting[follower, default: 0] -= 1
                if waiting[follower] == 0 { sorted.append(follower) }
            }
            next += 1
        }
        guard sorted.count < objects.count else { return }
        // The remaining objects wait for each other in circles. Without their keys, any order works.
        let done = Set(sorted)
        for object in objects where !done.contains(object) {
            sorted.append(object)
            for relationship in object.scope.entity.toOne where deletedDestination(of: object, relationship) != nil {
                cuts.append((object, relationship.column))
            }
        }
    }
}
