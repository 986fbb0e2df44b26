import ArgumentParser
import Foundation
import SQLiteAccess

@main
struct Main {
    /// ArgumentParser's own exit code for wrong use is 64; ours is 2, as for most tools.
    static func main() {
        SQLiteConnection.disableMemoryStatistics()
        do {
            var command = try TrellisCommand.parseAsRoot()
            try command.run()
        } catch {
            if TrellisCommand.exitCode(for: error) == .validationFailure {
                Terminal.printError(TrellisCommand.fullMessage(for: error))
                Foundation.exit(ExitCode.wrongUse.rawValue)
            }
            TrellisCommand.exit(withError: error)
        }
    }
}

struct TrellisCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trellis",
        abstract: "Makes Swift classes and a SQLite schema from a model in YAML.",
        discussion: """
            The models and their outputs stand in trellis.yaml, or a model's file is named directly. Exit codes: 0 clean, \
            1 findings, 2 wrong use, 3 could not run.
            """,
        subcommands: [
            GenerateCommand.self, ValidateCommand.self, FormatCommand.self, FetchesCommand.self, DiffCommand.self,
            MigrateCommand.self, ExplainCommand.self, SchemaCommand.self,
        ])
}

extension ExitCode {
    /// The files have errors, which were reported.
    static let findings = ExitCode(1)
    /// The command line makes no sense.
    static let wrongUse = ExitCode(2)
    /// A file could not be read or written.
    static let couldNotRun = ExitCode(3)
}
