/// The members of an ordered to-many relationship: each once, in the order that they were given.
///
/// It is a view: it shows what the relationship holds now, and changing it changes the other ends. The members are loaded on
/// first use; appending and removing does not load them. Where loading fails the view is empty and the next fetch or save throws
/// the error.
public struct OrderedToMany<Member: ManagedObject>: RandomAccessCollection {
    private let owner: ManagedObject
    private let number: Int

    /// For generated code: the ordered to-many relationship `number` of `owner`.
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

    /// Iterates over what is there at the beginning, so that a loop may remove and move members.
    public func makeIterator() -> some IteratorProtocol<Member> {
        members.lazy.map { unsafeDowncast($0, to: Member.self) }.makeIterator()
    }

    /// Whether an object is a member.
    public func contains(_ object: Member) -> Bool {
        Relationships.contains(object, in: owner, number)
    }

    /// Adds an object after the last member; where its other end is a to-one, it leaves the owner that it had. Appending a member
    /// again changes nothing.
    public func append(_ object: Member) {
        Relationships.insert(object, into: owner, number)
    }

    /// Adds an object such that it stands at `position`, from 0 to `count`; a member moves there.
    public func insert(_ object: Member, at position: Int) {
        precondition(position >= 0 && position <= count, "the position \(position) is outside of 0...\(count)")
        Relationships.insert(object, into: owner, number, at: position)
    }

    /// Moves the member at `position` such that it stands at `destination` among all.
    public func move(from position: Int, to destination: Int) {
        precondition(indices.contains(position), "the position \(position) is outside of 0..<\(count)")
        precondition(indices.contains(destination), "the position \(destination) is outside of 0..<\(count)")
        Relationships.insert(self[position], into: owner, number, at: destination)
    }

    /// Removes an object, whose other end lets go of the owner; one that is no member stays as it is.
    public func remove(_ object: Member) {
        Relationships.remove(object, from: owner, number)
    }

    /// Removes the member at `position`.
    @discardableResult
    public func remove(at position: Int) -> Member {
        let member = self[position]
        remove(member)
        return member
    }

    /// Removes all members.
    public func removeAll() {
        for member in self { remove(member) }
    }

    /// Makes exactly the given objects the members, in their order; what comes twice stands where it came first.
    public func replace(with objects: some Sequence<Member>) {
        var kept = Set<Member>()
        let ordered = objects.filter { kept.insert($0).inserted }
        for member in self where !kept.contains(member) { remove(member) }
        for object in ordered { append(object) }
        // Nobody has a deleted object for a member.
        reorder(ordered.filter(contains))
    }

    /// Sorts the members.
    public func sort(by areInIncreasingOrder: (Member, Member) throws -> Bool) rethrows {
        reorder(try sorted(by: areInIncreasingOrder))
    }

    private func reorder(_ objects: [Member]) {
        guard !elementsEqual(objects, by: ===) else { return }
        Relationships.reorder(ContiguousArray(objects), of: owner, number)
    }
}
