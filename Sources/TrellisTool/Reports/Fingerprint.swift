import SchemaModel

/// What a finding is known by from one run to the next, wherever its line has moved to.
enum Fingerprint {
    /// The fingerprints of a report's entries, in their order: the same code in the same part of the same file with the same
    /// words has the same one, and a second such finding another one.
    static func all(of report: Report) -> [String] {
        var counts: [String: Int] = [:]
        return report.entries.map { entry in
            let finding = entry.finding
            let parts = [finding.code.name, ReportPath.of(finding.span.file), entry.element?.description ?? "", finding.message]
            // No text has this character, so that two lists of parts never make one identity.
            let identity = parts.joined(separator: "\u{0}")
            counts[identity, default: 0] += 1
            return SHA256.hexadecimalDigest(of: Array("\(identity)\u{0}\(counts[identity] ?? 1)".utf8))
        }
    }
}
