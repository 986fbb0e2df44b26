public import Diagnostics

/// The decisions that findings ask for, as one text to paste or to complete: each section once, and `…` for what you write.
public struct DecisionSkeleton: Sendable {
    /// An entry of a section, with the finding that asks for it.
    fileprivate struct Line: Sendable {
        var entry: Finding.Suggestion.Entry
        var message: String
        /// What would decide it otherwise.
        var others: [String]
    }

    private var lines: [Line] = []

    /// The likeliest answer to each finding that has some; nil if none has.
    public init?(_ findings: [Finding]) {
        for finding in findings where finding.severity == .error {
            guard let answers = finding.suggestion?.answers, let first = answers.first(where: { !$0.entries.isEmpty }) else { continue }
            for entry in first.entries where !lines.contains(where: { $0.entry.section == entry.section && $0.entry.key == entry.key }) {
                lines.append(Line(entry: entry, message: finding.message, others: answers.filter { $0 != first }.map(\.text)))
            }
        }
        if lines.isEmpty { return nil }
    }

    /// The number of entries.
    public var count: Int { lines.count }

    /// Whether no answer is left open, which a '…' stands for.
    public var isComplete: Bool { lines.allSatisfy { !$0.entry.value.contains("…") } }

    /// The sections, without the head of the file.
    public var text: String { text(isExplained: false) }

    /// The whole file, with the findings as comments.
    public var file: String { "trellis: 1\n" + text(isExplained: true) }

    private func text(isExplained: Bool) -> String {
        Finding.Suggestion.Section.all.map { section in
            let lines = lines.filter { $0.entry.section == section }
            return lines.isEmpty ? "" : "\(section.name):\n" + lines.map { $0.text(isExplained: isExplained) }.joined()
        }.joined()
    }
}

extension DecisionSkeleton.Line {
    fileprivate func text(isExplained: Bool) -> String {
        let remark = String(entry.remark.trimmingPrefix { $0.isWhitespace || $0 == "," })
        let comments = (isExplained ? [message] : []) + (remark.isEmpty ? [] : [remark]) + others.map { "or \($0)" }
        return comments.map { "  # \($0.split(whereSeparator: \.isNewline).joined(separator: " "))\n" }.joined()
            + "  \(entry.key): \(entry.value)\n"
    }
}
