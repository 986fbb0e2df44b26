import Diagnostics

extension RunFindings {
    /// Adds the findings of outputs and their paths.
    /// - Parameters:
    ///   - models: the models of the run.
    ///   - inputs: the paths of their files.
    ///   - others: the outputs of models that are not generated again.
    package mutating func add(
        _ outputs: [ModelOutputs], of models: [ModelConfiguration], inputs: [String], others: [OutputClaim] = []
    ) {
        for outputs in outputs {
            keep(outputs.templates)
            addNew(outputs.findings)
        }
        let templates = outputs.flatMap { $0.templates.map(\.path) }
        let claimFindings = (others + outputs.flatMap(\.claims)).findings(
            inputs: inputs + models.compactMap(\.configuration) + templates,
            histories: models.map { HistoryFolder.path(besideModel: $0.path) })
        // An input is not reported as a file of the user again.
        let reported = Set(claimFindings.map(\.span))
        add(claimFindings + outputs.flatMap(\.generated).findings.filter { !reported.contains($0.span) })
    }
}
