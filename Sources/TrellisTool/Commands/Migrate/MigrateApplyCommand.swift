import ArgumentParser
import Foundation
import ProjectFiles
import SchemaEvolution
import StoreMigration

struct MigrateApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Migrate a store to its model's version",
        discussion: """
            The store records its version. Along frozen versions the command applies their plans. A step to a live model that is not \
            frozen yet, or from an older draft of it, is inferred and, with --decisions, decided. Each step is one transaction. After \
            a failure the store has one version with all its rows, and the same command continues. Close the programs that use the \
            store first.

            Examples:
              trellis migrate apply orders.sqlite                          finds the model in trellis.yaml by its name
              trellis migrate apply orders.sqlite Orders.yaml --backup     copies the store to orders.sqlite.backup first
              trellis migrate apply orders.sqlite --to 3                   stops at version 3
              trellis migrate apply orders.sqlite --to 2 --allow-down      goes back to version 2
              trellis migrate apply orders.sqlite --dry-run                prints the SQL and changes nothing
            """)

    @Argument(help: "The store's file.", completion: .file())
    var file: String

    @OptionGroup var models: ModelSelection

    @Option(
        help: "The file with decisions for a step to a draft, or from one, or back.",
        completion: Completions.models)
    var decisions: String?

    @Option(name: .customLong("to"), help: "The target version. (default: that of the model's file)")
    var version: Int?

    @Flag(help: "Let --to be an earlier version than the store's: the step back is planned and proved now, and losses need --decisions.")
    var allowDown = false

    @Flag(help: "Copy the store first, to a file beside it that ends with .backup.")
    var backup = false

    @Option(help: "Copy the store first, to this new file.", completion: .file())
    var backupTo: String?

    @Option(help: "The check of the file before the migration: 'quick' reads each table if rows will be written, 'full' also compares each index.")
    var check = FileCheck.quick

    @Flag(help: "Print the SQL for this store and change nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if allowDown, version == nil { throw ValidationError("--allow-down needs --to with the earlier version.") }
    }

    func run() throws {
        try output.run("migrate apply") { console in
            let request = MigrationRequest(
                store: file, models: models, decisions: decisions, version: version, allowsDown: allowDown)
            let path = try MigrationPath.find(request, console)
            if dryRun { return console.printResult(try StoreText.script(path)) }
            guard !path.plans.isEmpty else { return console.say(StoreText.upToDate(path.file)) }

            let (line, interruption) = (ProgressLine(), Interruption())
            let backupPath = backupTo ?? (backup ? path.file.path + ".backup" : nil)
            let options = MigrationOptions(backupPath: backupPath, fileCheck: check) { progress in
                try interruption.check()
                line.show(progress)
            }
            do {
                let outcome = try StoreMigrator(path.file.connect(), path.chain, options).migrate()
                line.clear()
                console.say(StoreText.done(path, outcome, backup: backupPath))
                for note in path.notes { console.say(note) }
            } catch let error as CouldNotRun {
                throw error
            } catch {
                line.clear()
                throw CouldNotRun(reason(error, path.file, copy: backupPath))
            }
        }
    }

    /// Why the migration stopped, and the store's version now: each step before the failed one is done.
    private func reason(_ error: any Error, _ before: StoreFile, copy: String?) -> String {
        let now = (try? StoreFile(file))?.record
        let place = now?.hash == before.record.hash ? "" : now.map { ", now of version \($0.version)" } ?? ""
        guard error is Interruption.Stopped else { return "'\(file)'\(place): \(error)" }
        // The copy of the original store is not overwritten.
        let isCopied = copy.map(FileManager.default.fileExists) ?? false
        let command = isCopied ? "the same command without a backup" : "the same command"
        return "'\(file)'\(place): stopped; \(command) continues the migration"
    }
}

extension FileCheck: ExpressibleByArgument {}
