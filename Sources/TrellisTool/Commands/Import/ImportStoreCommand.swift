import ArgumentParser
import CoreDataHistory
import CoreDataImport
import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution
import SchemaModel
import StoreImport

struct ImportStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Make a model and a store from a store that Core Data wrote",
        discussion: """
            The store contains its model, so no other file is needed. The model becomes the first frozen version. If the folder has \
            a history with such a version, the new store has that version, and no file of the model changes.

            With --store all rows are copied, with their keys. Rows and checksums of each entity are printed, and compared on both \
            sides. The store of Core Data is only read, and does not change. Its program has to be closed. A write-ahead log beside \
            the store is read from a copy of both, which takes their space for the time.

            Examples:
              trellis import store App.sqlite --output Schemas/App
              trellis import store App.sqlite --output Schemas/App --store New.sqlite
              trellis import store App.sqlite --output Schemas/App --store New.sqlite --uris identities.txt
            """)

    @Argument(help: "The store's file.", completion: .file())
    var source: String

    @Option(name: [.long, .customShort("o")], help: "The folder for the model, with the model's name.", completion: .directory)
    var output: String

    @Option(help: "The file for a new store with all rows.", completion: .file())
    var store: String?

    @Option(help: "The file for a line with the old and the new identity of each object.", completion: .file())
    var uris: String?

    @Flag(help: "Print what would be imported and write nothing.")
    var dryRun = false

    @OptionGroup var options: OutputOptions

    func validate() throws {
        try ImportedFiles.validate(output)
        if uris != nil, store == nil { throw ValidationError("--uris needs --store: the objects get their identities there.") }
    }

    func run() throws {
        try options.run("import store") { console in
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
        let targets = try store.map { try TargetFiles(store: $0, identities: uris, source: self.source) }
        let source = try CoreDataStore(opening: self.source, copyingBeside: dryRun ? nil : store)
        let files = try ImportedFiles(in: output)
        if let targets { try files.check(targets) }
        try files.checkHistory(console)
        let name = URL(filePath: self.source).deletingPathExtension().lastPathComponent
        let version = CoreDataVersion(name: name, file: self.source, contents: Data(source.archive), transformables: .archives)
        let joined = try known(version, in: files.history, files)
        guard let known = joined, files.hasModel || !known.isOnly else {
            return try importModel(joined?.version ?? version, of: source, to: targets, files, console)
        }
        console.say("the store has the model of version \(known.number) in '\(files.history.folder)'")
        guard let targets, !dryRun else { return }
        let copied = try copy(source, known, to: targets, console)
        try copied.finish()
        tell(copied, known, files, console)
    }

    private func known(_ version: CoreDataVersion, in history: HistoryFiles, _ files: ImportedFiles) throws(CouldNotRun) -> StoreVersion? {
        do {
            return try StoreVersion(of: version, named: files.modelName, in: history)
        } catch {
            throw CouldNotRun("'\(source)' cannot be read: \(error.message)")
        }
    }

    /// Copies the rows, gives the store its name, and writes the model as the first version: a failed run leaves neither.
    private func importModel(
        _ version: CoreDataVersion, of source: CoreDataStore, to targets: TargetFiles?, _ files: ImportedFiles, _ console: Console
    ) throws {
        let imported = try files.imported([version])
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(imported.findings)
        guard let last = imported.steps.last else { return try report.print() }
        files.printReport(ImportReport(imported, of: self.source), console)
        guard last.kind != .refused, !dryRun else { return try report.print() }
        try files.check(imported)
        var history = files.history
        for file in imported.files {
            history.contents[file.name] = Array(file.text.utf8)
        }
        var copied: (store: UnfinishedStore, version: StoreVersion)?
        if let targets, let made = try known(version, in: history, files) { copied = (try copy(source, made, to: targets, console), made) }
        let writeModel = { try files.write(imported, console) }
        if let copied { try copied.store.finish(thenWriting: writeModel) } else { try writeModel() }
        try report.print()
        if let copied { tell(copied.store, copied.version, files, console) }
    }

    private func copy(_ source: CoreDataStore, _ version: StoreVersion, to targets: TargetFiles, _ console: Console) throws -> UnfinishedStore {
        let transfer = StoreTransfer(of: source, version.translation, model: version.model, schema: version.schema)
        return try transfer.copy(to: targets) { work, done, total in
            console.progress("\(work): \(total == 0 ? 100 : done * 100 / total) %")
        }
    }

    private func tell(_ copied: UnfinishedStore, _ version: StoreVersion, _ files: ImportedFiles, _ console: Console) {
        console.printResult(copied.report.text)
        if let store { console.say("'\(store)' is written: a store of version \(version.number)") }
        if let uris { console.say("'\(uris)' is written") }
        if let store, files.hasModel { StoreWarnings.print(of: store, as: StoredVersion(version.model, version.schema), files, console) }
    }
}
