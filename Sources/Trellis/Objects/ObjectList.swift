/// Objects, each once, of which there may be many and from which any may be taken out again. The last one takes its place then.
struct ObjectList {
    private(set) var objects: ContiguousArray<ManagedObject> = []
    /// Where each stands, kept when there are so many that looking through them would be slow.
    private var places: [ObjectIdentifier: Int]?

    private static let many = 32

    var isEmpty: Bool { objects.isEmpty }

    func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

    /// Adds an object that is not there.
    mutating func append(_ object: ManagedObject) {
        objects.append(object)
        if places != nil {
            places?[ObjectIdentifier(object)] = objects.count - 1
        } else if objects.count > Self.many {
            places = Dictionary(uniqueKeysWithValues: objects.enumerated().map { (ObjectIdentifier($1), $0) })
        }
    }

    /// - Returns: whether the object was there.
    @discardableResult
    mutating func remove(_ object: ManagedObject) -> Bool {
        guard let place = place(of: object) else { return false }
        objects.swapAt(place, objects.count - 1)
        objects.removeLast()
        places?[ObjectIdentifier(object)] = nil
        if place < objects.count { places?[ObjectIdentifier(objects[place])] = place }
        return true
    }

    mutating func removeAll(where isUnwanted: (ManagedObject) -> Bool = { _ in true }) {
        let count = objects.count
        objects.removeAll(where: isUnwanted)
        if objects.count < count { places = nil }
    }

    private func place(of object: ManagedObject) -> Int? {
        if let places { return places[ObjectIdentifier(object)] }
        return objects.firstIndex { $0 === object }
    }
}
