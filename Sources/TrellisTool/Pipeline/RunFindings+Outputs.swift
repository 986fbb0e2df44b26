import Diagnostics

extension RunFindings {
    /// Adds the findings of outputs and their paths.
    /// - Parameter models: the models with their inputs. Outputs of unchanged models count too.
    mutating func add(_ outputs: [ModelOutputs], of models: LoadedModels) {
        for outputs in outputs {
            keep(outputs.templates)
            addNew(outputs.findings)
        }
        let templates = outputs.flatMap { $0.templates.map(\.path) }
        let inputs = models.remembered.flatMap(\.inputs) + models.entries.flatMap { $0.inputs.map(\.path) }
            + models.configured.compactMap(\.configuration)
        let claims = models.remembered.flatMap(\.claims) + outputs.flatMap(\.claims)
        let claimFindings = claims.findings(
            inputs: inputs + templates, histories: models.configured.map { HistoryFolder.path(besideModel: $0.path) })
        // An input is not reported as a file of the user again.
        let reported = Set(claimFindings.map(\.span))
        add(claimFindings + outputs.flatMap(\.generated).findings.filter { !reported.contains($0.span) })
    }

    /// Adds the findings of orphans.
    mutating func add(_ orphans: [Orphan]) {
        keep(orphans.compactMap { try? InputFile(reading: $0.path) })
        add(orphans.map(\.finding))
    }
}
