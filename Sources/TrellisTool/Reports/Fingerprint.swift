import SchemaModel

/// The identity of a finding across runs, even if its line moves.
enum Fingerprint {
    /// The fingerprints of a report's entries, in order. The same code in the same part of the same file with the same words has
    /// the same fingerprint; a second such finding has another one.
    static func all(of report: Report) -> [String] {
        var counts: [String: Int] = [:]
        return report.entries.map { entry in
            let finding = entry.finding
            let parts = [finding.code.name, ReportPath.of(finding.span.file), entry.element?.description ?? "", finding.message]
            // No text contains this character, so two lists of parts never share an identity.
            let identity = parts.joined(separator: "\u{0}")
            counts[identity, default: 0] += 1
            return SHA256.hexadecimalDigest(of: Array("\(identity)\u{0}\(counts[identity] ?? 1)".utf8))
        }
    }
}
