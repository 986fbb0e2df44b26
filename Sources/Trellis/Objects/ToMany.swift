/// The members of a to-many relationship, in no particular order.
///
/// It is a view: it shows what the relationship holds now, and changing it changes the other ends. The members are loaded on
/// first use; adding and removing does not load them. Where loading fails the view is empty and the next fetch or save throws
/// the error.
public struct ToMany<Member: ManagedObject>: RandomAccessCollection {
    private let owner: ManagedObject
    private let number: Int

    /// For generated code: the to-many relationship `number` of `owner`.
    public init(_of owner: ManagedObject, _ number: Int) {
        self.owner = owner
        self.number = number
    }

    private var members: ContiguousArray<ManagedObject> {
        Relationships.members(of: owner, number)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }

    public subscript(position: Int) -> Member {
        // Only objects of the destination's class get in, through the typed methods here and the rows of its table.
        unsafeDowncast(members[position], to: Member.self)
    }

    /// Iterates over what is there at the beginning, so that a loop may remove members.
    public func makeIterator() -> some IteratorProtocol<Member> {
        members.lazy.map { unsafeDowncast($0, to: Member.self) }.makeIterator()
    }

    /// Whether an object is a member; nothing is loaded to find out.
    public func contains(_ object: Member) -> Bool {
        Relationships.contains(object, in: owner, number)
    }

    /// Adds an object; where its other end is a to-one, it leaves the owner that it had. Adding a member again changes nothing.
    public func insert(_ object: Member) {
        Relationships.insert(object, into: owner, number)
    }

    /// Removes an object, whose other end lets go of the owner; one that is no member stays as it is.
    public func remove(_ object: Member) {
        Relationships.remove(object, from: owner, number)
    }

    /// Removes all members.
    public func removeAll() {
        for member in self { remove(member) }
    }

    /// Makes exactly the given objects the members.
    public func replace(with objects: some Sequence<Member>) {
        let kept = Set(objects)
        for member in self where !kept.contains(member) { remove(member) }
        for object in kept { insert(object) }
    }
}
