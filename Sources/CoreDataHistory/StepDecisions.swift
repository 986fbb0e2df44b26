import CoreDataImport
import Diagnostics
import StoreImport

/// The decisions of one step, as its file says them.
struct StepDecisions {
    private var entries: [(section: String, key: String, value: String, comment: String?)] = []

    init(_ renames: [(old: String, new: String)]) {
        entries = renames.map { ("renames", $0.old, $0.new, nil) }
    }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// The file.
    var text: String {
        let sections = ["renames", "drops", "values", "cases", "accept"].map { section in
            let lines = entries.filter { $0.section == section }.map { entry in
                (entry.comment.map { "  # \($0.split(whereSeparator: \.isNewline).joined(separator: " "))\n" } ?? "") + "  \(entry.key): \(entry.value)\n"
            }
            return lines.isEmpty ? "" : "\(section):\n\(lines.joined())"
        }
        return "trellis: 1\n" + sections.joined()
    }

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
        entries.append((section, key, value, comment))
    }
}
