import Diagnostics
import ProjectFiles

/// Findings as JSON. `Documentation/reports.md` describes each key.
struct JSONReport: ReportRenderer {
    func render(_ report: Report) -> String {
        var entries: [(key: String, value: JSONValue)] = [
            ("trellis", 1),
            ("command", .string(report.command)),
            ("findings", .array(report.open.map(\.json))),
            ("suppressed", .array(report.entries.filter { $0.suppression != nil }.map(\.json))),
        ]
        if let leftovers = report.leftovers { entries.append(("leftOut", .array(leftovers.map(\.json)))) }
        entries.append((
            "summary",
            [
                "files": .integer(report.sources.count),
                "errors": .integer(report.count(.error)), "warnings": .integer(report.count(.warning)),
                "notes": .integer(report.count(.note)), "suppressed": .integer(report.suppressedCount),
            ]
        ))
        return JSONValue.object(entries).rendered + "\n"
    }
}

extension ReportEntry {
    /// The finding for programs, without its excerpt.
    var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("code", .string(finding.code.name)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)),
        ]
        entries += finding.span.json
        if let element { entries.append(("element", .string(element.description))) }
        if !finding.notes.isEmpty {
            let notes = finding.notes.map { JSONValue.object([("message", .string($0.message))] + ($0.span?.json ?? [])) }
            entries.append(("notes", .array(notes)))
        }
        if let suggestion = finding.suggestion {
            entries.append(("help", .string(suggestion.message)))
            if let replacement = suggestion.replacement {
                entries.append(("replacement", .object(replacement.span.json + [("text", .string(replacement.text))])))
            }
        }
        if let suppression { entries.append(("reason", .string(suppression.reason))) }
        return .object(entries)
    }
}

extension SourceSpan {
    fileprivate var json: [(key: String, value: JSONValue)] {
        [
            ("file", .string(file)), ("line", .integer(start.line)), ("column", .integer(start.column)),
            ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
        ]
    }
}
