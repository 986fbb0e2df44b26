/// The syntax of a place in a model's file: how it is written, and what an editor should know.
///
/// The readers decide what is valid. A shape accepts everything that they accept, and refuses what is easy to refuse.
public indirect enum Shape: Sendable {
    /// A free text, for example a doc or a condition.
    case text
    /// A value of an attribute: any scalar.
    case value
    /// `true` or `false`.
    case flag
    /// A whole number.
    case count(ClosedRange<Int>)
    /// One of some words.
    case word([String])
    /// A name that is declared elsewhere, for example an entity's; `marks` may surround it.
    case name(NameMarks)
    /// A type that an attribute can have, with or without `?`.
    case type
    /// A name for a table or a column.
    case storedName
    /// Null.
    case nothing
    /// `[]` or `{}`.
    case empty
    /// A list of elements; `short` if one may be written without brackets.
    case list(of: Shape, short: Bool = false, count: ClosedRange<Int> = 0...Int.max)
    /// A mapping from the user's names; `isOpen` if each has its own line even if all would fit on one.
    case named(of: Shape, isOpen: Bool)
    /// A mapping with a fixed set of keys.
    case keys(KeyedShape)
    /// One of several.
    case either([Shape])
    /// A key without a declared shape.
    case anything

    /// The signs that may surround a name.
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

/// A mapping with a fixed set of keys.
public struct KeyedShape: Sendable {
    /// The name of the mapping in messages, for example `attribute`.
    public var name: String
    /// Its description for users.
    public var doc: String
    /// The keys of this build, in the order in which they are written.
    public var keys: [Key]
    /// The key whose value has the `?` that `optional: true` means.
    public var optionalMark: String?
    /// The key whose value alone is the short form of the mapping.
    public var soleKey: String?
    /// Whether each key has its own line even if all would fit on one.
    public var isOpen: Bool

    public struct Key: Sendable {
        public var name: String
        /// Its description for users.
        public var doc: String
        public var shape: Shape
        public var isRequired: Bool
        /// The default, which need not be written.
        public var silent: String?
        /// Whether the key with nothing in it means something else than no key.
        public var meansEmpty: Bool

        package init(_ name: String, _ shape: Shape, _ doc: String, isRequired: Bool = false, silent: String? = nil, meansEmpty: Bool = false) {
            self.name = name
            self.shape = shape
            self.doc = doc
            self.isRequired = isRequired
            self.silent = silent
            self.meansEmpty = meansEmpty
        }
    }

    /// - Parameters:
    ///
    ///   - known: the keys of the reader. Other keys of `keys` are ignored; a key without a shape can contain anything.
    package init(
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
