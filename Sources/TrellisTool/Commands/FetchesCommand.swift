import ArgumentParser
import Diagnostics
import ProjectFiles
import SQLiteStorage

struct FetchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetches",
        abstract: "Show the SQL and SQLite's plan of fetches and searches",
        discussion: """
            SQLite plans each fetch against the schema, in an empty database without statistics, like a store without ANALYZE. If a \
            fetch reads every row or sorts, Trellis tries indexes and names one that avoids it. Entities with 'small: true' get no \
            such advice.

            The line 'live list' names how lists of the fetched objects follow changes:
              rows      they judge the changed objects
              related   they also judge objects that lead to a changed one
              window    the same, within a limit
              again     they run the fetch again

            Examples:
              trellis fetches Orders.yaml                              all fetches of a model
              trellis fetches Orders.yaml --entity Order               the fetches of one entity
              trellis fetches Orders.yaml --entity Order --fetch unpaid
              trellis fetches Orders.yaml --format json                for programs
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "Only the fetches of this entity.", completion: Completions.entities)
    var entity: String?

    @Option(
        help: "Only the fetch or fetched property of this name; 'search' for full-text searches.",
        completion: Completions.fetches)
    var fetch: String?

    @Option(help: "The output format: text or json.")
    var format = Format.text

    @OptionGroup var output: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func run() throws {
        try output.run("fetches") { console in
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            // The remarks on plans are printed with the plans.
            report.findings.leaveOut(SchemaVerifier.adviceCodes)
            try report.print()
            let plans = models.entries.flatMap { entry in
                SchemaVerifier.plans(of: entry.checked.model, entry.checked.schema).map {
                    FetchPlanText($0, model: entry.checked.model)
                }
            }
            let chosen = plans.filter { $0.isOf(entity: entity, fetch: fetch) }
            if chosen.isEmpty, entity != nil || fetch != nil { throw notFound(among: plans) }
            switch format {
            case .text:
                let blocks = Array(chosen.map(\.lines).joined(separator: [""]))
                console.printLines(blocks.isEmpty ? ["there are no named fetches"] : blocks)
            case .json:
                console.printResult(JSONValue.object([("fetches", .array(chosen.map(\.json)))]).rendered)
            }
        }
    }

    /// Reports the missing entity or fetch, and the likely one.
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
