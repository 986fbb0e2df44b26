/// The members of a to-many relationship, in no particular order.
///
/// Reading and removing members, and when they are loaded, is described at ``MemberCollection``.
public struct ToMany<Member: ManagedObject>: MemberCollection, ExpressibleByArrayLiteral {
    public typealias Element = Member

    public let _source: MemberSource

    /// For generated code: the to-many relationship `number` of `owner`.
    @_spi(Generated) public init(_of owner: ManagedObject, _ number: RelationshipIndex) {
        _source = .relationship(RelationshipSide(owner: owner, number: number))
    }

    /// The members that an assignment gives to a relationship: `customer.orders = [order]`.
    public init(arrayLiteral members: Member...) { self.init(members) }

    /// The members that an assignment gives to a relationship: `customer.orders = ToMany(orders)`. They belong to no object, so they
    /// cannot be edited.
    public init(_ members: some Sequence<Member>) { _source = .list(ContiguousArray(members.lazy.map { $0 })) }

    /// For generated code: makes assigned members the members.
    @_spi(Generated) public func _assign(_ members: ToMany) {
        if case .relationship(let side) = members._source, side == _source.side { return }
        replace(with: members)
    }

    /// Adds an object; where its other end is a to-one, it leaves the owner that it had. Adding a member again changes nothing.
    public func insert(_ object: Member) {
        Relationships.insert(object, into: _source.side)
    }

    /// Makes exactly the given objects the members.
    public func replace(with objects: some Sequence<Member>) {
        var kept = Set<Member>()
        let added = objects.filter { kept.insert($0).inserted }
        for member in self where !kept.contains(member) { remove(member) }
        for object in added { insert(object) }
    }
}
