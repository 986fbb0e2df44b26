import ArgumentParser
import Diagnostics

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks everything that has to be right before a change is merged.",
        discussion: """
            Models are valid and formatted; generated files are what the models make; histories are whole; a live model is a \
            frozen version, or 'draft: true' is said of it in trellis.yaml; each migration does on a database what it should. \
            What is wrong is told with the command that mends it. Nothing is written but what was found, which is kept outside \
            of the sources, in $XDG_CACHE_HOME/trellis or ~/.cache/trellis, so that a model that did not change is not looked \
            at again.

            Examples:
              trellis check                                 the models of trellis.yaml
              trellis check --report sarif=findings.sarif   for a code host as well
              trellis check --no-cache                      looks at everything again
              trellis check Orders.yaml                     one model and its history
            """)

    @OptionGroup var selection: ModelSelection

    @Option(name: .customLong("cache"), help: "The folder that keeps what was found.", completion: .directory)
    var cacheFolder: String?

    @Flag(name: .customLong("no-cache"), help: "Look at everything, and keep nothing of what is found.")
    var hasNoCache = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if cacheFolder == "" { throw ValidationError("--cache names a folder: the name is empty.") }
    }

    func run() throws {
        try output.run("check") { console in
            let memory = hasNoCache ? nil : CheckMemory(folder: cacheFolder, goesByName: selection.model == nil)
            var run = try Run(selection, console, memory: memory)
            var summaries = run.remembered.map(\.summary)
            var outputs = [ModelOutputs]()
            for entry in run.entries {
                let check = try ModelCheck(entry, known: memory?.record(of: entry.configuration)?.proofs ?? [:], console)
                run.add(check.findings, ofModel: entry.configuration.name)
                run.keep(check.compared)
                outputs.append(check.outputs)
                let summary = summary(of: entry)
                summaries.append(summary)
                memory?.keep(check, summary: summary)
            }
            let inputs = run.remembered.flatMap(\.inputs) + run.configured.compactMap(\.configuration)
            let remembered = (claims: run.remembered.flatMap(\.claims), inputs: inputs)
            run.add(outputs, remembered: remembered)
            // What a model makes that has errors, or whose templates have, is not known, and neither is what it does not make.
            if selection.model == nil, !run.hasBrokenModel, !outputs.contains(where: { $0.findings.containsError }) {
                run.tell(of: Orphan.all(of: run.configured, claims: remembered.claims + outputs.flatMap(\.claims)))
            }
            run.addUnusedSuppressions { _ in true }
            try run.report()
            for summary in summaries { console.say(summary) }
        }
    }

    private func summary(of entry: Run.Entry) -> String {
        let (model, history) = (entry.checked.model, entry.checked.history)
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return [
            "\(model.name.text): all right", count(model.entities.count, "entity", "entities"),
            count(history.versions.count, "version", "versions") + (entry.checked.schema.identity.isDraft ? " and a draft" : ""),
        ].joined(separator: ", ")
    }
}
