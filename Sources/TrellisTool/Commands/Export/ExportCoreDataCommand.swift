import ArgumentParser
import CoreDataExport
import Foundation
import ProjectFiles
import SchemaEvolution
import SchemaModel

struct ExportCoreDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coredata",
        abstract: "Write a model with its frozen versions as a model of Core Data",
        discussion: """
            Each frozen version becomes a version of the bundle, and the model the current one. Renames become renaming identifiers, \
            so Core Data's lightweight migration follows them. The command prints what it states in another way or leaves out, and why.

            Examples:
              trellis export coredata Shop.yaml --output Shop.xcdatamodeld
              trellis export coredata Shop.yaml --output Shop.xcdatamodeld --report json
            """)

    @OptionGroup var models: ModelSelection

    @Option(name: [.long, .customShort("o")], help: "The .xcdatamodeld folder to write, which must not exist.", completion: .directory)
    var output: String

    @Flag(help: "Print what would be exported and write nothing.")
    var dryRun = false

    @OptionGroup var options: OutputOptions

    private static let suffix = ".xcdatamodeld"

    /// The folder without the slash that a shell's completion ends it with.
    private var folder: String { output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output }

    /// The name of the bundle.
    private var name: String { String((folder.split(separator: "/").last ?? "").dropLast(Self.suffix.count)) }

    func validate() throws {
        guard folder.hasSuffix(Self.suffix), !name.isEmpty else { throw ValidationError("--output names an \(Self.suffix) folder, such as Shop\(Self.suffix).") }
    }

    func run() throws {
        try options.run("export coredata", run)
    }

    private func run(_ console: Console) throws {
        if FileManager.default.fileExists(atPath: folder) { throw CouldNotRun("'\(folder)' exists already, and is not replaced") }
        let loaded = try ModelLoader.load(models, console)
        try loaded.stopOnErrors(console)
        let versions = try versions(of: try loaded.onlyEntry())
        let bundle = BundleExport(versions, named: name)
        let count = bundle.versions.count
        console.printLines(["\(folder): \(count) \(count == 1 ? "version" : "versions")"])
        let leftovers = bundle.remarks.map { Leftover(reason: $0.kind.rawValue, place: $0.place, detail: $0.detail) }
        console.printLeftovers(
            LeftoverList(leftovers, reasons: ExportRemark.Kind.allCases.map(\.rawValue)), title: "stated in another way or left out")
        if !dryRun {
            try NewFiles.write(bundle.files.map { FileWriter.Output(path: $0.path, text: $0.text) }, to: folder)
            console.say("'\(folder)' is written")
        }
        var report = FindingReport(loaded.findings, on: console)
        try report.print()
    }

    /// The frozen versions and the live model. A live model that stores what the newest version stores replaces it: it may have other
    /// fetches and docs.
    private func versions(of entry: LoadedModels.Entry) throws(CouldNotRun) -> [ExportedVersion] {
        let live = entry.checked.model
        guard let history = entry.loaded.history.history, let newest = history.newest else { return [ExportedVersion(number: 1, model: live)] }
        var versions = [ExportedVersion]()
        let isDraft = history.version(ofLiveModel: live, hash: live.storageHash).isDraft
        for version in history.versions {
            let isLive = version.number == newest.number && !isDraft
            guard let model = isLive ? live : version.read().version?.model, let decisions = version.readDecisions().decisions else {
                throw CouldNotRun("version \(version.number) of '\(entry.file.path)' cannot be read: 'trellis validate' shows why")
            }
            versions.append(.init(number: version.number, model: model, decisions, isFirst: versions.isEmpty))
        }
        if isDraft { versions.append(.init(number: history.nextNumber, model: live, history.nextDecisions, isFirst: false)) }
        return versions
    }
}

extension ExportedVersion {
    fileprivate init(number: Int, model: Model, _ decisions: MigrationDecisions, isFirst: Bool) {
        // Of a squashed history no bundle has what was before.
        guard !isFirst else {
            self.init(number: number, model: model)
            return
        }
        let renames = decisions.renames.map { ($0.key.description, $0.value.text) }
        let others = [
            ("values", decisions.values.keys.map(\.description).sorted()), ("cases", decisions.cases.keys.map(\.description).sorted()),
            ("steps in Swift", decisions.steps.map(\.name.text)), ("SQL before", decisions.before.map { _ in "" }), ("SQL after", decisions.after.map { _ in "" }),
        ].filter { !$0.1.isEmpty }.map { kind, places in
            let named = places.filter { !$0.isEmpty }.joined(separator: ", ")
            return kind + (named.isEmpty ? "" : " of \(named)")
        }
        self.init(
            number: number, model: model, renames: Dictionary(renames, uniquingKeysWith: { first, _ in first }),
            otherSteps: others.isEmpty ? nil : others.joined(separator: "; "))
    }
}
