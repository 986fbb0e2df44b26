import ArgumentParser
import Diagnostics
import SwiftGeneration

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift classes and the SQLite schema of models.",
        discussion: """
            Nothing is written unless every model is valid, and a file that is current already is not touched. A generated \
            file that no model of trellis.yaml makes any more is told of, and removed only with consent: by an option, or an \
            answer on a terminal. One that somebody has changed is never removed.

            Examples:
              trellis generate                                         what trellis.yaml asks for
              trellis generate --remove-orphans                        without files of entities that are gone
              trellis generate Orders.yaml --swift Sources/Store       the classes of one model
              trellis generate Orders.yaml --sql orders.sql            its schema
              trellis generate --watch                                 again whenever a model changes
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The folder that gets the Swift files of the named model.", completion: .directory)
    var swift: String?

    @Option(help: "The file that gets the schema of the named model.", completion: .file(extensions: ["sql"]))
    var sql: String?

    @Option(help: "Who can use the classes of the named model: internal, package or public.")
    var access: AccessLevel?

    @Flag(help: "Give each class of the named model a struct of its values.")
    var snapshots = false

    @Flag(help: "Remove generated files that no model of trellis.yaml makes any more.")
    var removeOrphans = false

    @Flag(help: .init("Write a fixed number of Swift files, as the build plugin declares them.", visibility: .hidden))
    var plugin = false

    @Flag(help: "Stay, and write again what changes when a model or the configuration does, until Ctrl-C.")
    var watch = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if selection.model == nil, swift != nil || sql != nil || access != nil || snapshots || plugin {
            throw ValidationError("--swift, --sql, --access and --snapshots belong to a model's file that is named.")
        }
        if selection.model != nil, removeOrphans {
            throw ValidationError("--remove-orphans is for the models of trellis.yaml: only they are known to be all.")
        }
        if selection.model != nil, swift == nil, sql == nil {
            throw ValidationError("Say what to write: --swift DIR, --sql FILE or both.")
        }
        // As a variable of a script's is that was never set.
        if swift == "" || sql == "" { throw ValidationError("--swift and --sql name a folder and a file: the name is empty.") }
    }

    func run() throws {
        guard watch else { return try output.run("generate") { try generate($0) } }
        try Watch.run({ if !output.quiet { Terminal.printError($0.visible()) } }) { watched in
            try output.run("generate") { try generate($0, watched) }
        }
    }

    private func generate(_ console: Console, _ watched: WatchedFiles? = nil) throws {
        var run = try Run(selection, console, goesByFileName: plugin, watched: watched, expired: .warning)
        let outputs = run.entries.map { entry in
            let request = request(entry)
            if request.snapshots { run.add(NameChecks.checkSnapshots(entry.checked.model), ofModel: entry.configuration.name) }
            return request.outputs(of: entry)
        }
        run.add(outputs)
        try run.report()
        var summary = try FileWriter.write(outputs.flatMap(\.generated)) { console.detail("written: \($0)") }
        summary.written += try FileWriter.begin(outputs.flatMap(\.begun)) { console.detail("begun: \($0)") }
        if selection.model == nil { summary.removed = try tidy(&run, outputs.flatMap(\.claims), console) }
        if !plugin { console.say("\(summary)") }
        try run.report()
    }

    /// Removes files that no model makes any more, with consent, and tells of those that stay. Nobody is asked while watching.
    /// - Returns: how many are removed.
    private func tidy(_ run: inout Run, _ claims: [OutputClaim], _ console: Console) throws -> Int {
        let orphans = Orphan.all(of: run.entries.map(\.configuration), claims: claims)
        let removable = orphans.filter(\.isRemovable).map(\.path)
        let shown = removable.prefix(3).joined(separator: ", ") + (removable.count > 3 ? " and \(removable.count - 3) others" : "")
        let question = "Remove what no model makes any more: \(shown)?"
        guard !removable.isEmpty, removeOrphans || !watch && console.confirm(question) else {
            run.tell(of: orphans)
            return 0
        }
        try FileWriter.remove(removable)
        for path in removable { console.detail("removed: \(path)") }
        run.tell(of: orphans.filter { !$0.isRemovable })
        return removable.count
    }

    /// What the command line says of the one named model goes before what the configuration says.
    private func request(_ entry: Run.Entry) -> OutputRequest {
        let configuration = entry.configuration
        var request = OutputRequest(configuration)
        if selection.model != nil {
            request = OutputRequest(configuration, swiftFolder: swift, sqlFile: sql, mode: plugin ? .plugin : .committed)
        }
        if let access { request.access = access }
        if snapshots { request.snapshots = true }
        return request
    }
}

extension AccessLevel: ExpressibleByArgument {}
