import Diagnostics

extension FindingCode {
    static let conflictMarkers = FindingCode("TR2202")
}

/// What git leaves in a file that two branches changed at the same place.
public enum ConflictMarkers {
    /// Whether a text has any.
    public static func areIn(_ bytes: [UInt8]) -> Bool { line(in: bytes) != nil }

    /// A finding for each file of a history that git could not join.
    static func findings(in files: HistoryFiles) -> [Finding] {
        files.contents.keys.sorted().compactMap { name in
            guard let line = line(in: files.contents[name] ?? []) else { return nil }
            let path = "\(files.folder)/\(name)"
            let span = SourceSpan(
                file: path, start: .init(line: line, column: 1), end: .init(line: line, column: 8))
            return Finding(
                .conflictMarkers, "two branches added a version of the same number, and git could not join them", at: span,
                suggestion: .init("run 'trellis migrate rebase \(files.model)': the one keeps its number, the other gets the next"))
        }
    }

    /// The first line that begins with a marker, from 1.
    private static func line(in bytes: [UInt8]) -> Int? {
        // Only a marker of that length and a space or the end of the line: a text of seven signs is none.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { $0.starts(with: Array("<<<<<<< ".utf8)) || $0.starts(with: Array(">>>>>>> ".utf8)) }.map { $0 + 1 }
    }
}
