/// What a context knows of one relationship of one object whose keys stand elsewhere.
///
/// Where the members hold the keys, these decide who belongs here, and this is a cache of it. Connections in a table of their
/// own are changed here: what was connected and disconnected since the last save is listed. Until it is loaded it holds what
/// was added since, so that loading can put rows and additions together.
final class ToManyStorage {
    private(set) var isLoaded: Bool
    let isOrdered: Bool
    private(set) var members: ContiguousArray<ManagedObject>
    /// Whether members came in, or changed places, since the last save: their places are to be written.
    private(set) var hasNewOrder = false
    /// Whether members were given places among the others, and not only added after them.
    private(set) var isReordered = false
    /// The connections that the next save makes and undoes.
    private(set) var connected: ContiguousArray<ManagedObject> = []
    private(set) var disconnected: ContiguousArray<ManagedObject> = []
    /// The places of members, made when there are so many that looking through them would be slow.
    private var places: [ObjectIdentifier: Int]?
    private var deletionsSeen = 0

    private static let manyMembers = 32

    init(isLoaded: Bool, isOrdered: Bool) {
        self.isLoaded = isLoaded
        self.isOrdered = isOrdered
        members = []
    }

    func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

    func hasRemoved(_ object: ManagedObject) -> Bool { disconnected.contains { $0 === object } }

    /// Whether the next save has connections or places to write.
    var hasChanges: Bool { hasNewOrder || !connected.isEmpty || !disconnected.isEmpty }

    /// Puts the members that rows name before those that were added since. What was removed and added again is among both: it
    /// has lost the place that its row has.
    func load(_ rows: [ManagedObject]) {
        let added = Set(members.map(ObjectIdentifier.init))
        let kept = added.isEmpty ? rows : rows.filter { !added.contains(ObjectIdentifier($0)) }
        members = ContiguousArray(kept) + members
        places = nil
        isLoaded = true
    }

    /// Adds an object that is not among the members: at `place`, or after the last.
    func insert(_ object: ManagedObject, at place: Int? = nil) {
        if isOrdered { hasNewOrder = true }
        if let place, place < members.count {
            members.insert(object, at: max(0, place))
            places = nil
            isReordered = isOrdered
        } else {
            places?[ObjectIdentifier(object)] = members.count
            members.append(object)
        }
    }

    /// Takes an object out if it is there. Where order means nothing, the last member takes its place.
    func forget(_ object: ManagedObject) {
        guard let place = place(of: object) else { return }
        if isOrdered {
            members.remove(at: place)
            places = nil
        } else {
            members.swapAt(place, members.count - 1)
            let removed = members.removeLast()
            places?[ObjectIdentifier(removed)] = nil
            if place < members.count { places?[ObjectIdentifier(members[place])] = place }
        }
    }

    /// Moves a member to where it stands at `place` among all.
    func move(_ object: ManagedObject, to place: Int) {
        guard let old = self.place(of: object) else { return }
        let new = min(max(place, 0), members.count - 1)
        guard old != new else { return }
        members.insert(members.remove(at: old), at: new)
        places = nil
        (hasNewOrder, isReordered) = (true, true)
    }

    func reorder(_ objects: ContiguousArray<ManagedObject>) {
        members = objects
        places = nil
        (hasNewOrder, isReordered) = (true, true)
    }

    /// Keeps the members that were added since the last save, and forgets the others.
    /// - Parameters:
    ///   - isComplete: whether there are no others: the owner is new.
    ///   - isAdded: whether a member was added since the last save.
    func unload(isComplete: Bool = false, keeping isAdded: (ManagedObject) -> Bool) {
        members.removeAll { !isAdded($0) }
        places = nil
        isLoaded = isComplete
        isReordered = isReordered && isComplete
        hasNewOrder = isOrdered && !members.isEmpty
    }

    /// Takes the members out, to be put back as they are.
    func takeOutMembers() -> ContiguousArray<Unmanaged<ManagedObject>> {
        defer { members = [] }
        return ContiguousArray(members.map(Unmanaged.passUnretained))
    }

    func putBack(_ taken: ContiguousArray<Unmanaged<ManagedObject>>) {
        members = ContiguousArray(taken.map { $0.takeUnretainedValue() })
    }

    // MARK: Connections

    func noteConnected(_ object: ManagedObject) {
        if let place = disconnected.firstIndex(where: { $0 === object }) {
            disconnected.remove(at: place)
            isReordered = isOrdered
        } else {
            connected.append(object)
        }
    }

    func noteDisconnected(_ object: ManagedObject) {
        if let place = connected.firstIndex(where: { $0 === object }) {
            connected.remove(at: place)
        } else {
            disconnected.append(object)
        }
    }

    /// Takes back what was done to the connection with an object since the last save.
    func discardConnection(_ object: ManagedObject) {
        if let place = connected.firstIndex(where: { $0 === object }) {
            connected.remove(at: place)
            forget(object)
        }
        disconnected.removeAll { $0 === object }
        if !isReordered { hasNewOrder = isOrdered && !connected.isEmpty }
    }

    /// Forgets an object that is deleted: the database undoes its connections.
    func forgetDeleted(_ object: ManagedObject) {
        forget(object)
        connected.removeAll { $0 === object }
        disconnected.removeAll { $0 === object }
    }

    /// Forgets what was deleted, unless nothing was since the last time.
    /// - Parameter deletions: how often something has been deleted in the context.
    func forgetDeleted(until deletions: Int) {
        guard deletions != deletionsSeen else { return }
        deletionsSeen = deletions
        members.removeAll(where: \.isDeleted)
        connected.removeAll(where: \.isDeleted)
        disconnected.removeAll(where: \.isDeleted)
        places = nil
    }

    /// What was changed has been saved.
    func settle() {
        (hasNewOrder, isReordered) = (false, false)
        connected.removeAll()
        disconnected.removeAll()
        guard !isLoaded else { return }
        // What was added is among the rows now.
        members.removeAll()
        places = nil
    }

    private func place(of object: ManagedObject) -> Int? {
        if places == nil, members.count > Self.manyMembers {
            places = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ObjectIdentifier($1), $0) })
        }
        if let places { return places[ObjectIdentifier(object)] }
        return members.firstIndex { $0 === object }
    }
}
