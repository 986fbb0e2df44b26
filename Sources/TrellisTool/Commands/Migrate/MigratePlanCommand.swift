import ArgumentParser
import Diagnostics
import SQLiteStorage
import SchemaEvolution
import StoreMigration

struct MigratePlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Prints the SQL that makes a store of one version one of another.",
        discussion: """
            A version is a model's file, or one of a git revision as 'REVISION:FILE'. What nothing tells is decided in a file: \
            new names, reasons for what is lost, values of what is new. Where a decision is missing, the lines for it are printed. \
            The plan is run on a database of the old version with difficult rows before it is printed, and what comes of it is \
            compared with a fresh one. Nothing is written.

            Examples:
              trellis migrate plan HEAD:Orders.yaml Orders.yaml
              trellis migrate plan old.yaml new.yaml --decisions 2.migration.yaml
            """)

    @Argument(help: "The older version.")
    var old: String

    @Argument(help: "The newer version.")
    var new: String

    @Option(help: "The file with the decisions.")
    var decisions: String?

    func run() throws {
        try reportingFailures {
            var sources = ModelSources()
            let former = try sources.read(old)
            let latter = try sources.read(new)
            let decided = try sources.readDecisions(decisions)
            guard let former, let latter, let decided else { return try sources.report() }
            let (from, to) = (StoredVersion(former), StoredVersion(latter))
            let (plan, findings) = MigrationPlanner.plan(from: from, to: to, decided)
            sources.add(findings)
            if let plan { sources.add(MigrationProof(from: from, to: to).findings(of: plan)) }
            try sources.report()
            if let plan { Terminal.printResult(MigrationScript.text(plan, from: String(plan.fromHash.prefix(8)), to: String(plan.toHash.prefix(8)))) }
        }
    }
}
