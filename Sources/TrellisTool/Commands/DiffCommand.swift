import ArgumentParser
import Diagnostics
import SchemaEvolution
import SchemaModel

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tells what differs between two versions of a model.",
        discussion: """
            Differences are those of meaning: what changes the schema, data or a fetch. Docs, comments and the order of names \
            are none. A version is a model's file, or one of a git revision as 'REVISION:FILE'.

            Examples:
              trellis diff Orders.yaml                      what changed since the last commit
              trellis diff main:Orders.yaml Orders.yaml     since the branch 'main'
              trellis diff old/Orders.yaml new/Orders.yaml  between two files
              trellis diff Orders.yaml --format json        for programs
            """)

    @Argument(help: "The older version; with one version alone, the one to compare with the last commit.")
    var old: String

    @Argument(help: "The newer version.")
    var new: String?

    @Option(help: "How to print: text or json.")
    var format = Format.text

    enum Format: String, ExpressibleByArgument {
        case text, json
    }

    func run() throws {
        try reportingFailures {
            var sources = ModelSources()
            let former = try sources.read(new == nil ? "HEAD:\(old)" : old)
            let latter = try sources.read(new ?? old)
            guard let former, let latter else {
                Terminal.printError(sources.rendered)
                throw ExitCode.findings
            }
            let difference = ModelDifference(from: former, to: latter)
            switch format {
            case .text: Terminal.printResult(DifferenceText.lines(difference).joined(separator: "\n"))
            case .json: Terminal.printResult(DifferenceText.json(difference).rendered)
            }
        }
    }
}

/// Models read for their meaning alone: a version that was good once is compared even where a check has been added since.
private struct ModelSources {
    private var texts: [String: String] = [:]
    private var findings: [Finding] = []

    /// The model of a version; nil where it has errors.
    /// - Throws: ``CouldNotRun`` where it cannot be read.
    mutating func read(_ version: String) throws(CouldNotRun) -> Model? {
        let file = try InputFile(readingVersion: version)
        var included = [InputFile]()
        let result = ModelReader.read(file.bytes, file: file.path) { path in
            let file = try InputFile(readingVersion: path)
            included.append(file)
            return file.bytes
        }
        for file in [file] + included { texts[file.path] = file.text }
        // Warnings are for whoever edits the model.
        findings += result.findings.filter { $0.severity == .error }
        return result.model
    }

    var rendered: String { TextRenderer(sources: texts).render(findings) }
}
