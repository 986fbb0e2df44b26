import ArgumentParser

struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Writes models in one form, and keeps their comments.",
        discussion: """
            What a model means does not change, nor do its docs and the order of what has a name. The files that it includes \
            are formatted with it. Nothing is written unless every model is valid, and a file that is formatted already is not \
            touched.

            Examples:
              trellis format                 the models of trellis.yaml
              trellis format Orders.yaml     one model
              trellis format --check         tells which are not formatted, and writes nothing
            """)

    @Argument(help: "Models' files; without any the models of trellis.yaml.", completion: Completions.models)
    var models: [String] = []

    @Option(help: "The configuration; trellis.yaml in this folder unless told otherwise.", completion: Completions.models)
    var config: String?

    @Flag(help: "Write nothing; a file that is not formatted is a finding.")
    var check = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !models.isEmpty, config != nil { throw ValidationError("Name models' files or a configuration, not both.") }
    }

    func run() throws {
        try output.run("format") { console in
            var run = try Run(files: models, config: config, console)
            var seen = Set<String>()
            // Models can share a file.
            let files = try run.entries.flatMap { try FormattedFile.all(of: $0) }.filter { seen.insert($0.file.path).inserted }
            if check { run.add(files.compactMap(\.finding)) }
            try run.report()
            if check {
                console.say(files.count == 1 ? "1 file is formatted" : "\(files.count) files are formatted")
            } else {
                let outputs = files.map { FileWriter.Output(path: $0.file.path, text: $0.text) }
                console.say("\(try FileWriter.write(outputs, ownedBy: .person))")
            }
        }
    }
}
