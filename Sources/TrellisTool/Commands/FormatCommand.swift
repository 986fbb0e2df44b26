import ArgumentParser
import Diagnostics
import SchemaModel

extension FindingCode {
    static let notFormatted = FindingCode("TR0001")
}

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

    @Argument(help: "Models' files; without any the models of trellis.yaml.")
    var models: [String] = []

    @Option(help: "The configuration; trellis.yaml in this folder unless told otherwise.")
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
            let files = try run.entries.flatMap(formatted).filter { seen.insert($0.file.path).inserted }
            if check { run.add(files.compactMap(difference)) }
            try run.report()
            if check {
                console.say(files.count == 1 ? "1 file is formatted" : "\(files.count) files are formatted")
            } else {
                let outputs = files.map { FileWriter.Output(path: $0.file.path, text: $0.text) }
                console.say("\(try FileWriter.write(outputs, ownedBy: .person))")
            }
        }
    }

    /// A file with its formatted text.
    private struct Formatted {
        var file: InputFile
        var text: String
        /// The path of the model that it belongs to.
        var model: String
    }

    /// The files of a model, which are known to mean the same together: a mistake of ours must not cost a person a model.
    private func formatted(_ entry: Run.Entry) throws(CouldNotRun) -> [Formatted] {
        let path = entry.file.path
        let files = ([entry.file] + entry.included).map { file in
            Formatted(file: file, text: ModelFormatter.format(file.bytes) ?? "", model: path)
        }
        let texts = Dictionary(files.map { ($0.file.path, Array($0.text.utf8)) }, uniquingKeysWith: { first, _ in first })
        let model = ModelReader.read(texts[path] ?? [], file: path) { texts[$0] ?? [] }.model
        guard model?.meaningHash == entry.checked.model.meaningHash else {
            throw CouldNotRun("formatting '\(path)' would change what it means, so it is left: please report this")
        }
        return files
    }

    private func difference(of formatted: Formatted) -> Finding? {
        let file = formatted.file
        guard !file.bytes.elementsEqual(formatted.text.utf8) else { return nil }
        let pairs = zip(file.text.unicodeScalars, formatted.text.unicodeScalars)
        var place = SourceLocation(line: 1, column: 1)
        for (scalar, _) in pairs.prefix(while: { $0 == $1 }) {
            place = scalar == "\n" ? .init(line: place.line + 1, column: 1) : .init(line: place.line, column: place.column + 1)
        }
        return Finding(
            .notFormatted, "the file is not formatted", at: SourceSpan(file: file.path, start: place, end: place),
            suggestion: .init("run 'trellis format \(formatted.model)'"))
    }
}
