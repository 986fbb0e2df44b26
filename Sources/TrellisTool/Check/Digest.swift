import SchemaModel

/// What contents are known by.
enum Digest {
    static func of(_ bytes: [UInt8]) -> String { SHA256.hexadecimalDigest(of: bytes) }

    /// The digest of several contents, each with its length, so that no two lists have the same one.
    static func of(_ parts: [[UInt8]]) -> String {
        of(parts.flatMap { Array("\($0.count):".utf8) + $0 })
    }
}
