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
            for entry in run.entries where hasSnapshots(entry) { run.add(NameChecks.checkSnapshots(entry.checked.model)) }
            for entry in run.entries {
                switch files(of: entry) {
                case .success(let files): outputs += files
                case .failure(let error): run.add(error.findings)
                }
            }
            try run.report()
            try checkDistinct(outputs, from: run.entries.flatMap { [$0.file] + $0.included + $0.historyFiles.inputs })
            let summary = try FileWriter.write(outputs) { console.detail("written: \($0)") }
            if !plugin { console.say("\(summary)") }
        }
    }

    private func hasSnapshots(_ entry: Run.Entry) -> Bool { snapshots || entry.configuration.snapshots }

    private func files(of entry: Run.Entry) -> Result<[FileWriter.Output], ShellError> {
        let checked = entry.checked
        // A draft is not among them: its plan can still become another one.
        let plans = checked.history.plans()
        let generator = FileGenerator(
            model: checked.model, schema: checked.schema, source: entry.file.name, migrations: checked.schema.identity.isDraft ? [] : plans)
        // What the command line says of the one named model goes before what the configuration says.
        let swiftFolder = selection.model == nil ? entry.configuration.swiftFolder : swift
        let sqlFile = selection.model == nil ? entry.configuration.sqlFile : sql

        var outputs = [FileWriter.Output]()
        do throws(ShellError) {
            if let swiftFolder {
                let level = access ?? entry.configuration.access
                for file in try generator.swiftFiles(plugin ? .plugin : .committed, access: level, snapshots: hasSnapshots(entry)) {
                    outputs.append(.init(path: "\(swiftFolder)/\(file.name)", text: file.text))
                }
            }
            if let sqlFile {
                let file = try generator.sqlFile(named: URL(filePath: sqlFile).lastPathComponent)
                outputs.append(.init(path: sqlFile, text: file.text))
            }
        } catch {
            return .failure(error)
        }
        return .success(outputs)
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
