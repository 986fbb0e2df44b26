import ArgumentParser
import Diagnostics
import Foundation
import ProjectFiles
import SQLiteAccess
import SchemaEvolution

struct MigrateBaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Turn an existing database into a store of a frozen version",
        discussion: """
            For a database that another program created. Its tables, columns, keys, indexes and triggers must match the version by \
            name and meaning. The command copies the database, then adds the table that records the version, in one transaction. If \
            something differs, it reports the differences and changes nothing. It does not check rows.

            Example:
              trellis migrate baseline app.sqlite --model Orders.yaml
            """)

    @Argument(help: "The database's file.", completion: .file())
    var database: String

    @Option(help: "The model's file. (default: the only model of trellis.yaml)", completion: Completions.models)
    var model: String?

    @Option(help: "The configuration. (default: trellis.yaml)", completion: Completions.models)
    var config: String?

    @Option(name: .customLong("version-number"), help: "The frozen version that the database matches.")
    var number = 1

    @Option(help: "The file for a copy of the database. (default: DATABASE.backup)", completion: .file())
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
            try entry.checkHasVersions()
            guard let version = entry.checked.history[version: number] else {
                throw CouldNotRun(
                    entry.checked.history.versions.isEmpty
                        ? "no version is frozen: run 'trellis migrate create \(entry.file.path)' first" : "the model has no version \(number)")
            }
            let (stored, errors) = version.read()
            report.findings.add(errors)
            guard let stored else { return try report.print() }
            let copy = backup ?? database + ".backup"
            do {
                let findings = try adopt(as: stored, copy)
                report.findings.add(findings)
            } catch let error as SQLiteError {
                throw CouldNotRun("cannot turn '\(database)' into a store: \(error.message)")
            }
            try report.print()
            console.say("\(database) is now a store of \(entry.checked.model.name.text), version \(number); '\(copy)' is a copy of the old database")
        }
    }

    private func adopt(as version: StoredVersion, _ copy: String) throws -> [Finding] {
        try StoreFile.check(database)
        guard !FileManager.default.fileExists(atPath: copy) else {
            throw CouldNotRun("'\(copy)' exists: name another file for the copy with --backup")
        }
        do {
            let connection = try SQLiteConnection(opening: database)
            try connection.execute("PRAGMA busy_timeout = 5000; VACUUM INTO \(SQL.literal(copy))")
            let findings = try DatabaseAdoption(version: version).adopt(connection, file: database)
            // The database is unchanged, so the copy is not needed.
            if findings.containsError { unlink(copy) }
            return findings
        } catch {
            // The database is unchanged, and the next attempt writes its own copy.
            unlink(copy)
            throw error
        }
    }
}
