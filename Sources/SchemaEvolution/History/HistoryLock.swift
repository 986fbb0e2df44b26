public import Diagnostics

extension FindingCode {
    static let malformedLock = FindingCode("TR2201")
    static let brokenSequence = FindingCode("TR2203")
    static let otherParent = FindingCode("TR2204")
}

/// Which versions a history has: a line for each, with its number, the hash of the version before it and its own. The line of
/// every version but the first goes on with the hashes of its decisions, its plan and its SQL. The last hash is that of the model's
/// file.
///
///     1 - c7e1118f163aceb91db6cdf690990a0531c07e04dda6f51367a43fe293afba4e 77d2f0…
///     2 c7e1118f163aceb91db6cdf690990a0531c07e04dda6f51367a43fe293afba4e 0b7c4a… 51d02e… 9f3c77… 20ab6d… 5be1c9…
///
/// The lines of an earlier Trellis end before the last hash: there a version's own hash is that of its file. A squashed history begins
/// with another number than 1.
///
/// Two branches that add the same version change the same place of it, so that git cannot join them without being told.
public struct HistoryLock: Sendable, Hashable {
    public var versions: [Version]

    public struct Version: Sendable, Hashable {
        public var number: Int
        /// The hash of the version before it; nil for the first.
        public var parent: String?
        /// The hash that stores of the version record: over what they are, or for a version of an earlier Trellis over its meaning.
        public var hash: String
        /// What its migration was when it was frozen; nil for the first version, and for one that was frozen before plans were.
        public var migration: MigrationHashes?
        /// The hash of the model's file; nil where it is ``hash``.
        var definition: String?
    }

    /// A lock without a version.
    static let empty = HistoryLock([])

    private init(_ versions: [Version]) { self.versions = versions }

    /// The number of the version after the last.
    var nextNumber: Int { (versions.last?.number ?? 0) + 1 }

    /// Adds the next version.
    /// - Parameter definition: the text of the model's file.
    mutating func append(_ hash: String, _ migration: MigrationHashes?, definition: String) {
        versions.append(
            Version(
                number: nextNumber, parent: versions.last?.hash, hash: hash, migration: migration,
                definition: MigrationHashes.hash(Array(definition.utf8))))
    }

    /// The line of a version.
    subscript(version number: Int) -> Version? {
        get { index(of: number).map { versions[$0] } }
        set { if let index = index(of: number), let newValue { versions[index] = newValue } }
    }

    /// The place of a version's line, from 0.
    func index(of number: Int) -> Int? {
        guard let first = versions.first else { return nil }
        return versions.indices.contains(number - first.number) ? number - first.number : nil
    }

    public var text: String {
        versions.map { version in
            let hashes = [version.hash] + (version.migration?.all ?? []) + (version.definition.map { [$0] } ?? [])
            return ([String(version.number), version.parent ?? "-"] + hashes).joined(separator: " ") + "\n"
        }.joined()
    }

    /// Reads a lock, whose lines have to follow each other.
    /// - Returns: the lock, or nil where a finding is an error.
    public static func read(_ bytes: [UInt8], file: String) -> (lock: HistoryLock?, findings: [Finding]) {
        var findings = [Finding]()
        var versions = [Version]()
        for (index, line) in String(decoding: bytes, as: UTF8.self).lines.enumerated() where !line.isEmpty {
            let start = SourceLocation(line: index + 1, column: 1)
            let end = SourceLocation(line: index + 1, column: line.unicodeScalars.count + 1)
            let span = SourceSpan(file: file, start: start, end: end)
            guard let version = Version(line) else {
                findings.append(
                    Finding(
                        .malformedLock, "the line is not a valid line of a lock", at: span,
                        suggestion: .init(
                            "restore the committed file. A line is a number, the hash before (the first has '-'), its own hash, "
                                + "three of its step, and that of the model's file"
                        )))
                continue
            }
            if let finding = Self.misplaced(version, after: versions.last, at: span) { findings.append(finding) }
            versions.append(version)
        }
        return (findings.containsError ? nil : HistoryLock(versions), findings)
    }

    private static func misplaced(_ version: Version, after last: Version?, at span: SourceSpan) -> Finding? {
        let words = String(version.number).unicodeScalars.count
        // A squashed history begins with any number.
        if let last, version.number != last.number + 1 {
            let message =
                version.number == last.number
                ? "version \(version.number) is listed twice"
                : "expected version \(last.number + 1), found version \(version.number)"
            return Finding(
                .brokenSequence, message, at: span.part(offset: 0, length: words),
                suggestion: .init("versions are numbered without a gap: restore the committed file"))
        }
        guard version.parent != last?.hash else { return nil }
        let message =
            last == nil
            ? "the first version must have '-' in place of a hash" : "the hash does not match the version before"
        return Finding(
            .otherParent, message, at: span.part(offset: words + 1, length: (version.parent ?? "-").utf8.count),
            suggestion: .init(
                "restore the committed file, or run 'trellis migrate rebase' if you joined two branches by hand"))
    }
}

extension HistoryLock.Version {
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard [3, 4, 6, 7].contains(words.count), let number = HistoryFile.number(words[0]),
            words[1] == "-" || Self.isHash(words[1]), words[2...].allSatisfy(Self.isHash)
        else { return nil }
        let hashes = words.map(String.init)
        self.init(
            number: number, parent: hashes[1] == "-" ? nil : hashes[1], hash: hashes[2],
            migration: hashes.count >= 6 ? MigrationHashes(decisions: hashes[3], plan: hashes[4], script: hashes[5]) : nil,
            definition: hashes.count == 4 || hashes.count == 7 ? hashes.last : nil)
    }

    /// Whether a word is a SHA-256 as 64 digits.
    private static func isHash(_ word: Substring) -> Bool {
        word.utf8.count == 64 && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
