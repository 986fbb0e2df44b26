/// What can stand at a place of a model's file, without what it means there: how it is written, and what an editor should know.
///
/// The readers decide what is right. A shape lets through all that they do, and refuses what it easily can.
public indirect enum Shape: Sendable {
    /// A free text, such as a doc or a condition.
    case text
    /// A value of an attribute: any scalar.
    case value
    /// `true` or `false`.
    case flag
    /// A whole number.
    case count(ClosedRange<Int>)
    /// One of some words.
    case word([String])
    /// A name that stands somewhere else too, such as an entity's; `marks` may stand around it.
    case name(NameMarks)
    /// A type that an attribute can have, with or without `?`.
    case type
    /// A name for a table or a column.
    case storedName
    /// Nothing at all.
    case nothing
    /// `[]` or `{}`.
    case empty
    /// A list of as many elements; `short` where one may stand without brackets.
    case list(of: Shape, short: Bool = false, count: ClosedRange<Int> = 0...Int.max)
    /// A mapping from names that the person chooses; `isOpen` where each has a line of its own even if all would fit on one.
    case named(of: Shape, isOpen: Bool)
    /// A mapping whose keys the language gives.
    case keys(KeyedShape)
    /// One of several.
    case either([Shape])
    /// A key that no shape was given to yet.
    case anything

    /// What may stand around a name.
    public enum NameMarks: Sendable {
        case none
        /// `Customer?`
        case optional
        /// `address.city`
        case path
        /// `-customer.name`
        case descending
    }
}

/// A mapping whose keys the language gives.
public struct KeyedShape: Sendable {
    /// What the mapping describes, such as `attribute`.
    public var name: String
    /// What that is, for people.
    public var doc: String
    /// The keys that this build knows, in the order in which they are written.
    public var keys: [Key]
    /// The key whose value has the `?` that `optional: true` means.
    public var optionalMark: String?
    /// The key whose value, unless that is a mapping, stands for the whole mapping where no other is said.
    public var soleKey: String?
    /// Whether it has a line for each key even where all would fit on one.
    public var isOpen: Bool

    public struct Key: Sendable {
        public var name: String
        /// What it says, for people.
        public var doc: String
        public var shape: Shape
        public var isRequired: Bool
        /// What is so where the key does not stand, so that it need not.
        public var silent: String?

        init(_ name: String, _ shape: Shape, _ doc: String, isRequired: Bool = false, silent: String? = nil) {
            self.name = name
            self.shape = shape
            self.doc = doc
            self.isRequired = isRequired
            self.silent = silent
        }
    }

    /// - Parameters:
    ///   - known: the keys that the reader knows. Of `keys` only those count; one that is missing there can hold anything.
    init(
        _ name: String, _ doc: String, known: [String], optionalMark: String? = nil, soleKey: String? = nil,
        isOpen: Bool = false, keys: [Key]
    ) {
        self.name = name
        self.doc = doc
        self.optionalMark = optionalMark
        self.soleKey = soleKey
        self.isOpen = isOpen
        self.keys = keys.filter { known.contains($0.name) }
        for key in known where !keys.contains(where: { $0.name == key }) {
            self.keys.append(Key(key, .anything, ""))
        }
    }

    /// The key of a name, if there is one.
    public func key(named name: String) -> Key? { keys.first { $0.name == name } }
}
