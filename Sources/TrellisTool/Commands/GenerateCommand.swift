import ArgumentParser
import Diagnostics
import Foundation
import SwiftGeneration
import Templates

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift classes and the SQLite schema of models.",
        discussion: """
            Nothing is written unless every model is valid, and a file that is current already is not touched.

            Examples:
              trellis generate                                         what trellis.yaml asks for
              trellis generate Orders.yaml --swift Sources/Store       the classes of one model
              trellis generate Orders.yaml --sql orders.sql            its schema
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The folder that gets the Swift files of the named model.")
    var swift: String?

    @Option(help: "The file that gets the schema of the named model.")
    var sql: String?

    @Option(help: "Who can use the classes of the named model: internal, package or public.")
    var access: AccessLevel?

    @Flag(help: "Give each class of the named model a struct of its values.")
    var snapshots = false

    @Flag(help: .init("Write a fixed number of Swift files, as the build plugin declares them.", visibility: .hidden))
    var plugin = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if selection.model == nil, swift != nil || sql != nil || access != nil || snapshots || plugin {
            throw ValidationError("--swift, --sql, --access and --snapshots belong to a model's file that is named.")
        }
        if selection.model != nil, swift == nil, sql == nil {
            throw ValidationError("Say what to write: --swift DIR, --sql FILE or both.")
        }
    }

    func run() throws {
        try output.run("generate") { console in
            var run = try Run(selection, console, goesByFileName: plugin)
            var outputs = [FileWriter.Output]()
            for entry in run.entries {
                let request = request(entry)
                if request.snapshots { run.add(NameChecks.checkSnapshots(entry.checked.model)) }
                do throws(ShellError) {
                    outputs += try request.files(of: entry)
                } catch {
                    run.add(error.findings)
                }
            }
            try run.report()
            try checkDistinct(outputs, from: run.entries.flatMap { [$0.file] + $0.included + $0.historyFiles.inputs })
            let summary = try FileWriter.write(outputs) { console.detail("written: \($0)") }
            if !plugin { console.say("\(summary)") }
        }
    }

    /// What the command line says of the one named model goes before what the configuration says.
    private func request(_ entry: Run.Entry) -> OutputRequest {
        var request = OutputRequest(entry.configuration)
        if selection.model != nil { (request.swiftFolder, request.sqlFile) = (swift, sql) }
        if let access { request.access = access }
        if snapshots { request.snapshots = true }
        if plugin { request.mode = .plugin }
        return request
    }

    /// Two models that write one file would undo each other in turn, and a model's own file is a person's.
    private func checkDistinct(_ outputs: [FileWriter.Output], from models: [InputFile]) throws(CouldNotRun) {
        func place(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
        let inputs = Set(models.map { place($0.path) })
        var seen = Set<String>()
        for output in outputs {
            let place = place(output.path)
            if inputs.contains(place) { throw CouldNotRun("'\(output.path)' is a file of the model and is not written over") }
            if !seen.insert(place).inserted {
                throw CouldNotRun("two models would write '\(output.path)': give them different folders")
            }
        }
    }
}

extension AccessLevel: ExpressibleByArgument {}
