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

    /// Adds an object; it leaves the same relationship of another owner. Adding a member again changes nothing.
    public func insert(_ object: Member) {
        Relationships.setDestination(of: object, Relationships.inverseColumn(of: owner, number), to: owner)
    }

    /// Removes an object, whose other end becomes nil; one that is no member stays as it is.
    public func remove(_ object: Member) {
        guard contains(object) else { return }
        Relationships.setDestination(of: object, Relationships.inverseColumn(of: owner, number), to: nil)
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

/// What a context knows of one to-many relationship of one object.
///
/// The keys of the members decide who belongs here; this is a cache of it. Until it is loaded it holds what was added since, so
/// that loading can put rows and additions together.
final class ToManyStorage {
    var isLoaded: Bool
    private(set) var members: ContiguousArray<ManagedObject>
    /// The places of members, made when there are so many that looking through them would be slow.
    private var places: [ObjectIdentifier: Int]?

    private static let manyMembers = 32

    init(isLoaded: Bool, members: ContiguousArray<ManagedObject> = []) {
        self.isLoaded = isLoaded
        self.members = members
    }

    func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

    /// Adds an object that is not among the members.
    func append(_ object: ManagedObject) {
        places?[ObjectIdentifier(object)] = members.count
        members.append(object)
    }

    /// Removes an object if it is there; the last member takes its place.
    func remove(_ object: ManagedObject) {
        guard let place = place(of: object) else { return }
        members.swapAt(place, members.count - 1)
        let removed = members.removeLast()
        places?[ObjectIdentifier(removed)] = nil
        if place < members.count { places?[ObjectIdentifier(members[place])] = place }
    }

    private func place(of object: ManagedObject) -> Int? {
        if places == nil, members.count > Self.manyMembers {
            places = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ObjectIdentifier($1), $0) })
        }
        if let places { return places[ObjectIdentifier(object)] }
        return members.firstIndex { $0 === object }
    }
}
