/// The name of a table or column, as SQLite compares names: by bytes, without the case of ASCII letters.
///
/// Swift takes two forms of Unicode for one text, such as both ways to write é, and SQLite does not.
struct SQLName: Hashable, Comparable, Sendable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = name.utf8.map(Self.small) }

    fileprivate static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    static func < (first: SQLName, second: SQLName) -> Bool { first.bytes.lexicographicallyPrecedes(second.bytes) }
}

/// A text of a database, which is equal to others of the same bytes only.
struct ByteText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: ByteText, second: ByteText) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension String {
    /// Whether SQLite takes the names as one.
    func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { SQLName.small($0) == SQLName.small($1) }
    }
}
