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
            What a model means does not change, nor do its docs and the order of what has a name. Nothing is written unless \
            every model is valid, and a file that is formatted already is not touched.

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

    func validate() throws {
        if !models.isEmpty, config != nil { throw ValidationError("Name models' files or a configuration, not both.") }
    }

    func run() throws {
        try reportingFailures {
            var run = try Run(files: models, config: config)
            let outputs = try run.entries.map { entry in
                FileWriter.Output(path: entry.file.path, text: try formatted(entry))
            }
            if check {
                run.add(zip(run.entries, outputs).compactMap { difference(of: $0.file, from: $1) })
            }
            try run.report()
            if check {
                Terminal.printResult(outputs.count == 1 ? "1 file is formatted" : "\(outputs.count) files are formatted")
            } else {
                Terminal.printResult("\(try FileWriter.write(outputs, ownedBy: .person))")
            }
        }
    }

    /// The formatted text, which is known to mean the same: a mistake of ours must not cost a person a model.
    private func formatted(_ entry: Run.Entry) throws(CouldNotRun) -> String {
        let text = ModelFormatter.format(entry.file.bytes)
        let model = text.flatMap { ModelReader.read(Array($0.utf8), file: entry.file.path).model }
        guard let text, model?.meaningHash == entry.checked.model.meaningHash else {
            throw CouldNotRun("formatting '\(entry.file.path)' would change what it means, so it is left: please report this")
        }
        return text
    }

    private func difference(of file: InputFile, from output: FileWriter.Output) -> Finding? {
        guard !file.bytes.elementsEqual(output.text.utf8) else { return nil }
        let pairs = zip(file.text.unicodeScalars, output.text.unicodeScalars)
        var place = SourceLocation(line: 1, column: 1)
        for (scalar, _) in pairs.prefix(while: { $0 == $1 }) {
            place = scalar == "\n" ? .init(line: place.line + 1, column: 1) : .init(line: place.line, column: place.column + 1)
        }
        return Finding(
            .notFormatted, "the file is not formatted", at: SourceSpan(file: file.path, start: place, end: place),
            suggestion: .init("run 'trellis format \(file.path)'"))
    }
}
