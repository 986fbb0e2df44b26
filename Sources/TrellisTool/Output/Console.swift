import Diagnostics
import Foundation
import Predicates

/// Where the words of one run go: what was asked for, what is said along the way, and what was found.
///
/// Findings are told as text on the error stream. A report that is printed takes their place and has standard output for
/// itself: everything else is told on the error stream then.
final class Console {
    /// The day of the run.
    let today: CalendarDay
    private let options: OutputOptions
    private let style: TextStyle
    private var report: Report
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    /// How many characters of progress stand on the terminal's line.
    private var progressWidth = 0

    init(_ options: OutputOptions, command: String) {
        self.options = options
        today = options.today ?? CalendarDay(of: Date())
        report = Report(command: command)
        let isColoured = options.color.isColoured(
            environment: ProcessInfo.processInfo.environment, isTerminal: isOnTerminal)
        style = isColoured ? .coloured : .plain
    }

    /// The words of the command that runs, such as `migrate status`.
    var command: String { report.command }

    private var printedFormat: ReportFormat? { options.report.first { $0.path == nil }?.format }

    // MARK: Words

    /// Prints what the command was asked for: a text for a program, which gets it as it is. A terminal does not.
    func printResult(_ text: String) {
        clearProgress()
        guard printedFormat == nil else { return Terminal.printError(text.visible(keepingLines: true)) }
        Terminal.printResult(isatty(STDOUT_FILENO) == 1 ? text.visible(keepingLines: true) : text)
    }

    /// Prints lines for a reader, in which nothing of a model or a store can begin another line.
    func printLines(_ lines: [String]) {
        printResult(lines.map { $0.visible() }.joined(separator: "\n"))
    }

    /// Says what was done, in a few words.
    func say(_ text: String) {
        if !options.quiet { printLines([text]) }
    }

    /// Says what is being done, to whoever asks for it.
    func detail(_ text: @autoclosure () -> String) {
        guard options.verbose else { return }
        clearProgress()
        Terminal.printError(text().visible())
    }

    /// Shows on a terminal what is being done, until something else is said.
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

    /// Says what helps beyond a finding.
    func hint(_ text: String) {
        Terminal.printError("\(style.paint(.help, "help:")) \(text.visible())")
    }

    /// Asks a person on a terminal to agree to something; where nobody can answer, or nobody is to be asked, it is no.
    func confirm(_ question: String) -> Bool {
        guard Questions.isPossible, !options.quiet else { return false }
        clearProgress()
        Terminal.printErrorPart("\(question.visible()) [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }

    // MARK: Findings

    /// Tells what was found, and keeps it for the reports.
    /// - Parameters:
    ///   - sources: the texts of all files that were read so far, by their paths.
    ///   - isPrinted: whether they are printed too; they are not where the result has them.
    func tell(_ entries: [ReportEntry], sources: [String: String], isPrinted: Bool = true) {
        report.sources.merge(sources) { _, new in new }
        report.entries += entries
        clearProgress()
        guard isPrinted, printedFormat == nil else { return }
        let told = Report(command: report.command, entries: entries, sources: sources)
        let text = TextReport(style: style).render(told)
        if !text.isEmpty { Terminal.printError(text) }
    }

    /// Writes the reports that were asked for.
    /// - Throws: ``CouldNotRun``
    func writeReports() throws(CouldNotRun) {
        for target in options.report {
            let text = target.format.renderer.render(report)
            if let path = target.path {
                guard !report.sources.keys.contains(where: { OutputClaim.place($0) == OutputClaim.place(path) }) else {
                    throw CouldNotRun("'\(path)' was read, and no report is written over it")
                }
                _ = try FileWriter.write([.init(path: path, text: text)])
            } else {
                Terminal.print(text)
            }
        }
    }
}
