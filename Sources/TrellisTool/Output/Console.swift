import Diagnostics
import Foundation

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

    init(_ options: OutputOptions, command: String) {
        self.options = options
        today = options.today ?? CalendarDay(of: Date())
        report = Report(command: command)
        let isColoured = options.color.isColoured(
            environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDERR_FILENO) == 1)
        style = isColoured ? .coloured : .plain
    }

    private var printedFormat: ReportFormat? { options.report.first { $0.path == nil }?.format }

    // MARK: Words

    /// Prints what the command was asked for.
    func printResult(_ text: String) {
        if printedFormat == nil { Terminal.printResult(text) } else { Terminal.printError(text) }
    }

    /// Says what was done, in a few words.
    func say(_ text: String) {
        if !options.quiet { printResult(text) }
    }

    /// Says what is being done, to whoever asks for it.
    func detail(_ text: @autoclosure () -> String) {
        if options.verbose { Terminal.printError(text()) }
    }

    /// Says what helps beyond a finding.
    func hint(_ text: String) {
        Terminal.printError("\(style.paint(.help, "help:")) \(text)")
    }

    // MARK: Findings

    /// Tells what was found, and keeps it for the reports.
    /// - Parameters:
    ///   - sources: the texts of all files that were read so far, by their paths.
    ///   - isPrinted: whether they are printed too; they are not where the result has them.
    func tell(_ entries: [ReportEntry], sources: [String: String], isPrinted: Bool = true) {
        report.sources.merge(sources) { _, new in new }
        report.entries += entries
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
                _ = try FileWriter.write([.init(path: path, text: text)])
            } else {
                Terminal.print(text)
            }
        }
    }
}
