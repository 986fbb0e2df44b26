import ArgumentParser
import Diagnostics
import Foundation
import SQLiteAccess
import SchemaEvolution

struct MigrateBaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Makes an existing database a store of a model's first version.",
        discussion: """
            For a database that something else has made, and whose tables, columns, keys, indexes and triggers are what the version \
            says, by names and meaning. It gets the table in which a store says what it is, in one transaction, after a copy of it \
            was made. Where something differs it is told, and the database stays as it is. Rows are not looked at.

            Example:
              trellis migrate baseline app.sqlite --model Orders.yaml
            """)

    @Argument(help: "The database's file.", completion: .file())
    var database: String

    @Option(help: "The model's file; the one model of trellis.yaml where none is named.", completion: Completions.models)
    var model: String?

    @Option(help: "The configuration; trellis.yaml in this folder unless told otherwise.", completion: Completions.models)
    var config: String?

    @Option(name: .customLong("version-number"), help: "The frozen version that the database is.")
    var number = 1

    @Option(help: "The file that gets a copy of the database; DATABASE.backup where none is named.", completion: .file())
    var backup: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate baseline") { console in
            var selection = ModelSelection()
            selection.model = model
            selection.config = config
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            try report.print()
            let entry = try models.onlyEntry()
            guard let version = entry.checked.history[version: number] else {
                throw CouldNotRun(
                    entry.checked.history.versions.isEmpty
                        ? "no version is frozen: run 'trellis migrate create \(entry.file.path)' first" : "there is no version \(number)")
            }
            let copy = backup ?? database + ".backup"
            do {
                let findings = try adopt(as: version, copy)
                report.findings.add(findings)
            } catch let error as SQLiteError {
                throw CouldNotRun("cannot make '\(database)' a store: \(error.message)")
            }
            try report.print()
            console.say("\(database): a store of \(entry.checked.model.name.text) \(number); as it was it stands in '\(copy)'")
        }
    }

    private func adopt(as version: FrozenVersion, _ copy: String) throws -> [Finding] {
        try StoreFile.check(database)
        guard !FileManager.default.fileExists(atPath: copy) else {
            throw CouldNotRun("'\(copy)' exists: name another file for the copy with --backup")
        }
        do {
            let connection = try SQLiteConnection(opening: database)
            try connection.execute("PRAGMA busy_timeout = 5000; VACUUM INTO \(SQL.literal(copy))")
            let findings = try Baseline(version: version).adopt(connection, file: database)
            // Nothing was changed, so that nothing needs a copy.
            if findings.containsError { unlink(copy) }
            return findings
        } catch {
            // Neither was anything here, and the next try makes a copy of its own.
            unlink(copy)
            throw error
        }
    }
}
