import CoreDataImport
import Diagnostics
import Foundation

/// The places of a translated model in the file that it was translated from: the translation is no file that a person could open.
struct BundlePlaces {
    private let version: CoreDataVersion
    private let translation: Translation
    /// What the translation is called in findings.
    private let name: String
    /// The lines of the bundle's file; nil for an archive.
    private let lines: [Substring]?

    init(of version: CoreDataVersion, _ translation: Translation, named name: String) {
        (self.version, self.translation, self.name) = (version, translation, name)
        lines = version.text.map { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
    }

    func moved(_ finding: Finding) -> Finding {
        guard finding.span.file == name else { return finding }
        var moved = finding
        moved.notes = finding.notes.map { note in
            guard let span = note.span, span.file == name else { return note }
            return .init(note.message, at: place(of: span))
        }
        moved.span = place(of: finding.span)
        // What an archive is about has no line: its name says it.
        if lines == nil, let origin = translation.origin(ofLine: finding.span.start.line) {
            moved.notes.append(.init("this is about '\(origin.place)' of the model in the file"))
        }
        // A replacement would change the translation.
        if let suggestion = finding.suggestion, suggestion.replacement != nil { moved.suggestion = .init(suggestion.message) }
        return moved
    }

    /// The element that a line of the translation was made of; the beginning of the file if no single one was.
    private func place(of span: SourceSpan) -> SourceSpan {
        guard let lines, let line = translation.origin(ofLine: span.start.line)?.line, lines.indices.contains(line - 1) else {
            return SourceSpan(startOf: version.file)
        }
        // A start over several lines is known by its last one.
        var first = line - 1
        while first > 0, !lines[first].contains("<") { first -= 1 }
        let text = lines[first].unicodeScalars
        let start = text.prefix { $0 == " " || $0 == "\t" }.count
        let end = lines[first].firstIndex(of: ">").map { text.distance(from: text.startIndex, to: $0) + 1 } ?? text.count
        return SourceSpan(
            file: version.file, start: .init(line: first + 1, column: start + 1), end: .init(line: first + 1, column: max(start, end) + 1))
    }
}

extension CoreDataVersion {
    /// The file's text; nil for an archive.
    package var text: String? { contents.starts(with: Array("bplist".utf8)) ? nil : String(decoding: contents, as: UTF8.self) }
}
