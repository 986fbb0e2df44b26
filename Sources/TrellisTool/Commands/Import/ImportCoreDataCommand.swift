import ArgumentParser
import CoreDataHistory
import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution
import SchemaModel

struct ImportCoreDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coredata",
        abstract: "Make a model with its frozen versions from a model of Core Data",
        discussion: """
            The current version becomes the model, and all versions up to it are frozen in their order. Renaming identifiers become \
            renames. A step that loses something or needs a value is asked about: complete 'versions/N.migration.yaml' and run the \
            same command again, which goes on from there. The command prints what it changes or leaves out, and why.

            Mapping models answer questions of their steps. The command reads the .xcmappingmodel folders beside the bundle, and in the \
            folders beside it.

            Examples:
              trellis import coredata Shop.xcdatamodeld --output Schemas/Shop
              trellis import coredata Shop.xcdatamodeld --output Schemas/Shop --order versions.txt
              trellis import coredata Shop.xcdatamodeld --output Schemas/Shop --accept-losses Unused
              trellis import coredata Shop.momd --output Schemas/Shop   the compiled model of an app
            """)

    @Argument(help: "An .xcdatamodeld, .xcdatamodel or .momd folder, or a .mom file.", completion: .file())
    var bundle: String

    @Option(name: [.long, .customShort("o")], help: "The folder for the model, with the model's name.", completion: .directory)
    var output: String

    @Option(help: "A file with the names of the versions, the oldest first, one a line. (default: the order of the names)", completion: .file())
    var order: String?

    @Option(help: "The name of the version that becomes the model. (default: the bundle's current version)")
    var current: String?

    @Option(
        name: .customLong("mapping"), help: "An .xcmappingmodel folder, or its xcmapping.xml. Repeatable, beside those near the bundle.",
        completion: .file())
    var mappings: [String] = []

    @Option(help: "The reason for giving up what steps between versions lose. (default: asks)")
    var acceptLosses: String?

    @Flag(help: "Print what would be imported and write nothing.")
    var dryRun = false

    @OptionGroup var options: OutputOptions

    func validate() throws {
        try ImportedFiles.validate(output)
        if let acceptLosses, acceptLosses.allSatisfy(\.isWhitespace) || acceptLosses.contains("…") {
            throw ValidationError("--accept-losses needs a reason, for example --accept-losses Unused.")
        }
    }

    func run() throws {
        try options.run("import coredata", run)
    }

    private func run(_ console: Console) throws {
        let bundle = try CoreDataBundle(path: self.bundle, order: order, current: current)
        let files = try ImportedFiles(in: output)
        console.progress("\(files.modelName): planning \(bundle.versions.count) versions")
        let imported = try files.imported(
            bundle.versions, mappings: MappingFiles.read(mappings, near: self.bundle, versions: bundle.versions.count), later: bundle.later,
            losses: acceptLosses)
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(imported.findings)
        guard let last = imported.steps.last else { return try report.print() }
        for version in bundle.versions where version.name == last.version { report.findings.keep(version) }
        files.printReport(ImportReport(imported, of: self.bundle), console)
        if let first = bundle.later.first {
            let more = bundle.later.count - 1
            let names = more == 0 ? "'\(first)' is" : "'\(first)' and \(more) more are"
            console.hint("\(names) left out, after the current version: name another one with --current")
        }
        if bundle.isOrderedByName { console.hint("the versions are in the order of their names: name another one with --order") }
        if last.kind != .refused, !dryRun { try files.write(imported, console) }
        if last.kind == .asked { report.hint(whatToDecide(last, imported, files.history)) }
        try report.print()
    }

    private func whatToDecide(_ step: HistoryImport.Step, _ imported: HistoryImport, _ history: HistoryFiles) -> String {
        let file = HistoryFile.decisions(version: step.number)
        guard let text = imported.files.first(where: { $0.name == file.name })?.text else {
            return "complete the decisions in '\(history.path(file))', and run this again"
        }
        return (text.contains("…") ? "complete each '…' in" : "check") + " '\(history.path(file))', and run this again"
    }
}
