/// Finds the objects that only other unused objects hold: loaded relationships, which hold objects in both directions, keep them.
///
/// It takes all references out of the relationships and keeps them aside. The registries then show which objects are held elsewhere.
/// Everything that can be reached from these gets its relationships back; the rest is released. No user code runs meanwhile.
struct CycleCollector {
    private let registries: [ObjectRegistry]
    private var numbers: [ObjectIdentifier: Int] = [:]
    /// All objects; the registries hold them during the run.
    private var objects: [Unmanaged<ManagedObject>] = []
    private var references: [[Reference]] = []
    private var members: [[Members]] = []

    private typealias Reference = (column: ColumnIndex, destination: Unmanaged<ManagedObject>)
    private typealias Members = (storage: MemberStorage, members: ContiguousArray<Unmanaged<ManagedObject>>)

    /// Releases the objects that only hold each other.
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
            // An object that is not registered may be held by these members alone.
            guard let storage, storage.members.allSatisfy({ numbers[ObjectIdentifier($0)] != nil }) else { return nil }
            return (storage, storage.takeOutMembers())
        }
    }

    /// The objects that are held outside of the registries.
    private func roots() -> [Int] {
        var roots = [Int]()
        for registry in registries {
            registry.forEachHeld { roots.append(numbers[ObjectIdentifier($0)] ?? 0) }
        }
        return roots
    }

    /// Whether each object can be reached from the roots.
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
    /// Releases objects that only hold each other, if the number of objects has doubled and relationships may hold them.
    func collectCyclesIfGrown() {
        guard collectionPace.isWorthCounting, collectionPace.isDue(at: registries.reduce(0) { $0 + $1.count }) else { return }
        collectionPace.noteCollection(left: CycleCollector.run(registries))
    }
}
