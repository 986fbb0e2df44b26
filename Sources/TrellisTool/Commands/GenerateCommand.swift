import ArgumentParser
import Diagnostics
import ProjectFiles
import SwiftGeneration

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate the Swift classes and the SQLite schema of models",
        discussion: """
            Writes nothing unless every model is valid, and does not touch current files. Reports files of \
            entities that a model of trellis.yaml no longer has. It removes them only if you agree, with an option or on a \
            terminal, and never an edited file.

            It keeps what it has written in $XDG_CACHE_HOME/trellis or ~/.cache/trellis, and does not read a model again whose files \
            and outputs have the same bytes.

            Examples:
              trellis generate                                         all outputs of trellis.yaml
              trellis generate --remove-orphans                        and removes files of removed entities
              trellis generate Orders.yaml --swift Sources/Store       the classes of one model
              trellis generate Orders.yaml --sql orders.sql            its schema
              trellis generate --watch                                 again after each change of a model
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The folder for the Swift files of the named model.", completion: .directory)
    var swift: String?

    @Option(help: "The file for the schema of the named model.", completion: .file(extensions: ["sql"]))
    var sql: String?

    @Option(help: "The access level of the named model's classes: internal, package or public.")
    var access: AccessLevel?

    @Flag(help: "Generate a snapshot struct for each class of the named model.")
    var snapshots = false

    @Flag(help: "Remove generated files of entities that a model of trellis.yaml no longer has.")
    var removeOrphans = false

    @Flag(help: "Keep running, and generate again after each change of an input, until Ctrl-C.")
    var watch = false

    @OptionGroup var cache: CacheOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if selection.model == nil, swift != nil || sql != nil || access != nil || snapshots {
            throw ValidationError("--swift, --sql, --access and --snapshots need the file of a model.")
        }
        if selection.model != nil, removeOrphans {
            throw ValidationError("--remove-orphans works with trellis.yaml only: a single model cannot tell which files are orphans.")
        }
        if selection.model != nil, swift == nil, sql == nil {
            throw ValidationError("Name an output: --swift DIR, --sql FILE or both.")
        }
        // A script's unset variable causes this.
        if swift == "" || sql == "" { throw ValidationError("--swift needs the name of a folder, and --sql the name of a file.") }
    }

    func run() throws {
        guard watch else { return try output.run("generate") { try generate($0) } }
        try Watch.run({ if !output.quiet { Terminal.printError($0.visible()) } }) { watched in
            try output.run("generate") { try generate($0, watched) }
        }
    }

    private func generate(_ console: Console, _ watched: WatchedFiles? = nil) throws {
        let memory = cache.memory(of: .generate, options: overrides, goesByName: selection.model == nil)
        let models = try ModelLoader.load(selection, console, .init(memory: memory, watched: watched, expired: .warning))
        var report = FindingReport(models.findings, on: console)
        let snapshotFindings = models.entries.map { request($0).snapshots ? NameChecks.checkSnapshots($0.checked.model) : [] }
        for (entry, findings) in zip(models.entries, snapshotFindings) { report.findings.add(findings, ofModel: entry.configuration.name) }
        report.findings = models.inOrder(report.findings)
        let outputs = models.entries.map { request($0).outputs(of: $0.checked, source: $0.file.name) }
        try console.checkReports(againstOutputs: models.rememberedClaims.map(\.path) + outputs.flatMap(\.claims).map(\.path))
        report.findings.add(outputs, of: models)
        try report.print()
        var summary = try FileWriter.write(outputs.flatMap(\.generated)) { console.detail("written: \($0)") }
        summary.written += try FileWriter.begin(outputs.flatMap(\.begun)) { console.detail("begun: \($0)") }
        summary.unchanged += models.remembered.reduce(0) { $0 + $1.record.outputCount }
        for (place, entry) in models.entries.enumerated() { memory?.keep(entry, written: outputs[place], snapshotFindings[place]) }
        if selection.model == nil {
            let orphans = Orphan.all(of: models.configured, claims: models.rememberedClaims + outputs.flatMap(\.claims))
            let removed = try remove(orphans, console)
            summary.removed = removed.count
            report.findings.add(orphans.filter { !removed.contains($0.path) })
        }
        console.say("\(summary)")
        try report.print()
    }

    /// Removes orphans if the user agrees. While watching it does not ask.
    ///
    /// - Returns: the paths of the removed files.
    private func remove(_ orphans: [Orphan], _ console: Console) throws -> Set<String> {
        let removable = orphans.filter(\.isRemovable).map(\.path)
        let shown = removable.prefix(3).joined(separator: ", ") + (removable.count > 3 ? " and \(removable.count - 3) others" : "")
        let question = "Remove files that no model needs any more: \(shown)?"
        guard !removable.isEmpty, removeOrphans || !watch && console.confirm(question) else { return [] }
        try FileWriter.remove(removable)
        for path in removable { console.detail("removed: \(path)") }
        return Set(removable)
    }

    /// What the command line states about the outputs of the one named model.
    private var overrides: [String] {
        [("swift", swift), ("sql", sql), ("access", access?.rawValue), ("snapshots", snapshots ? "" : nil)].compactMap { name, value in
            value.map { "\(name)=\($0)" }
        }
    }

    /// Options of the command line replace those of the configuration for the one named model.
    private func request(_ entry: LoadedModels.Entry) -> OutputRequest {
        let configuration = entry.configuration
        var request = OutputRequest(configuration)
        if selection.model != nil {
            request = OutputRequest(configuration, swiftFolder: swift, sqlFile: sql)
        }
        if let access { request.access = access }
        if snapshots { request.snapshots = true }
        return request
    }
}

extension AccessLevel: ExpressibleByArgument {}
