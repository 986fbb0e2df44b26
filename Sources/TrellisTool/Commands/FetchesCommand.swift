import ArgumentParser
import Diagnostics
import SQLiteStorage

struct FetchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetches",
        abstract: "Prints the SQL of named fetches, fetched properties and searches, and in plain words what SQLite does for it.",
        discussion: """
            SQLite plans each fetch against the schema, in an empty database and without statistics, as it does in files in \
            which nobody has said ANALYZE. Where it looks at every row or sorts, and an index would spare it that, the index \
            is named: it was made, and the fetch planned again. An entity that is 'small' needs none.

            Examples:
              trellis fetches Orders.yaml                              all of a model
              trellis fetches Orders.yaml --entity Order               those of one entity
              trellis fetches Orders.yaml --entity Order --fetch unpaid
              trellis fetches Orders.yaml --format json                for programs
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The entity whose fetches are printed.", completion: Completions.entities)
    var entity: String?

    @Option(
        help: "The fetch or fetched property that is printed, or those of this name; 'search' for full-text searches.",
        completion: Completions.fetches)
    var fetch: String?

    @Option(help: "How to print: text or json.")
    var format = Format.text

    @OptionGroup var output: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func run() throws {
        try output.run("fetches") { console in
            var run = try Run(selection, console)
            // What is to be said of plans stands beside them here.
            run.leaveOut(SchemaVerifier.adviceCodes)
            try run.report()
            let plans = run.entries.flatMap { entry in
                SchemaVerifier.plans(of: entry.checked.model, entry.checked.schema).map {
                    FetchPlanText($0, model: entry.checked.model)
                }
            }
            let chosen = plans.filter { $0.isOf(entity: entity, fetch: fetch) }
            if chosen.isEmpty, entity != nil || fetch != nil { throw notFound(among: plans) }
            switch format {
            case .text:
                let blocks = Array(chosen.map(\.lines).joined(separator: [""]))
                console.printLines(blocks.isEmpty ? ["nothing is fetched by a name"] : blocks)
            case .json:
                console.printResult(JSONValue.object([("fetches", .array(chosen.map(\.json)))]).rendered)
            }
        }
    }

    /// Says what is not there, and what may have been meant.
    private func notFound(among plans: [FetchPlanText]) -> CouldNotRun {
        let names: [String]
        let missing: String
        if let entity, !plans.contains(where: { $0.isOf(entity: entity, fetch: nil) }) {
            (missing, names) = (entity, plans.map(\.entity))
        } else {
            (missing, names) = (fetch ?? "", plans.filter { $0.isOf(entity: entity, fetch: nil) }.map(\.name))
        }
        let hint = Spelling.nearest(to: missing, in: names).map { "; did you mean '\($0)'?" } ?? ""
        let message = missing == entity ? "'\(missing)' has no named fetches" : "no fetch is named '\(missing)'"
        return CouldNotRun(message + hint)
    }
}
