/// The members of an ordered to-many relationship: each once, in the order that they were given.
///
/// Reading and removing members, and when they are loaded, is described at ``MemberCollection``.
public struct OrderedToMany<Member: ManagedObject>: MemberCollection, ExpressibleByArrayLiteral {
    public typealias Element = Member

    public let _source: MemberSource

    /// For generated code: the ordered to-many relationship `number` of `owner`.
    @_spi(Generated) public init(_of owner: ManagedObject, _ number: RelationshipIndex) {
        _source = .relationship(RelationshipSide(owner: owner, number: number))
    }

    /// The members that an assignment gives to a relationship: `customer.orders = [order]`.
    public init(arrayLiteral members: Member...) { self.init(members) }

    /// The members that an assignment gives to a relationship: `customer.orders = OrderedToMany(orders)`. They belong to no object, so they
    /// cannot be edited.
    public init(_ members: some Sequence<Member>) { _source = .list(ContiguousArray(members.lazy.map { $0 })) }

    /// For generated code: makes assigned members the members.
    @_spi(Generated) public func _assign(_ members: OrderedToMany) {
        if case .relationship(let side) = members._source, side == _source.side { return }
        replace(with: members)
    }

    /// Adds an object after the last member; where its other end is a to-one, it leaves the owner that it had. Appending a member
    /// again changes nothing.
    public func append(_ object: Member) {
        Relationships.insert(object, into: _source.side)
    }

    /// Adds an object such that it stands at `position`, from 0 to `count`; a member moves there.
    public func insert(_ object: Member, at position: Int) {
        require(position >= 0 && position <= count, misplaced(position, "0...\(count)"))
        Relationships.insert(object, into: _source.side, at: position)
    }

    private func misplaced(_ position: Int, _ range: String) -> String {
        let side = _source.side
        return "the position \(position) of '\(side.relationship.descriptor.name)' of \(side.owner.objectID) is outside of \(range)"
    }

    /// Moves the member at `position` such that it stands at `destination` among all.
    public func move(from position: Int, to destination: Int) {
        require(indices.contains(position), misplaced(position, "0..<\(count)"))
        require(indices.contains(destination), misplaced(destination, "0..<\(count)"))
        Relationships.insert(self[position], into: _source.side, at: destination)
    }

    /// Removes the member at `position`.
    @discardableResult
    public func remove(at position: Int) -> Member {
        let member = self[position]
        remove(member)
        return member
    }

    /// Makes exactly the given objects the members, in their order; what comes twice stands where it came first.
    public func replace(with objects: some Sequence<Member>) {
        var kept = Set<Member>()
        let ordered = objects.filter { kept.insert($0).inserted }
        for member in self where !kept.contains(member) { remove(member) }
        for object in ordered { append(object) }
        // A deleted object is no member.
        reorder(ordered.filter(contains))
    }

    /// Sorts the members.
    public func sort(by areInIncreasingOrder: (Member, Member) throws -> Bool) rethrows {
        reorder(try sorted(by: areInIncreasingOrder))
    }

    private func reorder(_ objects: [Member]) {
        guard !elementsEqual(objects, by: ===) else { return }
        Relationships.reorder(ContiguousArray(objects), of: _source.side.owner, _source.side.number)
    }
}
