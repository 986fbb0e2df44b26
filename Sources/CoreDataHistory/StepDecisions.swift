import CoreDataImport
import Diagnostics
import StoreImport

/// The decisions of one step, as its file says them.
struct StepDecisions {
    private struct Entry {
        var section: String
        var key: String
        var value: String
        var comment: String?
        var origin = Origin.finding
    }

    private enum Origin {
        case identifier, mapping
        /// An answer to a finding.
        case finding
    }

    private var entries: [Entry] = []

    init(_ mapped: MappedDecisions) {
        for (index, rename) in mapped.renames.enumerated() {
            entries.append(Entry(section: "renames", key: rename.old, value: rename.new, origin: index < mapped.identified ? .identifier : .mapping))
        }
        for value in mapped.values { entries.append(Entry(section: "values", key: value.place, value: YAMLText.quoted(value.sql), origin: .mapping)) }
    }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var identified: Int { entries.count { $0.origin == .identifier } }
    /// How many a mapping model says.
    var mapped: Int { entries.count { $0.origin == .mapping } }

    /// The file.
    var text: String { "trellis: 1\n" + lines.map { "\($0.text)\n" }.joined() }

    /// The lines of the file after the first one, with the entries that they are.
    private var lines: [(text: String, entry: Int?)] {
        var lines: [(text: String, entry: Int?)] = []
        for section in ["renames", "drops", "values", "cases", "accept"] {
            for (index, entry) in entries.enumerated() where entry.section == section {
                if !lines.contains(where: { $0.text == "\(section):" }) { lines.append(("\(section):", nil)) }
                if let comment = entry.comment { lines.append(("  # \(comment.split(whereSeparator: \.isNewline).joined(separator: " "))", nil)) }
                lines.append(("  \(entry.key): \(entry.value)", index))
            }
        }
        return lines
    }

    // MARK: Mapping models

    /// Removes what a mapping model decides and findings refuse.
    /// - Parameter isInFile: whether a finding is in the file with the decisions.
    /// - Returns: the places with the reasons; empty if no finding refuses such a decision.
    mutating func withdraw(_ findings: [Finding], isInFile: (Finding) -> Bool) -> [(place: String, reason: String)] {
        let errors = findings.filter { $0.severity == .error }
        var refused: [Int: String] = [:]
        let lines = lines
        for finding in errors where isInFile(finding) {
            let line = finding.span.start.line - 2
            if lines.indices.contains(line), let entry = lines[line].entry, entries[entry].origin == .mapping { refused[entry] = finding.message }
        }
        // What no answer helps against is in the values, if it is not in a single line.
        if refused.isEmpty, let error = errors.first(where: { $0.suggestion?.answers.isEmpty != false }) {
            for (index, entry) in entries.enumerated() where entry.origin == .mapping && entry.section == "values" { refused[index] = error.message }
        }
        let withdrawn = refused.sorted { $0.key < $1.key }.map { (place: entries[$0.key].key, reason: $0.value) }
        for index in refused.keys.sorted().reversed() { entries.remove(at: index) }
        return withdrawn
    }

    // MARK: Answers

    /// Gives up what findings say that the step loses.
    /// - Parameter reason: written for each.
    /// - Returns: whether a finding could be answered so.
    mutating func giveUp(_ findings: [Finding], because reason: String) -> Bool {
        let known = entries.count
        for finding in findings where finding.severity == .error {
            let losses = finding.suggestion?.answers.first { answer in
                !answer.entries.isEmpty && answer.entries.allSatisfy { ["drops", "accept"].contains($0.section.name) }
            }
            for entry in losses?.entries ?? [] {
                add(entry.section.name, entry.key, entry.value.replacing("…", with: YAMLText.quoted(reason)), comment: nil)
            }
        }
        return entries.count > known
    }

    /// Adds the likeliest answers, with `…` where a person has to write something.
    mutating func ask(_ findings: [Finding]) {
        for finding in findings where finding.severity == .error {
            for entry in finding.suggestion?.answers.first(where: { !$0.entries.isEmpty })?.entries ?? [] {
                let others = finding.suggestion?.answers.dropFirst().map { "or \($0.text)" } ?? []
                add(entry.section.name, entry.key, entry.value, comment: ([finding.message] + others).joined(separator: "; "))
            }
        }
    }

    private mutating func add(_ section: String, _ key: String, _ value: String, comment: String?) {
        if entries.contains(where: { $0.section == section && $0.key == key }) { return }
        entries.append(Entry(section: section, key: key, value: value, comment: comment))
    }
}
