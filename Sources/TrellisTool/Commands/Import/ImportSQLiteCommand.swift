import ArgumentParser
import Diagnostics
import Foundation
import ProjectFiles
import SQLiteImport
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreImport

/// Whose tables an imported model describes.
enum ImportedLayout: String, ExpressibleByArgument, CaseIterable {
    case trellis, existing
}

struct ImportSQLiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite",
        abstract: "Make a model and a store from a SQLite database of any program",
        discussion: """
            Tables become entities, foreign keys relationships with inverses, tables of two keys many-to-many relationships. Types are \
            read from declared types and from all values. A report beside the model, 'NAME.import.txt', lists each guess with its \
            evidence, and each part of the database that is left out. Check it before you use the model.

            A type is guessed only if each value has it, and if each value can be written again as it was. With --no-guesses types are \
            those of SQLite, and relationships those of foreign keys.

            A later import keeps your edits of the model, adds what is new in the database, and lists what is gone. If both changed one \
            place, it stops.

            With --store all rows are copied into a new store, and the model becomes the first frozen version. Rows and checksums of each \
            table are printed, and compared on both sides. The database is only read, and does not change. Its program has to be closed.

            With --layout existing the model opens the database's own file, as it is. Tables that do not fit are listed with their \
            reasons, and no rows are copied.

            Examples:
              trellis import sqlite shop.db --output Schemas/Shop --dry-run
              trellis import sqlite shop.db --output Schemas/Shop
              trellis import sqlite shop.db --output Schemas/Shop --store Shop.sqlite
              trellis import sqlite shop.db --output Schemas/Shop --store Shop.sqlite --keys keys.txt
              trellis import sqlite shop.db --output Schemas/Shop --layout existing
              trellis import sqlite shop.db --output Schemas/Shop --no-guesses
            """)

    @Argument(help: "The database's file.", completion: .file())
    var source: String

    @Option(name: [.long, .customShort("o")], help: "The folder for the model, with the model's name.", completion: .directory)
    var output: String

    @Option(help: "Whose tables the model describes: those of a new store, or the existing ones.")
    var layout = ImportedLayout.trellis

    @Option(name: [.long, .customLong("copy")], help: "The file for a new store with all rows.", completion: .file())
    var store: String?

    @Option(help: "The file for the old key and the new identity of each row, and for keys that are written otherwise than those of their rows.", completion: .file())
    var keys: String?

    @Flag(help: "Guess no types, enums or relationships: take SQLite's types and the foreign keys.")
    var noGuesses = false

    @Flag(help: "Print what would be imported and write nothing.")
    var dryRun = false

    @OptionGroup var options: OutputOptions

    func validate() throws {
        try ImportedFiles.validate(output)
        if layout == .existing, store != nil { throw ValidationError("Use --layout existing, which opens the file itself, or --store, which copies the rows.") }
        if keys != nil, store == nil { throw ValidationError("--keys needs --store: the rows get their identities there.") }
    }

    func run() throws {
        try options.run("import sqlite") { console in
            do {
                try run(console)
            } catch let error as StoreImportError {
                throw CouldNotRun(error.message)
            }
        }
    }

    private func run(_ console: Console) throws {
        let cleanup = WorkFolderCleanup(ofFoldersIn: [store.map { TargetFiles.folder(of: $0) }, FileManager.default.temporaryDirectory.path].compactMap { $0 })
        defer { cleanup.end() }
        let targets = try store.map { try TargetFiles(store: $0, identities: keys, source: source) }
        let files = try ImportedFiles(in: output)
        if let targets {
            try files.check(targets)
            try files.checkHistory(console)
        }
        console.progress("\(source): reading")
        let database = try SourceDatabase(opening: source, copyingBeside: dryRun ? nil : store, guesses: !noGuesses)
        guard database.tableCount > 0 else { throw CouldNotRun("'\(source)' has no table to import") }
        let last = LastImport(files)
        if last?.names.areOfAnotherDatabase(than: database) == true {
            throw CouldNotRun("'\(source)' has no table of the database that '\(files.file)' was imported from: choose another folder, or remove that file")
        }
        if layout == .existing { return try ExistingLayoutImport(database, files, after: last).run(writes: !dryRun, console) }
        let imported = DatabaseImport(database, files, after: last)
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(imported.findings)
        report.findings.keep(imported.text, named: imported.file)
        guard let model = imported.model else { return try report.print() }
        console.printResult(imported.summary(of: source))
        if dryRun { console.printResult(imported.report) }
        let version = try targets.map { _ in try imported.version(of: model, files) }
        let file = ImportedModelFile(files, after: last, text: imported.text, model: model, names: imported.translation.names, report: imported.report)
        let change = try file.change(hasVersion: version != nil)
        file.tell(change, console)
        if dryRun { return try report.print() }
        let copied = try zip(targets, version).map { targets, version in
            try DatabaseTransfer(of: database, imported.translation, model: model, schema: version.schema).copy(to: targets) { work, done, total in
                console.progress("\(work): \(done * 100 / total) %")
            }
        }
        let writeModel = { try imported.write(file, change, files, version: version, console) }
        if let copied { try copied.finish(thenWriting: writeModel) } else { try writeModel() }
        try report.print()
        guard let copied, let store else { return }
        console.printResult(copied.report.text)
        console.say("'\(store)' is written: a store of version \(version?.number ?? 1)")
        if let keys { console.say("'\(keys)' is written") }
        if case .kept = change {
            console.hint("your edits are the next version: freeze it with 'trellis migrate create \(files.file)', which migrates the store")
        } else if let version {
            StoreWarnings.print(of: store, as: StoredVersion(model, version.schema), files, console)
        }
    }

    private func zip<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
        if let first, let second { (first, second) } else { nil }
    }
}
