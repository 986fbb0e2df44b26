import SchemaModel

/// The hashes of the files that lead to a version: 64 digits each. They tell whether a file is as it was frozen.
public struct MigrationHashes: Sendable, Hashable {
    public var decisions: String
    public var plan: String
    public var script: String

    var all: [String] { [decisions, plan, script] }

    init(decisions: String, plan: String, script: String) {
        (self.decisions, self.plan, self.script) = (decisions, plan, script)
    }

    /// The hashes of texts.
    init(decisionsText: String, planText: String, scriptText: String) {
        self.init(
            decisions: Self.hash(Array(decisionsText.utf8)), plan: Self.hash(Array(planText.utf8)),
            script: Self.hash(Array(scriptText.utf8)))
    }

    /// The hash of a file's bytes. The ends of lines do not count, because git may change them.
    static func hash(_ bytes: [UInt8]) -> String {
        let carriageReturn = UInt8(ascii: "\r")
        return SHA256.hexadecimalDigest(of: bytes.contains(carriageReturn) ? bytes.filter { $0 != carriageReturn } : bytes)
    }
}
