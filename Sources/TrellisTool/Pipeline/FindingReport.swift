import ArgumentParser

/// The last stage of a command: prints findings, each once.
struct FindingReport {
    /// The findings of the command so far.
    var findings: RunFindings
    private var hints: [String] = []
    /// The number of printed findings.
    private var printed = 0
    private let console: Console

    init(_ findings: RunFindings, on console: Console) {
        self.findings = findings
        self.console = console
    }

    /// Adds a line that is printed after the findings.
    mutating func hint(_ text: String) { hints.append(text) }

    /// Prints findings that are not printed yet.
    /// - Parameter isPrinted: whether to print them; false if the result contains them.
    /// - Throws: exit code 1 if one is an error.
    mutating func print(isPrinted: Bool = true) throws {
        console.tell(findings.judged(after: printed), sources: findings.texts, isPrinted: isPrinted)
        printed = findings.count
        for hint in hints { console.hint(hint) }
        if findings.hasErrors { throw ExitCode.findings }
    }
}
