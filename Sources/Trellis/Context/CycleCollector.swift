/// Finds the objects that nobody holds but objects which nobody holds either: those that loaded relationships keep, which lead in
/// both directions.
///
/// All that relationships hold is taken out and written down; then the table of objects shows which ones somebody else holds. What
/// can be reached from them gets its relationships back, as they were, and the rest goes. Nothing of a person's runs meanwhile.
struct CycleCollector {
    private let registries: [ObjectRegistry]
    private var numbers: [ObjectIdentifier: Int] = [:]
    /// All objects; the tables hold them as long as this works.
    private var objects: [Unmanaged<ManagedObject>] = []
    private var references: [[Reference]] = []
    private var members: [[Members]] = []

    private typealias Reference = (column: Int, destination: Unmanaged<ManagedObject>)
    private typealias Members = (storage: MemberStorage, members: ContiguousArray<Unmanaged<ManagedObject>>)

    /// Lets go of what only holds itself.
    /// - Returns: how many objects are left.
    static func run(_ registries: [ObjectRegistry]) -> Int {
        var collector = CycleCollector(registries: registries)
        collector.takeOut()
        let isUsed = collector.mark(collector.roots())
        collector.putBack(isUsed)
        let numbers = collector.numbers
        for registry in registries { registry.release { !isUsed[numbers[ObjectIdentifier($0)] ?? 0] } }
        return registries.reduce(0) { $0 + $1.count }
    }

    private init(registries: [ObjectRegistry]) {
        self.registries = registries
    }

    private mutating func takeOut() {
        for registry in registries {
            for object in registry.objects {
                numbers[ObjectIdentifier(object)] = objects.count
                objects.append(.passUnretained(object))
            }
        }
        for object in objects {
            references.append(takeReferences(of: object.takeUnretainedValue()))
            members.append(takeMembers(of: object.takeUnretainedValue()))
        }
    }

    private func takeReferences(of object: ManagedObject) -> [Reference] {
        object.scope.entity.toOne.compactMap { relationship in
            guard let destination = object[_reference: relationship.column].object,
                numbers[ObjectIdentifier(destination)] != nil
            else { return nil }
            object[_reference: relationship.column] = ToOneReference(key: destination.key)
            return (relationship.column, .passUnretained(destination))
        }
    }

    private func takeMembers(of object: ManagedObject) -> [Members] {
        object.memberStorages.compactMap { storage in
            // What is not in the tables is held by these alone, perhaps.
            guard let storage, storage.members.allSatisfy({ numbers[ObjectIdentifier($0)] != nil }) else { return nil }
            return (storage, storage.takeOutMembers())
        }
    }

    /// The objects that somebody holds beside the tables.
    private func roots() -> [Int] {
        var roots = [Int]()
        for registry in registries {
            registry.forEachHeld { roots.append(numbers[ObjectIdentifier($0)] ?? 0) }
        }
        return roots
    }

    /// Which objects can be reached from some.
    private func mark(_ roots: [Int]) -> [Bool] {
        var isUsed = [Bool](repeating: false, count: objects.count)
        for root in roots { isUsed[root] = true }
        var waiting = roots
        func reach(_ object: Unmanaged<ManagedObject>) {
            guard let number = numbers[ObjectIdentifier(object.takeUnretainedValue())], !isUsed[number] else { return }
            isUsed[number] = true
            waiting.append(number)
        }
        while let next = waiting.popLast() {
            for reference in references[next] { reach(reference.destination) }
            for members in members[next] { for member in members.members { reach(member) } }
        }
        return isUsed
    }

    private func putBack(_ isUsed: [Bool]) {
        for (number, object) in objects.enumerated() where isUsed[number] {
            for (column, destination) in references[number] {
                object.takeUnretainedValue()[_reference: column] = ToOneReference(destination.takeUnretainedValue())
            }
            for (storage, members) in members[number] { storage.putBack(members) }
        }
    }
}

extension ManagedObjectContext {
    /// Lets go of objects that only hold each other, when objects have doubled in number and relationships are what keeps them.
    func collectCyclesIfGrown() {
        guard relationshipLoads > Self.collectionThreshold else { return }
        let count = registries.reduce(0) { $0 + $1.count }
        guard count > max(Self.collectionThreshold, 2 * countAfterCollection) else { return }
        countAfterCollection = CycleCollector.run(registries)
        relationshipLoads = 0
    }

    /// Below this many objects looking is not worth its time.
    private static let collectionThreshold = 10_000
}
