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
            let span = SourceSpan(file: path, start: .init(line: line, column: 1), end: .init(line: line, column: 8))
            return Finding(
                .conflictMarkers, "two branches added a version with the same number", at: span,
                suggestion: .init(
                    "run 'trellis migrate rebase \(files.model)': one version keeps its number, the other gets the next"))
        }
    }

    /// The first line that is a marker, from 1: seven signs, and then a name, or nothing where git was given none.
    private static func line(in bytes: [UInt8]) -> Int? {
        // Most files have no line that begins with such a sign, and long histories have many files.
        let isSuspect = bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains {
                (bytes[$0] == UInt8(ascii: "<") || bytes[$0] == UInt8(ascii: ">")) && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n"))
            }
        }
        guard isSuspect else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { line in
            guard let sign = line.first, [UInt8(ascii: "<"), UInt8(ascii: ">")].contains(sign) else { return false }
            let signs = line.prefix { $0 == sign }
            return signs.count == 7 && [nil, UInt8(ascii: " "), UInt8(ascii: "\r")].contains(line.dropFirst(7).first)
        }.map { $0 + 1 }
    }
}
