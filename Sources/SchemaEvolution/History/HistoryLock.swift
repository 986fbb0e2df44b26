public import Diagnostics

extension FindingCode {
    static let malformedLock = FindingCode("TR2201")
    static let brokenSequence = FindingCode("TR2203")
    static let otherParent = FindingCode("TR2204")
}

/// Which versions a history has: a line for each, with its number, the hash of the version before it and its own. The line of
/// every version but the first goes on with the hashes of its decisions, its plan and its SQL.
///
///     1 - c7e1118f163aceb91db6cdf690990a0531c07e04dda6f51367a43fe293afba4e
///     2 c7e1118f163aceb91db6cdf690990a0531c07e04dda6f51367a43fe293afba4e 0b7c4a… 51d02e… 9f3c77… 20ab6d…
///
/// Two branches that add the same version change the same place of it, so that git cannot join them without being told.
public struct HistoryLock: Sendable, Hashable {
    public var versions: [Version]

    public struct Version: Sendable, Hashable {
        public var number: Int
        /// The hash of the version before it; nil for the first.
        public var parent: String?
        /// The hash over the version's meaning.
        public var hash: String
        /// What its migration was when it was frozen; nil for the first version, and for one that was frozen before plans were.
        public var migration: MigrationHashes?
    }

    /// A lock without a version.
    static let empty = HistoryLock([])

    private init(_ versions: [Version]) { self.versions = versions }

    /// Adds the next version.
    mutating func append(_ hash: String, _ migration: MigrationHashes?) {
        versions.append(Version(number: versions.count + 1, parent: versions.last?.hash, hash: hash, migration: migration))
    }

    public var text: String {
        versions.map { version in
            ([String(version.number), version.parent ?? "-", version.hash] + (version.migration?.all ?? [])).joined(separator: " ") + "\n"
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
                                + "and three of its step"
                        )))
                continue
            }
            if let finding = Self.misplaced(version, after: versions.last, at: span) { findings.append(finding) }
            versions.append(version)
        }
        return (findings.containsError ? nil : HistoryLock(versions), findings)
    }

    private static func misplaced(_ version: Version, after last: Version?, at span: SourceSpan) -> Finding? {
        let expected = (last?.number ?? 0) + 1
        let words = String(version.number).unicodeScalars.count
        if version.number != expected {
            let message =
                version.number == last?.number
                ? "version \(version.number) is listed twice"
                : "expected version \(expected), found version \(version.number)"
            return Finding(
                .brokenSequence, message, at: span.part(offset: 0, length: words),
                suggestion: .init("versions are numbered from 1 without a gap: restore the committed file"))
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
        guard let match = line.wholeMatch(of: /([1-9][0-9]{0,8}) (-|[0-9a-f]{64}) ([0-9a-f]{64})((?: [0-9a-f]{64}){3})?/),
            let number = Int(match.output.1)
        else { return nil }
        let parent = match.output.2 == "-" ? nil : String(match.output.2)
        let hashes = match.output.4?.split(separator: " ").map(String.init)
        self.init(
            number: number, parent: parent, hash: String(match.output.3),
            migration: hashes.map { MigrationHashes(decisions: $0[0], plan: $0[1], script: $0[2]) })
    }
}
