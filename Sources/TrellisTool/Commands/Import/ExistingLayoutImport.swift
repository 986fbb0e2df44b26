import Diagnostics
import ProjectFiles
import SQLiteImport
import SchemaEvolution
import SchemaModel

/// Writes the model of a database whose own file a program opens.
struct ExistingLayoutImport {
    private let translation: ExistingLayoutTranslation
    private let files: ImportedFiles
    private let path: String
    /// The model's file.
    private let text: String

    init(_ database: SourceDatabase, _ files: ImportedFiles) {
        translation = ExistingLayoutTranslation(database, named: files.modelName)
        text = ModelFormatter.format(Array(translation.text.utf8)) ?? translation.text
        (self.files, path) = (files, database.path)
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
        guard let checked else { return try found.print() }
        let count = checked.model.entities.count
        console.printResult("\(path): \(count) \(count == 1 ? "entity" : "entities") of its own tables")
        if !report.isEmpty { console.printResult(report) }
        if writes {
            if files.hasModel, try InputFile(reading: files.file).text != text {
                throw CouldNotRun("'\(files.file)' differs from the model of this database, and is not written over: choose another folder, or remove the file")
            }
            _ = try FileWriter.write([.init(path: files.file, text: text)]) { path in console.detail("\(path): written") }
            console.say("'\(files.file)' is written: it opens the file itself")
        }
        try found.print()
    }
}
