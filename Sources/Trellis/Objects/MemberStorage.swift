/// What a context knows of one relationship of one object whose keys stand elsewhere.
///
/// Where the members hold the keys, these decide who belongs here, and this is a cache of it. Connections in a table of their
/// own are changed here: what was connected and disconnected since the last save is listed. Until it is loaded it holds what
/// was added since, so that loading can put rows and additions together.
final class MemberStorage {
    private(set) var isLoaded: Bool
    let isOrdered: Bool
    private(set) var members: ContiguousArray<ManagedObject>
    /// Whether members came in, or changed places, since the last save: their places are to be written.
    private(set) var hasNewOrder = false
    /// Whether members were given places among the others, and not only added after them.
    private(set) var isReordered = false
    /// The connections that the next save makes and undoes.
    var connected: ContiguousArray<ManagedObject> { connections.objects }
    var disconnected: ContiguousArray<ManagedObject> { disconnections.objects }
    private var connections = ObjectList()
    private var disconnections = ObjectList()
    /// The places of members, made when so many were looked through that making them pays.
    private var places: [ObjectIdentifier: Int]?
    /// How many members were looked through since there were places.
    private var lookedThrough = 0
    private var deletionsSeen = 0

    init(isLoaded: Bool, isOrdered: Bool) {
        self.isLoaded = isLoaded
        self.isOrdered = isOrdered
        members = []
    }

    func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

    /// Whether the next save connects an object.
    func isNewConnection(_ object: ManagedObject) -> Bool { connections.contains(object) }

    func hasRemoved(_ object: ManagedObject) -> Bool { disconnections.contains(object) }

    /// Whether the next save has connections or places to write.
    var hasChanges: Bool { hasNewOrder || !connections.isEmpty || !disconnections.isEmpty }

    /// Whether a relationship that is not loaded has members that were added or removed since the last save.
    var hasUnsavedMembers: Bool { !isLoaded && (!members.isEmpty || !disconnections.isEmpty) }

    /// Puts the members that rows name before those that were added since. What was removed and added again is among both: it
    /// has lost the place that its row has.
    func load(_ rows: ContiguousArray<ManagedObject>) {
        if members.isEmpty {
            members = rows
        } else {
            let added = Set(members.map(ObjectIdentifier.init))
            members = rows.filter { !added.contains(ObjectIdentifier($0)) } + members
        }
        forgetPlaces()
        isLoaded = true
    }

    /// Adds an object that is not among the members: at `place`, or after the last.
    func insert(_ object: ManagedObject, at place: Int? = nil) {
        if isOrdered { hasNewOrder = true }
        if let place, place < members.count {
            members.insert(object, at: max(0, place))
            forgetPlaces()
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
            forgetPlaces()
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
        forgetPlaces()
        (hasNewOrder, isReordered) = (true, true)
    }

    /// Whether ``move(_:to:)`` would change the order.
    func wouldMove(_ object: ManagedObject, to place: Int) -> Bool {
        self.place(of: object) != min(max(place, 0), members.count - 1)
    }

    func reorder(_ objects: ContiguousArray<ManagedObject>) {
        members = objects
        forgetPlaces()
        (hasNewOrder, isReordered) = (true, true)
    }

    /// Keeps the members that were added since the last save, and forgets the others.
    /// - Parameters:
    ///   - isComplete: whether there are no others: the owner is new.
    ///   - isAdded: whether a member was added since the last save.
    func unload(isComplete: Bool = false, keeping isAdded: (ManagedObject) -> Bool) {
        members.removeAll { !isAdded($0) }
        forgetPlaces()
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
        if disconnections.remove(object) {
            isReordered = isOrdered
        } else {
            connections.append(object)
        }
    }

    func noteDisconnected(_ object: ManagedObject) {
        if !connections.remove(object) { disconnections.append(object) }
    }

    /// Takes back what was done to the connection with an object since the last save.
    func discardConnection(_ object: ManagedObject) {
        if connections.remove(object) { forget(object) }
        disconnections.remove(object)
        if !isReordered { hasNewOrder = isOrdered && !connections.isEmpty }
    }

    /// Forgets an object that is deleted: the database undoes its connections.
    func forgetDeleted(_ object: ManagedObject) {
        forget(object)
        connections.remove(object)
        disconnections.remove(object)
    }

    /// Forgets the members that are deleted.
    func forgetDeletedMembers() {
        members.removeAll(where: \.isRemoved)
        forgetPlaces()
    }

    /// Forgets what was deleted, unless nothing was since the last time.
    /// - Parameter deletions: how often something has been deleted in the context.
    func forgetDeleted(until deletions: Int) {
        guard deletions != deletionsSeen else { return }
        deletionsSeen = deletions
        forgetDeletedMembers()
        connections.removeAll(where: \.isRemoved)
        disconnections.removeAll(where: \.isRemoved)
    }

    /// What was changed has been saved.
    func settle() {
        (hasNewOrder, isReordered) = (false, false)
        connections.removeAll()
        disconnections.removeAll()
        guard !isLoaded else { return }
        // What was added is among the rows now.
        members.removeAll()
        forgetPlaces()
    }

    private func place(of object: ManagedObject) -> Int? {
        if let places { return places[ObjectIdentifier(object)] }
        // Making the places is dearer than looking through all members a few times, and where order means something every removal
        // changes them.
        if lookedThrough > 8 * members.count, members.count > 32 {
            places = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ObjectIdentifier($1), $0) })
            return places?[ObjectIdentifier(object)]
        }
        let place = members.firstIndex { $0 === object }
        lookedThrough += place ?? members.count
        return place
    }

    private func forgetPlaces() {
        places = nil
        lookedThrough = 0
    }
}
