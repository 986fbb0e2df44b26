/// A number that shapes which are equal have in common, and others rarely.
///
/// It is an FNV-1a hash of what tells most shapes apart: key paths and counts. Operators are left out, because comparing two shapes is quick.
/// A fetch of one object is made so often that the hash of Swift's library, which is safe against chosen keys, was a part of its time that
/// one could see. Shapes come from a program's own code, and a store forgets all when there are too many.
struct ShapeDigest: Sendable, Equatable {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ number: Int) {
        value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3
    }

    mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(Int(byte)) }
    }

    mutating func combine(_ path: [String]) {
        combine(path.count)
        for part in path { combine(part) }
    }
}
