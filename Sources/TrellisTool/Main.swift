import ArgumentParser
import Diagnostics
import Foundation
import ProjectFiles
import SQLiteAccess
import StoreMigration

@main
struct Main {
    /// ArgumentParser's own exit code for wrong use is 64; ours is 2, as for most tools.
    static func main() {
        SQLiteConnection.disableMemoryStatistics()
        // A file that grows beyond the user's limit is then an error of its writing, as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The parser shows its own help for an unknown command.
        if arguments.first == "help" {
            if let message = CommandSpelling.message(for: Array(arguments.dropFirst()), of: TrellisCommand.self) {
                Terminal.printError(message)
                Foundation.exit(ExitCode.wrongUse.rawValue)
            }
        }
        do {
            var command = try TrellisCommand.parseAsRoot()
            do {
                try command.run()
            } catch let error as ValidationError {
                // The parser would print the usage of the root, which does not help with an argument of this command.
                Terminal.printError("error: \(error.message.visible())")
                Foundation.exit(ExitCode.wrongUse.rawValue)
            }
        } catch {
            if TrellisCommand.exitCode(for: error) == .validationFailure {
                let message = TrellisCommand.fullMessage(for: error)
                var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                let better =
                    CommandSpelling.message(for: arguments, of: TrellisCommand.self)
                    ?? CommandSpelling.message(forOptionIn: arguments, of: TrellisCommand.self)
                if let better { lines[0] = better }
                Terminal.printError(ours(lines.joined(separator: "\n")).visible(keepingLines: true))
                Foundation.exit(ExitCode.wrongUse.rawValue)
            }
            let (code, message) = (TrellisCommand.exitCode(for: error), TrellisCommand.fullMessage(for: error))
            if code.isSuccess || message.isEmpty { TrellisCommand.exit(withError: error) }
            Terminal.printError(ours(message).visible(keepingLines: true))
            Foundation.exit(code.rawValue)
        }
    }

    /// A message of ArgumentParser, with the first word of all our errors.
    private static func ours(_ message: String) -> String {
        let prefix = "Error: "
        return message.hasPrefix(prefix) ? "error: " + message.dropFirst(prefix.count) : message
    }
}

struct TrellisCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trellis",
        abstract: "Generate Swift classes and a SQLite schema from a model in YAML",
        discussion: """
            trellis.yaml lists the models and their outputs; most commands also take a model's file. Exit codes: 0 clean, \
            1 findings, 2 wrong use, 3 could not run.

            Examples:
              trellis init Library --trellis ../trellis           creates a package that builds and runs
              trellis validate Orders.yaml                        checks a model
              trellis generate Orders.yaml --swift Sources/Store  generates its classes
              trellis check                                       runs all checks for CI
              trellis explain TR1203                              explains a finding
              trellis --generate-completion-script zsh            completions for bash, zsh or fish
            """,
        version: "trellis \(ToolVersion.current) (SQLite \(SQLiteVersion.linked))",
        subcommands: [
            InitCommand.self, CheckCommand.self, GenerateCommand.self, ValidateCommand.self, FormatCommand.self, FetchesCommand.self,
            DiffCommand.self, DiagramCommand.self, DocsCommand.self, RefactorCommand.self, MigrateCommand.self, ImportCommand.self,
            ExportCommand.self,
            ExplainCommand.self, SchemaCommand.self, LanguageServerCommand.self,
        ])
}

extension ExitCode {
    /// The files have errors, which were reported.
    static let findings = ExitCode(1)
    /// The command line is invalid.
    static let wrongUse = ExitCode(2)
    /// A file could not be read or written.
    static let couldNotRun = ExitCode(3)
}
