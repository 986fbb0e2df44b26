import ArgumentParser
import Diagnostics
import ProjectFiles

/// The last stage of a command: prints findings, each once.
struct FindingReport {
    /// The findings of the command so far.
    var findings: RunFindings
    private var hints: [String] = []
    /// Lines to paste, which are printed last.
    private var block: String?
    /// The number of printed findings.
    private var printed = 0
    private let console: Console

    init(_ findings: RunFindings, on console: Console) {
        self.findings = findings
        self.console = console
    }

    /// Adds a line that is printed after the findings.
    mutating func hint(_ text: String) { hints.append(text) }

    /// Adds lines to paste, which are printed after the findings and the hints. They replace the helps of findings that they answer.
    mutating func paste(_ lines: String) { block = lines }

    /// Prints findings that are not printed yet.
    /// - Parameter isPrinted: whether to print them; false if the result contains them.
    /// - Throws: exit code 1 if one is an error.
    mutating func print(isPrinted: Bool = true) throws {
        let entries = findings.judged(after: printed)
        let shown = block == nil ? entries : entries.map(\.withoutAnswers)
        console.tell(entries, sources: findings.texts, shown: isPrinted ? shown : [])
        printed = findings.count
        for hint in hints { console.hint(hint) }
        if let block { console.paste(block) }
        if findings.hasErrors { throw ExitCode.findings }
    }
}

extension ReportEntry {
    /// The finding without a help that repeats what is printed elsewhere.
    fileprivate var withoutAnswers: ReportEntry {
        var entry = self
        if entry.finding.suggestion?.answers.contains(where: { !$0.entries.isEmpty }) == true { entry.finding.suggestion = nil }
        return entry
    }
}
