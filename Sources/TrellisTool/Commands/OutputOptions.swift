import ArgumentParser
import Diagnostics
import Foundation
import Predicates

/// What is said of a run, and how: the same for all commands that report findings.
struct OutputOptions: ParsableArguments {
    @Option(
        help: .init(
            "Print the findings in a format, or write them to a file as FORMAT=FILE: \(ReportTarget.formats). Can be given several times.",
            valueName: "format"),
        completion: .list(ReportTarget.allValueStrings))
    var report: [ReportTarget] = []

    @Option(help: "Colour text: always, never, or auto for a terminal.")
    var color = ColorChoice.auto

    @Flag(name: .shortAndLong, help: "Print findings and what was asked for, and nothing else.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print what is read and written.")
    var verbose = false

    @Option(help: .init("The day that suppressions are judged by.", visibility: .hidden))
    var today: CalendarDay?

    func validate() throws {
        if quiet, verbose { throw ValidationError("Say --quiet or --verbose, not both.") }
        if report.count(where: { $0.path == nil }) > 1 {
            throw ValidationError("Only one report can be printed: write the others to files, as in --report sarif=findings.sarif.")
        }
        let places = report.compactMap(\.path).map(OutputClaim.place)
        if Set(places).count < places.count { throw ValidationError("Two reports cannot be written to one file.") }
    }

    /// Runs a command, and writes the reports of what it finds.
    ///
    /// What could not be done is printed and gives exit code 3; there is no report of it then.
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

/// A format, and the file that gets the report; without one it is printed.
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
