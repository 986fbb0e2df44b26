/// The members of a to-many relationship, in no particular order.
///
/// Reading and removing members, and when they are loaded, is described at ``MemberCollection``.
public struct ToMany<Member: ManagedObject>: MemberCollection {
    public typealias Element = Member

    public let _side: RelationshipSide

    /// For generated code: the to-many relationship `number` of `owner`.
    @_spi(Generated) public init(_of owner: ManagedObject, _ number: RelationshipIndex) {
        _side = RelationshipSide(owner: owner, number: number)
    }

    /// Adds an object; where its other end is a to-one, it leaves the owner that it had. Adding a member again changes nothing.
    public func insert(_ object: Member) {
        Relationships.insert(object, into: _side)
    }

    /// Makes exactly the given objects the members.
    public func replace(with objects: some Sequence<Member>) {
        let kept = Set(objects)
        for member in self where !kept.contains(member) { remove(member) }
        for object in kept { insert(object) }
    }
}
