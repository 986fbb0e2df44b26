import ArgumentParser
import ProjectFiles
import SchemaEvolution
import SchemaModel

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

    @Option(
        help: "The model of numbered versions. (default: the only model of trellis.yaml)",
        completion: Completions.models)
    var model: String?

    @Option(
        help: "The file with the decisions of a step between the versions. (default: those of numbered versions)",
        completion: Completions.models)
    var decisions: String?

    @Option(help: "The output format: text or json.")
    var format = Format.text

    @OptionGroup var output: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func run() throws {
        try output.run("diff") { console in
            var sources = ModelSources(console)
            let formerPath = try version(old)
            let isNumber = formerPath != old
            let latterPath = try new.map(version) ?? (isNumber ? ModelSelection.onlyModel(model) : old)
            guard let former = try sources.read(new == nil && !isNumber ? "HEAD:\(old)" : formerPath),
                let latter = try sources.read(latterPath),
                let decided = try decisions == nil && isNumber ? decided(latter) : sources.readDecisions(decisions)
            else { return try sources.printFindings() }
            let match = ModelMatch(from: former, to: latter, decided)
            let difference = ModelDifference(match)
            let tightened = TightenedRule.all(in: match)
            switch format {
            case .text: console.printLines(DifferenceText.lines(difference, tightened))
            case .json: console.printResult(DifferenceText.json(difference, tightened).rendered)
            }
        }
    }

    /// The decisions of the history from the numbered old version to the new one, which is a number too or the live model.
    private func decided(_ latter: Model) throws -> MigrationDecisions {
        guard let first = Int(old) else { return .init() }
        let model = try ModelSelection.onlyModel(model)
        let last = try new.flatMap { try version($0) == $0 ? nil : Int($0) }
        guard last != nil || new == nil || new == model,
            let history = HistoryReader.read(try HistoryFolder.read(besideModel: model)).history
        else { return .init() }
        return history.decisions(from: first, to: last, live: latter)
    }

    private func version(_ name: String) throws(CouldNotRun) -> String { try HistoryFolder.path(ofVersion: name, model: model) }
}
