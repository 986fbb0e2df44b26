import Diagnostics
import Foundation
import Predicates
import ProjectFiles
import SwiftGeneration

/// Generates the classes of a model, as `trellis generate` does, into a number of files that does not depend on the model.
///
/// It remembers nothing: SwiftPM remembers itself, and lets a plugin's program write nowhere else.
enum Generation {
    /// Writes nothing unless the model is valid, and does not touch current files.
    ///
    /// - Returns: whether the files have no error; their findings are printed.
    /// - Throws: ``CouldNotRun``
    static func run(_ arguments: Arguments) throws(CouldNotRun) -> Bool {
        var findings = RunFindings(today: CalendarDay(of: Date()))
        let configured = try arguments.configuration.map { path throws(CouldNotRun) in try findings.readConfiguration(path) } ?? []
        let configuration = ModelConfiguration(named: arguments.model, among: configured)
        // A build that passed once must not fail on a later day.
        findings.addExpiredSuppressions(of: [configuration], as: .warning)
        let file = try InputFile(reading: arguments.model)
        let history = LoadedHistory(try HistoryFolder.read(besideModel: arguments.model))
        let model = LoadedModel(configuration, file: file, history: history, goesByName: true)
        findings.add(model)
        let outputs = outputs(of: model, in: arguments.folder, &findings)
        tell(findings)
        if findings.hasErrors { return false }
        _ = try FileWriter.write(outputs?.generated ?? [])
        return true
    }

    /// The files of a valid model, whose findings are added.
    private static func outputs(of model: LoadedModel, in folder: String, _ findings: inout RunFindings) -> ModelOutputs? {
        guard let checked = model.valid else { return nil }
        let request = OutputRequest(model.configuration, swiftFolder: folder, mode: .plugin)
        if request.snapshots { findings.add(NameChecks.checkSnapshots(checked.model), ofModel: model.configuration.name) }
        let outputs = request.outputs(of: checked, source: model.file.name)
        findings.add([outputs], of: [model.configuration], inputs: model.inputs.map(\.path))
        return outputs
    }

    /// Prints findings on the error stream.
    private static func tell(_ findings: RunFindings) {
        let shown = findings.judged.filter { $0.suppression == nil }.map(\.finding)
        let style = TextStyle.automatic(isTerminal: isatty(STDERR_FILENO) == 1)
        let text = TextRenderer(sources: findings.texts, style: style).render(shown)
        if !text.isEmpty { Terminal.printError(text) }
    }
}
