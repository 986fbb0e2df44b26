import Diagnostics
import ProjectFiles
import SQLiteImport
import SchemaEvolution
import SchemaModel

/// Writes the model of a database whose own file a program opens.
struct ExistingLayoutImport {
    private let translation: ExistingLayoutTranslation
    private let files: ImportedFiles
    private let last: LastImport?
    private let path: String
    /// The model's file.
    private let text: String

    init(_ database: SourceDatabase, _ files: ImportedFiles, after last: LastImport?) {
        translation = ExistingLayoutTranslation(database, named: files.modelName, last?.names ?? .none)
        text = ModelFormatter.format(Array(translation.text.utf8)) ?? translation.text
        (self.files, self.last, path) = (files, last, database.path)
    }

    func run(writes: Bool, _ console: Console) throws {
        let report = ImportRemark.text(of: translation.remarks)
        guard translation.hasEntities else { throw CouldNotRun("no table of '\(path)' fits a model with 'layout: existing'\n\(report)") }
        let file = "\(files.modelName).yaml"
        let (checked, findings) = ModelPipeline.check(InputFile(path: file, bytes: Array(text.utf8)), history: .empty) { path in
            throw CouldNotRun("'\(path)' is included by no import")
        }
        var found = FindingReport(RunFindings(today: console.today), on: console)
        found.findings.add(findings)
        found.findings.keep(text, named: file)
        guard let model = checked?.model else { return try found.print() }
        let count = model.entities.count
        console.printResult("\(path): \(count) \(count == 1 ? "entity" : "entities") of its own tables")
        if !report.isEmpty { console.printResult(report) }
        let imported = ImportedModelFile(files, after: last, text: text, model: model, names: translation.names, report: report)
        let change = try imported.change(hasVersion: false)
        imported.tell(change, console)
        if writes { try imported.write(change, note: ". The model opens the file itself", console) }
        try found.print()
    }
}
