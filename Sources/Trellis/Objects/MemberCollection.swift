/// The members of a to-many relationship of an object: what ``ToMany`` and ``OrderedToMany`` have in common. No other types
/// conform to it.
///
/// It is a view: it shows what the relationship holds now, and changing it changes the other ends. The members are loaded on
/// first use; ``contains(_:)``, and adding and removing an object without naming a position, do not load them. Where loading
/// fails the view is empty and the next fetch or save throws the error.
public protocol MemberCollection<Element>: RandomAccessCollection
where Element: ManagedObject, Index == Int, Indices == Range<Int>, Iterator == MemberIterator<Element> {
    /// For the library: whose members they are.
    var _source: MemberSource { get }
}

/// Where members are: at an object, or in a list that is assigned to one.
public enum MemberSource {
    case relationship(RelationshipSide)
    case list(ContiguousArray<ManagedObject>)

    /// The relationship that an edit changes. A list belongs to no object, so an edit of it would be lost.
    var side: RelationshipSide {
        switch self {
        case .relationship(let side): side
        case .list: stopProgram("these members belong to no object: assign them to a relationship, and edit the relationship")
        }
    }
}

/// One to-many relationship of one object.
public struct RelationshipSide: Hashable {
    let owner: ManagedObject
    let number: RelationshipIndex

    var relationship: EntityRuntime.InverseSideRuntime { owner.scope.entity.inverseSides[number] }
}

extension MemberCollection {
    private var members: ContiguousArray<ManagedObject> {
        switch _source {
        case .relationship(let side):
            if side.owner.scope.notifiesObservers { side.owner.access(.members(side.number)) }
            return Relationships.members(of: side.owner, side.number)
        case .list(let members): return members
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }

    public subscript(position: Int) -> Element {
        // Only objects of the destination's class get in, through the views' typed methods and the rows of its table.
        unsafeDowncast(members[position], to: Element.self)
    }

    /// Iterates over what is there at the beginning, so that a loop may remove and move members.
    public func makeIterator() -> MemberIterator<Element> { MemberIterator(members) }

    /// Whether an object is a member; nothing is loaded to find out.
    public func contains(_ object: Element) -> Bool {
        guard case .relationship(let side) = _source else { return members.contains { $0 === object } }
        if side.owner.scope.notifiesObservers { side.owner.access(.members(side.number)) }
        return Relationships.contains(object, in: side)
    }

    /// Removes an object from the members, and the owner from its inverse. An object that is no member stays unchanged.
    public func remove(_ object: Element) {
        Relationships.remove(object, from: _source.side)
    }

    /// Removes all members.
    public func removeAll() {
        for member in self { remove(member) }
    }
}

/// Iterates over members as they were when it was made.
public struct MemberIterator<Member: ManagedObject>: IteratorProtocol {
    private var members: ContiguousArray<ManagedObject>.Iterator

    init(_ members: ContiguousArray<ManagedObject>) {
        self.members = members.makeIterator()
    }

    public mutating func next() -> Member? {
        // Only objects of that class are among the members.
        members.next().map { unsafeDowncast($0, to: Member.self) }
    }
}
