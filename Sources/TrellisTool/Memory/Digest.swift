import Foundation
import SchemaModel

/// The digest of contents.
enum Digest {
    static func of(_ bytes: [UInt8]) -> String { SHA256.hexadecimalDigest(of: bytes) }

    /// The digest of several contents with their lengths, so that no two lists share one.
    static func of(_ parts: [[UInt8]]) -> String {
        of(parts.flatMap { Array("\($0.count):".utf8) + $0 })
    }

    /// A checksum over the bytes of a file, and their number: fast for large files, and no protection against forgery.
    static func sum(ofFile path: String) -> String {
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return "" }
        return data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, Int(bitPattern: start) % 8 == 0 else { return of(Array(bytes)) }
            // Whole words by their address: a loop over bytes takes seconds in debug builds.
            let (words, count) = (start.assumingMemoryBound(to: UInt64.self), bytes.count / 8)
            var sum = UInt64(bytes.count)
            var index = 0
            while index != count {
                mix(words[index], into: &sum)
                index &+= 1
            }
            for byte in bytes.dropFirst(count * 8) { mix(UInt64(byte), into: &sum) }
            return "\(bytes.count) \(String(sum, radix: 16))"
        }
    }

    /// Not within the loop's function: debug builds check each access to a variable that is captured, for a second in all.
    private static func mix(_ word: UInt64, into sum: inout UInt64) {
        sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        sum ^= sum &>> 29
    }
}
