import Diagnostics
import Foundation
import Predicates
import ProjectFiles

/// The output of one run: results, progress and findings.
///
/// Findings are printed as text on the error stream. A report replaces them and has standard output for itself; all other output
/// is then on the error stream.
final class Console {
    /// The day of the run.
    let today: CalendarDay
    private let options: OutputOptions
    private let style: TextStyle
    private var report: Report
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    /// The number of characters of progress on the terminal's line.
    private var progressWidth = 0

    init(_ options: OutputOptions, command: String) {
        self.options = options
        today = options.today ?? CalendarDay(of: Date())
        report = Report(command: command)
        style = options.color.style(isTerminal: isOnTerminal)
    }

    /// The words of the command, for example `migrate status`.
    var command: String { report.command }

    private var printedFormat: ReportFormat? { options.report.first { $0.path == nil }?.format }

    // MARK: Words

    /// Prints the result of the command: a text for a program, unchanged; on a terminal, with escapes.
    func printResult(_ text: String) {
        clearProgress()
        guard printedFormat == nil else { return Terminal.printError(text.visible(keepingLines: true)) }
        Terminal.printResult(isatty(STDOUT_FILENO) == 1 ? text.visible(keepingLines: true) : text)
    }

    /// Prints lines for a reader. No text of a model or a store can begin another line in them.
    func printLines(_ lines: [String]) {
        printResult(lines.map { $0.visible() }.joined(separator: "\n"))
    }

    /// Prints a short summary of the work that was done.
    func say(_ text: String) {
        if !options.quiet { printLines([text]) }
    }

    /// Prints the present work, with `--verbose`.
    func detail(_ text: @autoclosure () -> String) {
        guard options.verbose else { return }
        clearProgress()
        Terminal.printError(text().visible())
    }

    /// Shows the present work on a terminal, until the next line.
    func progress(_ text: String) {
        guard isOnTerminal, !options.quiet else { return }
        let text = text.visible()
        clearProgress()
        Terminal.printErrorPart(text)
        progressWidth = text.count
    }

    private func clearProgress() {
        guard progressWidth > 0 else { return }
        Terminal.printErrorPart("\r\(String(repeating: " ", count: progressWidth))\r")
        progressWidth = 0
    }

    /// Prints a hint beyond a finding.
    func hint(_ text: String) {
        Terminal.printError("\(style.paint(.help, "help:")) \(text.visible())")
    }

    /// Prints lines to paste, after a hint that says where.
    func paste(_ lines: String) {
        Terminal.printError("\n" + lines.visible(keepingLines: true))
    }

    /// Asks the user on a terminal to agree. Elsewhere, or if questions are off, the answer is no.
    func confirm(_ question: String) -> Bool {
        guard Questions.isPossible, !options.quiet else { return false }
        clearProgress()
        Terminal.printErrorPart("\(question.visible()) [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Prints what an import or an export leaves out, and keeps it for the reports.
    /// - Parameter title: the line above it.
    func printLeftovers(_ list: LeftoverList, title: String) {
        report.leftovers = (report.leftovers ?? []) + list.leftovers
        if !list.leftovers.isEmpty { printLines(list.lines(title: title)) }
    }

    // MARK: Findings

    /// Prints findings, and keeps them for the reports.
    /// - Parameters:
    ///   - sources: the texts of all files that were read so far, by path.
    ///   - shown: the findings as they are printed; empty if the result contains them.
    func tell(_ entries: [ReportEntry], sources: [String: String], shown: [ReportEntry]) {
        report.sources.merge(sources) { _, new in new }
        report.entries += entries
        clearProgress()
        guard printedFormat == nil else { return }
        let told = Report(command: report.command, entries: shown, sources: sources)
        let text = TextReport(style: style).render(told)
        if !text.isEmpty { Terminal.printError(text) }
    }

    /// Refuses reports that would replace a file that the command reads, before it does its work.
    /// - Throws: ``CouldNotRun``
    func checkReports(againstInputs inputs: some Sequence<String>) throws(CouldNotRun) {
        try InputProtection.check(options.report.compactMap(\.path), against: inputs)
    }

    /// Refuses reports that would replace a file that the command writes.
    /// - Throws: ``CouldNotRun``
    func checkReports(againstOutputs outputs: some Sequence<String>) throws(CouldNotRun) {
        try InputProtection.check(reports: options.report.compactMap(\.path), againstOutputs: outputs)
    }

    /// Writes the requested reports.
    /// - Throws: ``CouldNotRun``
    func writeReports() throws(CouldNotRun) {
        for target in options.report {
            let text = target.format.renderer.render(report)
            if let path = target.path {
                try InputProtection.check([path], against: report.sources.keys)
                _ = try FileWriter.write([.init(path: path, text: text)])
            } else {
                Terminal.print(text)
            }
        }
    }
}
