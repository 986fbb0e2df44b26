/// What a live result depends on, and what changes concern.
enum Dependency: Hashable {
    /// The rows of a table, by the number of its root entity.
    case table(Int)
    /// The connections in a join table.
    case joinTable(String)
    /// Deletions of an entity's rows, which may change or delete other rows by rules of the schema.
    case deletedRows(Int)
    /// Values that the database derives. No change concerns them: a save notes more while a list reads some.
    case derivedValues
    case anySave
    case anyChange
}

/// The live results of a context by what they depend on, so that a save costs nothing for results that it does not concern.
struct FollowerList {
    private struct Entry {
        weak var follower: (any ResultFollower)?
        /// Results report in the order in which they were added.
        let number: Int
        /// The number of the first part of the log that the result has not seen.
        var start: Int
        var dependencies: Set<Dependency> = []
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var followers: [Dependency: Set<ObjectIdentifier>] = [:]
    /// The results that could not be brought up to date. Each change concerns them.
    private var failed: Set<ObjectIdentifier> = []
    private var nextNumber = 0
    /// How many entries there are when the released ones are next removed.
    private var nextSweep = 16

    /// Whether no result is in use any more.
    var isUnused: Bool { entries.values.allSatisfy { $0.follower == nil } }

    /// Whether a result in use depends on values that the database derives.
    var readsDerivedValues: Bool { followers[.derivedValues]?.contains { entries[$0]?.follower != nil } == true }

    /// The names of the entities that results depend on.
    var entitiesRead: Set<String> {
        entries.values.reduce(into: []) { $0.formUnion($1.follower?.entitiesRead ?? []) }
    }

    /// Adds a result that depends on nothing yet.
    mutating func add(_ follower: any ResultFollower, from start: Int) {
        let id = ObjectIdentifier(follower)
        // The new one may have the address of one that was released.
        remove(id)
        if entries.count >= nextSweep {
            for released in entries.filter({ $0.value.follower == nil }).keys { remove(released) }
            nextSweep = max(16, 2 * entries.count)
        }
        entries[id] = Entry(follower: follower, number: nextNumber, start: start)
        nextNumber += 1
    }

    private mutating func remove(_ id: ObjectIdentifier) {
        setDependencies(of: id, [])
        entries[id] = nil
        failed.remove(id)
    }

    /// Lets a result follow the parts of the log from `start` on.
    mutating func setStart(of id: ObjectIdentifier, _ start: Int) { entries[id]?.start = start }

    mutating func setDependencies(of id: ObjectIdentifier, _ dependencies: Set<Dependency>) {
        guard var entry = entries[id] else { return }
        for former in entry.dependencies.subtracting(dependencies) {
            followers[former]?.remove(id)
            if followers[former]?.isEmpty == true { followers[former] = nil }
        }
        for new in dependencies.subtracting(entry.dependencies) { followers[new, default: []].insert(id) }
        entry.dependencies = dependencies
        entries[id] = entry
    }

    mutating func setFailed(_ id: ObjectIdentifier, _ hasFailed: Bool) {
        if hasFailed { failed.insert(id) } else { failed.remove(id) }
    }

    /// The parts of the log from which results follow, not before `first`.
    func starts(notBefore first: Int) -> Set<Int> { Set(entries.values.lazy.map { max($0.start, first) }) }

    /// The results that changes concern. Released ones are removed.
    /// - Parameters:
    ///   - start: the number of the part of the log with which the changes begin.
    ///   - first: the number of the first part that is not reported yet.
    mutating func concerned(by changes: ChangesByTable, from start: Int, first: Int) -> [Concerned] {
        let ids: Set<ObjectIdentifier>
        if changes.log.isIncomplete {
            ids = Set(entries.keys)
        } else {
            ids = changes.concerns.reduce(into: failed) { found, concern in
                if let some = followers[concern] { found.formUnion(some) }
            }
        }
        var concerned = [Concerned]()
        for id in ids {
            guard let entry = entries[id], max(entry.start, first) == start else { continue }
            if entry.follower == nil { remove(id) } else { concerned.append(Concerned(id: id, number: entry.number, start: start, changes: changes)) }
        }
        return concerned
    }

    /// A result that changes concern, unless it has been released or fetched again since.
    func follower(_ concerned: Concerned) -> (any ResultFollower)? {
        guard let entry = entries[concerned.id], entry.number == concerned.number, entry.start <= concerned.start else { return nil }
        return entry.follower
    }

    /// A result, and the changes that concern it.
    struct Concerned {
        let id: ObjectIdentifier
        let number: Int
        fileprivate let start: Int
        let changes: ChangesByTable
    }
}
