import TestSupport
import Testing

@testable import SchemaModel

/// SHA-256.
struct SHA256Tests {
    @Test(
        "The digests of the standard's own examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func standard(message: String, digest: String) {
        #expect(SHA256.hexadecimalDigest(of: Array(message.utf8)) == digest)
    }

    @Test("A message of any length around a block's end has the digest that another program gives it")
    func lengths() throws {
        let folder = try TemporaryFolder()
        let counts = [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000]
        for count in counts { try folder.write(String(repeating: "x", count: count), to: "\(count)") }
        let result = try ChildProcess.run(named: "shasum", ["-a", "256"] + counts.map(String.init), in: folder.path)
        let digests = result.output.split(separator: "\n").map { String($0.prefix(64)) }
        #expect(result.exitCode == 0 && digests.count == counts.count)
        for (count, digest) in zip(counts, digests) {
            #expect(
                SHA256.hexadecimalDigest(of: Array(repeating: UInt8(ascii: "x"), count: count)) == digest, "\(count) bytes")
        }
    }
}
