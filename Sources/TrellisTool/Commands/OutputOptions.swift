import ArgumentParser
import Diagnostics
import Foundation
import Predicates
import ProjectFiles

/// The options for the output of a run: the same for all commands that report findings.
struct OutputOptions: ParsableArguments {
    @Option(
        help: .init(
            "A report as FORMAT, or FORMAT=FILE to write it to a file: \(ReportTarget.formats). Repeatable.",
            valueName: "format"),
        completion: .list(ReportTarget.allValueStrings))
    var report: [ReportTarget] = []

    @Option(help: "When to colour text: always, never, or auto for a terminal.")
    var color = ColorChoice.auto

    @Flag(name: .shortAndLong, help: "Print only findings and requested output.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print each file that is read or written.")
    var verbose = false

    @Option(help: .init("The day that decides whether suppressions have expired.", visibility: .hidden))
    var today: CalendarDay?

    func validate() throws {
        if quiet, verbose { throw ValidationError("Use --quiet or --verbose, not both.") }
        if report.count(where: { $0.path == nil }) > 1 {
            throw ValidationError("Only one report can be printed: write the others to files, for example --report sarif=findings.sarif.")
        }
        let places = report.compactMap(\.path).map(OutputClaim.place)
        if Set(places).count < places.count { throw ValidationError("Two reports cannot be written to one file.") }
    }

    /// Runs a command, and writes the reports of its findings.
    ///
    /// A failure is printed and exits with code 3, without a report.
    ///
    /// - Parameter command: its words, for the reports.
    func run(_ command: String, _ body: (Console) throws -> Void) throws {
        do {
            let console = Console(self, command: command)
            do {
                try body(console)
            } catch let findings as ExitCode {
                try console.writeReports()
                throw findings
            }
            try console.writeReports()
        } catch let error as CouldNotRun {
            Terminal.printError("error: \(error.description.visibleLines())")
            throw ExitCode.couldNotRun
        }
    }
}

/// A format, and the file of the report; without one the report is printed.
struct ReportTarget: ExpressibleByArgument {
    var format: ReportFormat
    var path: String?

    static let formats = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    static let allValueStrings = ReportFormat.allCases.map(\.rawValue)

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let format = ReportFormat(rawValue: parts[0]), parts.count == 1 || !parts[1].isEmpty else { return nil }
        self.format = format
        path = parts.count > 1 ? parts[1] : nil
    }
}

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
