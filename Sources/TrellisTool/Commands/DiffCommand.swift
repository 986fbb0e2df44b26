import ArgumentParser
import SchemaEvolution

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
            guard let former, let latter else { return try sources.report() }
            let difference = ModelDifference(from: former, to: latter)
            switch format {
            case .text: Terminal.printResult(DifferenceText.lines(difference).joined(separator: "\n"))
            case .json: Terminal.printResult(DifferenceText.json(difference).rendered)
            }
        }
    }
}
