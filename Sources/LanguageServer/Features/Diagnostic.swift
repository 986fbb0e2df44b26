import Diagnostics
import ProjectFiles

/// A finding as the protocol shows it.
package struct Diagnostic: Codable, Hashable, Sendable {
    package struct Related: Codable, Hashable, Sendable {
        package var location: Location
        package var message: String
    }

    package var range: TextRange
    /// 1 for an error, 2 for a warning, 3 for information.
    package var severity: Int
    package var code: String
    package var source = "trellis"
    package var message: String
    package var relatedInformation: [Related]?

    init(_ finding: Finding, in document: TextDocument, location: (SourceSpan) -> Location) {
        range = document.range(of: finding.span)
        severity =
            switch finding.severity {
            case .error: 1
            case .warning: 2
            case .note: 3
            }
        code = finding.code.name
        message = finding.message + (finding.suggestion.map { "\nhelp: \($0.message)" } ?? "")
        let notes = finding.notes.compactMap { note in note.span.map { Related(location: location($0), message: note.message) } }
        relatedInformation = notes.isEmpty ? nil : notes
        for note in finding.notes where note.span == nil { message += "\nnote: \(note.message)" }
    }
}

/// A range in a file.
package struct Location: Codable, Hashable, Sendable {
    package var uri: String
    package var range: TextRange
}

extension Workspace {
    /// The diagnostics of a document and of those that it shares a model with, by path.
    /// - Parameter isComplete: whether SQLite checks the schema and the fetches, and the next version is planned.
    package mutating func diagnostics(for path: String, isComplete: Bool) -> [String: [Diagnostic]] {
        var found: [String: [Diagnostic]] = [path: []]
        var findings: [Finding]
        if FileKind(path: path) == .configuration {
            findings = configurationFindings(at: path)
        } else if let judged = self.findings(onModelOf: path, isComplete: isComplete) {
            findings = judged.findings
            for path in judged.paths where documents[path] != nil { found[path] = [] }
            // A file that the model does not read any more is judged alone.
            for path in forget(judged.paths, ofModelOf: path) { found.merge(diagnostics(for: path, isComplete: isComplete)) { known, _ in known } }
        } else if let document = documents[path]?.text {
            findings = syntaxFindings(of: document, at: path)
        } else {
            return found
        }
        findings = findings.sortedByPlace()
        var texts: [String: TextDocument] = [:]
        func text(_ path: String) -> TextDocument {
            if let known = texts[path] { return known }
            let text = document(at: path) ?? TextDocument("")
            texts[path] = text
            return text
        }
        for finding in findings where found[finding.span.file] != nil {
            let diagnostic = Diagnostic(finding, in: text(finding.span.file)) { span in
                Location(uri: FileURI.uri(of: span.file), range: text(span.file).range(of: span))
            }
            found[finding.span.file]?.append(diagnostic)
        }
        return found
    }
}
