/// The keys under which a child context has the new objects of the contexts above it.
///
/// Such an object is new for its own context, where it has a temporary key below 0. For a child it exists, as one that is in the store,
/// so its key there is above 0. SQLite gives a row such a key only after a program has written one of that size.
enum InheritedKey {
    private static let base: Int64 = 0x5452_454C_0000_0000

    /// The key that an object of a context has in a child of it.
    static func key(inChildFor key: Int64) -> Int64 { key < 0 ? base - key : key }

    /// The key that a row or an object of a child has in the context where it is new: a temporary one, or the same.
    static func key(aboveFor key: Int64) -> Int64 { isInherited(key) ? base - key : key }

    /// Whether the key is one that a child has for an object that is new above it.
    static func isInherited(_ key: Int64) -> Bool { key > base && key < base + 1 << 32 }
}
