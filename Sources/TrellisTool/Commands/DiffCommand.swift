import ArgumentParser
import ProjectFiles
import SchemaEvolution

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the differences between two versions of a model",
        discussion: """
            Shows changes of meaning: those that change the schema, data or a fetch. Docs, comments and the order of names do not \
            count. A note marks a stricter rule that old rows may break. Name a version by a model's file, by a git revision as \
            'REVISION:FILE', or by the number of a frozen version. A rename that decisions state is shown as a rename.

            Examples:
              trellis diff Orders.yaml                      what changed since the last commit
              trellis diff main:Orders.yaml Orders.yaml     since the branch 'main'
              trellis diff old/Orders.yaml new/Orders.yaml  between two files
              trellis diff 1 2 --model Orders.yaml          between two frozen versions
              trellis diff 2 --model Orders.yaml            since version 2
              trellis diff Orders.yaml --format json        for programs
            """)

    @Argument(
        help: "The old version. A model's file alone is compared with the last commit, and a number alone with the model.",
        completion: Completions.models)
    var old: String

    @Argument(help: "The new version.", completion: Completions.models)
    var new: String?

    @OptionGroup var versions: VersionOptions

    @Option(help: "The output format: text or json.")
    var format = Format.text

    @OptionGroup var output: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func run() throws {
        try output.run("diff") { console in
            var sources = VersionPair.Sources(console, model: versions.model, decisions: versions.decisions)
            guard let pair = try sources.pair(from: old, to: new) else { return try sources.printFindings() }
            let difference = ModelDifference(pair.match)
            let tightened = TightenedRule.all(in: pair.match)
            switch format {
            case .text: console.printLines(DifferenceText.lines(difference, tightened))
            case .json: console.printResult(DifferenceText.json(difference, tightened).rendered)
            }
        }
    }
}
