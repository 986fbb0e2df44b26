import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel

/// The models of a command, read and checked: the result of ``ModelLoader``.
struct LoadedModels {
    /// A model without errors.
    struct Entry {
        var loaded: LoadedModel
        var checked: CheckedModel
        /// The errors of its history that the command can fix.
        var forgiven: [Finding]

        /// The model's own file.
        var file: InputFile { loaded.file }
        /// The files that it includes.
        var included: [InputFile] { loaded.included }
        var configuration: ModelConfiguration { loaded.configuration }
        var historyFiles: HistoryFiles { loaded.history.files }
        /// Its findings, which ``LoadedModels/findings`` contains too.
        var findings: [Finding] { loaded.findings }
        /// All its inputs.
        var inputs: [InputFile] { loaded.inputs }
    }

    /// A model with its history, even with errors.
    struct State {
        var name: String
        /// nil if it has errors.
        var model: Model?
        var files: HistoryFiles
        /// nil if it cannot be read.
        var history: ModelHistory?
    }

    /// An unchanged model with its earlier results.
    struct Remembered {
        var name: String
        var record: ResultMemory.Record
    }

    var entries: [Entry] = []
    var states: [State] = []
    /// The models to check.
    var configured: [ModelConfiguration] = []
    /// The unchanged models, which have no entries.
    var remembered: [Remembered] = []
    /// The findings of loading, with the texts and the rules to judge them.
    var findings: RunFindings

    /// The outputs of unchanged models.
    var rememberedClaims: [OutputClaim] { remembered.flatMap(\.record.claims) }

    /// The findings so far, model by model in the configuration's order, whichever of the models were remembered.
    func inOrder(_ findings: RunFindings) -> RunFindings { findings.inOrder(ofModels: configured.map(\.name)) }

    /// Whether the outputs of a model are unknown.
    var hasBrokenModel: Bool { entries.count < states.count }

    /// The only model.
    /// - Throws: ``CouldNotRun`` if there are several.
    func onlyEntry() throws(CouldNotRun) -> Entry {
        guard let entry = entries.first, entries.count == 1 else {
            let names = entries.map { "'\($0.file.path)'" }.joined(separator: ", ")
            throw CouldNotRun(entries.isEmpty ? "no model has this name" : "name one of the models: \(names)")
        }
        return entry
    }
}

extension LoadedModels.Entry {
    /// Refuses a model of another program's file.
    func checkHasVersions() throws(CouldNotRun) {
        if checked.model.isExisting { throw CouldNotRun(noVersions(of: file.path)) }
    }

    /// Why a command that needs versions does not run.
    func noVersions(of path: String) -> String {
        "'\(path)' has no versions: the model '\(checked.model.name.text)' has 'layout: existing', so the other program keeps the schema. "
            + "A container compares the tables when it opens the file."
    }
}

extension LoadedModels {
    /// Prints the findings if one is an error.
    /// - Throws: exit code 1 then.
    func stopOnErrors(_ console: Console) throws {
        guard findings.hasErrors else { return }
        var report = FindingReport(findings, on: console)
        try report.print()
    }
}
