import Diagnostics
import Foundation
import ProjectFiles

/// SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts and editors read.
///
/// Columns are unchanged: `columnKind` declares that they count Unicode scalars.
struct SARIFReport: ReportRenderer {
    static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

    func render(_ report: Report) -> String {
        let codes = Array(Set(report.entries.map(\.finding.code.name))).sorted()
        let fingerprints = Fingerprint.all(of: report)
        let run: JSONValue = [
            "tool": ["driver": ["name": "trellis", "rules": .array(codes.map(rule))]],
            "columnKind": "unicodeCodePoints",
            "invocations": [["executionSuccessful": true]],
            "results": .array(
                zip(report.entries, fingerprints).map { entry, fingerprint in
                    result(entry, fingerprint, rule: codes.firstIndex(of: entry.finding.code.name) ?? 0)
                }),
        ]
        let log: JSONValue = ["$schema": .string(Self.schema), "version": "2.1.0", "runs": [run]]
        return log.rendered + "\n"
    }

    // MARK: Rules

    /// The text of `trellis explain` for a code.
    private func rule(_ code: String) -> JSONValue {
        guard let explanation = ExplanationFamily.explanation(of: code) else { return ["id": .string(code)] }
        return [
            "id": .string(code),
            "shortDescription": message(explanation.title),
            "fullDescription": message(explanation.text.replacing("\n", with: " ")),
            "defaultConfiguration": ["level": .string(explanation.severity.sarifLevel)],
            "help": message("\(explanation.text)\n\n'trellis explain \(code)' shows an example."),
        ]
    }

    // MARK: Results

    private func result(_ entry: ReportEntry, _ fingerprint: String, rule: Int) -> JSONValue {
        let finding = entry.finding
        var keys: [(key: String, value: JSONValue)] = [
            ("ruleId", .string(finding.code.name)), ("ruleIndex", .integer(rule)),
            ("level", .string(finding.severity.sarifLevel)), ("message", message(words(of: finding))),
            ("locations", [location(of: entry)]),
        ]
        let notes = finding.notes.enumerated().map { index, note -> JSONValue in
            var keys: [(key: String, value: JSONValue)] = [("id", .integer(index + 1)), ("message", message(note.message))]
            if let span = note.span { keys.append(("physicalLocation", physical(span))) }
            return .object(keys)
        }
        if !notes.isEmpty { keys.append(("relatedLocations", .array(notes))) }
        if let suggestion = finding.suggestion, let replacement = suggestion.replacement {
            keys.append(("fixes", [fix(suggestion.message, replacement)]))
        }
        keys.append(("partialFingerprints", ["trellisFinding/v1": .string(fingerprint)]))
        if let suppression = entry.suppression {
            keys.append(("suppressions", [["kind": "external", "justification": .string(suppression.reason)]]))
        }
        return .object(keys)
    }

    /// The message, with a suggestion that is only words, because viewers show no other part of it.
    private func words(of finding: Finding) -> String {
        guard let suggestion = finding.suggestion else { return finding.message }
        return "\(finding.message)\nhelp: \(suggestion.message)"
    }

    private func location(of entry: ReportEntry) -> JSONValue {
        var keys: [(key: String, value: JSONValue)] = [("physicalLocation", physical(entry.finding.span))]
        if let element = entry.element {
            let kind = element.member == nil ? "type" : "member"
            keys.append(("logicalLocations", [["fullyQualifiedName": .string(element.description), "kind": .string(kind)]]))
        }
        return .object(keys)
    }

    private func physical(_ span: SourceSpan) -> JSONValue {
        ["artifactLocation": artifact(span.file), "region": region(span)]
    }

    private func artifact(_ file: String) -> JSONValue { ["uri": .string(Self.uri(ofFile: file))] }

    private func region(_ span: SourceSpan) -> JSONValue {
        [
            "startLine": .integer(span.start.line), "startColumn": .integer(span.start.column),
            "endLine": .integer(span.end.line), "endColumn": .integer(span.end.column),
        ]
    }

    private func fix(_ description: String, _ replacement: Finding.Suggestion.Replacement) -> JSONValue {
        [
            "description": message(description),
            "artifactChanges": [
                [
                    "artifactLocation": artifact(replacement.span.file),
                    "replacements": [
                        ["deletedRegion": region(replacement.span), "insertedContent": message(replacement.text)]
                    ],
                ]
            ],
        ]
    }

    private func message(_ text: String) -> JSONValue { ["text": .string(text)] }

    /// A path as a URI reference (RFC 3986). Relative paths stay relative, and a colon does not form a scheme.
    static func uri(ofFile path: String) -> String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(":")
        let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
        return path.hasPrefix("/") ? "file://\(encoded)" : encoded
    }
}

extension Severity {
    /// The name of SARIF's level. SARIF has the same three.
    fileprivate var sarifLevel: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }
}
