import ArgumentParser
import Foundation
import SchemaEvolution
import StoreMigration

struct MigrateApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Migrates a store to its model's version.",
        discussion: """
            The store says which version it is of. Along frozen versions it goes by their plans; to a live model that is not \
            frozen yet, and from an earlier draft of it, by what is inferred and, with --decisions, decided. Each step is one \
            transaction: whatever stops it, the store is of one version, with all its rows, and the same command goes on. Close \
            the programs that use the store first.

            Examples:
              trellis migrate apply orders.sqlite                          the model is found in trellis.yaml by its name
              trellis migrate apply orders.sqlite Orders.yaml --backup     a copy first, in orders.sqlite.backup
              trellis migrate apply orders.sqlite --to 3                   not further than version 3
              trellis migrate apply orders.sqlite --dry-run                the SQL, and nothing changed
            """)

    @Argument(help: "The store's file.", completion: .file())
    var file: String

    @OptionGroup var models: ModelSelection

    @Option(
        help: "The file with decisions on the way to a live model that is not frozen yet, or from an earlier draft.",
        completion: Completions.models)
    var decisions: String?

    @Option(name: .customLong("to"), help: "The version to go to; that of the model's file unless told otherwise.")
    var version: Int?

    @Flag(help: "Copy the store first, to a file beside it that ends with .backup.")
    var backup = false

    @Option(help: "Copy the store first, to this file; there must be none yet.", completion: .file())
    var backupTo: String?

    @Option(help: "How thoroughly the file is checked first: 'quick' reads each table if rows are to be written, 'full' compares each index too.")
    var check = FileCheck.quick

    @Flag(help: "Print the SQL for this very store, and change nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate apply") { console in
            let way = try StoreWay.find(file, models, decisions: decisions, to: version, console)
            if dryRun { return console.printResult(StoreText.script(way)) }
            guard !way.plans.isEmpty else { return console.say(StoreText.upToDate(way.file)) }

            let (line, interruption) = (ProgressLine(), Interruption())
            let path = backupTo ?? (backup ? way.file.path + ".backup" : nil)
            let options = MigrationOptions(backupPath: path, fileCheck: check) { progress in
                try interruption.check()
                line.show(progress)
            }
            do {
                let outcome = try StoreMigrator(way.file.connect(), way.chain, options).migrate()
                line.clear()
                console.say(StoreText.done(way.file, outcome, backup: path))
            } catch let error as CouldNotRun {
                throw error
            } catch {
                line.clear()
                throw CouldNotRun(reason(error, way.file, copy: path))
            }
        }
    }

    /// Why the store was not migrated to its end, and where it is now: each step before the one that failed is done.
    private func reason(_ error: any Error, _ before: StoreFile, copy: String?) -> String {
        let now = (try? StoreFile(file))?.record
        let place = now?.hash == before.record.hash ? "" : now.map { ", of version \($0.version) now" } ?? ""
        guard error is Interruption.Stopped else { return "'\(file)'\(place): \(error)" }
        // The copy of what the store was at first is not written over.
        let isCopied = copy.map(FileManager.default.fileExists) ?? false
        let command = isCopied ? "the same command without a backup" : "the same command"
        return "'\(file)'\(place): stopped, and \(command) goes on from there"
    }
}

extension FileCheck: ExpressibleByArgument {}
