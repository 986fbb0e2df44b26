/// What one undo undoes: the objects that were changed together, as they were before.
struct UndoGroup {
    var name: String?
    private(set) var images: [ObjectImage] = []
    private var places: [ObjectIdentifier: Int] = [:]

    init(name: String? = nil) { self.name = name }

    var isEmpty: Bool { images.isEmpty }

    /// Notes that an object is about to be created.
    mutating func noteInsertion(of object: ManagedObject) {
        if places[ObjectIdentifier(object)] == nil { add(ObjectImage(of: object, existed: false)) }
    }

    /// Notes what an object is about to lose or change. An object that the group creates needs no image: undoing removes it whole.
    mutating func note(_ object: ManagedObject, _ change: (inout ObjectImage) -> Void) {
        let place = places[ObjectIdentifier(object)] ?? add(ObjectImage(of: object, existed: true))
        if images[place].existed { change(&images[place]) }
    }

    /// Notes whether two objects were connected in a join table, unless that was noted at either end.
    mutating func note(_ object: ManagedObject, _ number: RelationshipIndex, _ member: ManagedObject, wasMember: Bool) {
        if let inverse = object.scope.entity.inverseSides[number].join?.inverse, let place = places[ObjectIdentifier(member)],
            images[place].hasConnection(inverse, with: object)
        { return }
        note(object) { $0.note(member, number, wasMember: wasMember) }
    }

    /// Forgets that the group creates some objects: they have taken rows that existed before.
    mutating func forgetInsertions(of objects: Set<ObjectIdentifier>) {
        let kept = images.filter { $0.existed || !objects.contains(ObjectIdentifier($0.object)) }
        if kept.count == images.count { return }
        (images, places) = ([], [:])
        for image in kept { add(image) }
    }

    @discardableResult
    private mutating func add(_ image: ObjectImage) -> Int {
        places[ObjectIdentifier(image.object)] = images.count
        images.append(image)
        return images.count - 1
    }
}

/// An object as it was before a group of changes, as far as the group changes it.
struct ObjectImage {
    let object: ManagedObject
    /// Whether the object existed before. One that did not is removed by undoing.
    let existed: Bool
    /// Whether the group deletes the object.
    private(set) var isDeleted = false
    /// Objects with the values before, by the changed columns.
    private(set) var values: [ColumnIndex: ManagedObject] = [:]
    /// The changed connections in join tables, by the number of the relationship.
    private(set) var connections: [RelationshipIndex: [ChangedConnection]] = [:]
    /// The members before, in their order, of ordered relationships.
    private(set) var orders: [RelationshipIndex: ContiguousArray<ManagedObject>] = [:]
    private var lastCopy: ManagedObject?

    struct ChangedConnection {
        let member: ManagedObject
        /// Whether it was a member before.
        let wasMember: Bool
    }

    init(of object: ManagedObject, existed: Bool) {
        (self.object, self.existed) = (object, existed)
    }

    /// Notes that a column is about to change. The value must be loaded.
    mutating func note(_ column: ColumnIndex) {
        guard values[column] == nil else { return }
        // One copy has the values of all columns, unless one was loaded after it was made.
        if let lastCopy, lastCopy.isLoaded(column) { return values[column] = lastCopy }
        let copy = object.copy()
        lastCopy = copy
        values[column] = copy
    }

    mutating func noteDeletion() { isDeleted = true }

    func hasConnection(_ number: RelationshipIndex, with member: ManagedObject) -> Bool {
        connections[number]?.contains { $0.member === member } == true
    }

    fileprivate mutating func note(_ member: ManagedObject, _ number: RelationshipIndex, wasMember: Bool) {
        if hasConnection(number, with: member) { return }
        connections[number, default: []].append(ChangedConnection(member: member, wasMember: wasMember))
    }

    mutating func noteOrder(_ number: RelationshipIndex, _ members: ContiguousArray<ManagedObject>) {
        if orders[number] == nil { orders[number] = members }
    }
}
