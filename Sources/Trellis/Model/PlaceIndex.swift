/// The place of an element in a list of an entity, counted from 0. What is inherited comes first, so a place means the same in every
/// class of a hierarchy.
@_spi(Generated) public protocol PlaceIndex: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    var rawValue: Int { get }
    init(rawValue: Int)
}

/// The place of a column among the columns of an entity.
@_spi(Generated) @frozen
public struct ColumnIndex: PlaceIndex {
    public let rawValue: Int

    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The place of a relationship among those of an entity whose keys are in other tables.
@_spi(Generated) @frozen
public struct RelationshipIndex: PlaceIndex {
    public let rawValue: Int

    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }
}

@_spi(Generated)
extension PlaceIndex {
    @inlinable
    public init(integerLiteral value: Int) { self.init(rawValue: value) }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    @inlinable
    public static func + (index: Self, distance: Int) -> Self { Self(rawValue: index.rawValue + distance) }
}

/// A list whose elements are found only by the index type of the list, so that a column cannot be taken for a relationship.
struct IndexedList<Index: PlaceIndex, Element> {
    private var elements: ContiguousArray<Element>

    init(_ elements: some Sequence<Element>) { self.elements = ContiguousArray(elements) }

    init(repeating element: Element, count: Int) { elements = ContiguousArray(repeating: element, count: count) }

    /// The elements with their places.
    var numbered: some Sequence<(Index, Element)> { zip(indices, self) }

    mutating func append(_ element: Element) { elements.append(element) }
}

extension IndexedList: RandomAccessCollection, MutableCollection {
    var startIndex: Index { Index(rawValue: 0) }
    var endIndex: Index { Index(rawValue: elements.count) }

    subscript(position: Index) -> Element {
        get { elements[position.rawValue] }
        _modify { yield &elements[position.rawValue] }
    }

    func index(after position: Index) -> Index { position + 1 }
    func index(before position: Index) -> Index { position + -1 }
    func index(_ position: Index, offsetBy distance: Int) -> Index { position + distance }
    func distance(from start: Index, to end: Index) -> Int { end.rawValue - start.rawValue }
}

extension IndexedList: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IndexedList: Sendable where Element: Sendable {}
