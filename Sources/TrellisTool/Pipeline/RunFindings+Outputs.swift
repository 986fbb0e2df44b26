import Diagnostics
import ProjectFiles

extension RunFindings {
    /// Adds the findings of outputs and their paths.
    /// - Parameter models: the models with their inputs. Outputs of unchanged models count too.
    mutating func add(_ outputs: [ModelOutputs], of models: LoadedModels) {
        add(
            outputs, of: models.configured,
            inputs: models.remembered.flatMap(\.record.inputs) + models.entries.flatMap { $0.inputs.map(\.path) },
            others: models.rememberedClaims)
    }

    /// Adds the findings of orphans.
    mutating func add(_ orphans: [Orphan]) {
        keep(orphans.compactMap { try? InputFile(reading: $0.path) })
        add(orphans.map(\.finding))
    }
}
