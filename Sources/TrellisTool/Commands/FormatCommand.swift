import ArgumentParser
import ProjectFiles

struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format models in their canonical form",
        discussion: """
            Keeps comments, docs, meaning and the order of names. Formats included files too. Writes nothing unless every model is \
            valid, and does not touch files that are formatted already.

            Examples:
              trellis format                 the models of trellis.yaml
              trellis format Orders.yaml     one model
              trellis format --check         reports unformatted files and writes nothing
            """)

    @Argument(help: "Model files. (default: the models of trellis.yaml)", completion: Completions.models)
    var models: [String] = []

    @Option(help: "The configuration. (default: trellis.yaml)", completion: Completions.models)
    var config: String?

    @Flag(help: "Write nothing; report unformatted files as findings.")
    var check = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !models.isEmpty, config != nil { throw ValidationError("Name model files or a configuration, not both.") }
    }

    func run() throws {
        try output.run("format") { console in
            let loaded = try ModelLoader.load(files: models, config: config, console)
            var report = FindingReport(loaded.findings, on: console)
            var seen = Set<String>()
            // Models can share a file.
            let files = try loaded.entries.flatMap { try FormattedFile.all(of: $0) }.filter { seen.insert($0.file.path).inserted }
            if check { report.findings.add(files.compactMap(\.finding)) }
            try report.print()
            if check {
                console.say(files.count == 1 ? "1 file is formatted" : "\(files.count) files are formatted")
            } else {
                let outputs = files.map { FileWriter.Output(path: $0.file.path, text: $0.text) }
                console.say("\(try FileWriter.write(outputs, ownedBy: .person))")
            }
        }
    }
}
