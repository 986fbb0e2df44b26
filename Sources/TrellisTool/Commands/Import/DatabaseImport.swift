import Diagnostics
import ProjectFiles
import SQLiteImport
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// A database as a model, and the files that an import writes.
struct DatabaseImport {
    /// The version that a new store has.
    struct Version {
        let number: Int
        let schema: StorageSchema
        /// The files of a version that is new.
        let newFiles: [(file: HistoryFile, text: String)]
    }

    let translation: DatabaseTranslation
    /// The model's file.
    let text: String
    /// How findings call it.
    let file: String
    /// Nil if it has errors.
    let model: Model?
    let findings: [Finding]

    init(_ database: SourceDatabase, _ files: ImportedFiles) {
        translation = DatabaseTranslation(database, named: files.modelName)
        text = ModelFormatter.format(Array(translation.text.utf8)) ?? translation.text
        file = "\(files.modelName).yaml"
        let input = InputFile(path: file, bytes: Array(text.utf8))
        let (checked, findings) = ModelPipeline.check(input, history: .empty) { path in throw CouldNotRun("'\(path)' is included by no import") }
        (model, self.findings) = (checked?.model, findings)
    }

    /// The report's text.
    var report: String { ImportRemark.text(of: translation.remarks) }

    func summary(of source: String) -> String {
        let counts = ImportRemark.Kind.allCases.compactMap { kind -> String? in
            let count = translation.remarks.count { $0.kind == kind }
            return count == 0 ? nil : "  \(count) \(kind.rawValue)"
        }
        let entities = model?.entities.count ?? 0
        return (["\(source): \(entities) \(entities == 1 ? "entity" : "entities")"] + counts).joined(separator: "\n")
    }

    private func reportFile(_ files: ImportedFiles) -> String { String(files.file.dropLast("yaml".count)) + "import.txt" }

    /// Refuses to write over a model that is not this one.
    func check(_ files: ImportedFiles) throws(CouldNotRun) {
        guard files.hasModel else { return }
        if try InputFile(reading: files.file).text != text {
            throw CouldNotRun(
                "'\(files.file)' differs from the model of this database, and is not written over: choose another folder, or remove the file")
        }
    }

    /// The version of the history that stores what the model stores, or the first one.
    func version(of model: Model, _ files: ImportedFiles) throws(CouldNotRun) -> Version {
        guard let history = HistoryReader.read(files.history).history else {
            throw CouldNotRun("'\(files.history.folder)' has errors: see 'trellis validate \(files.file)'")
        }
        if let known = history.versions.last(where: { $0.stores(model.storageHash) }) {
            let identity = ModelVersion(number: known.number, isDraft: false, hash: known.hash, compatibleHashes: known.plan?.compatibleHashes ?? [])
            return Version(number: known.number, schema: LayoutPlanner.plan(model, as: identity).schema, newFiles: [])
        }
        guard history.versions.isEmpty, let next = NextVersion.freeze(model, after: history).next else {
            throw CouldNotRun("no version in '\(files.history.folder)' is the model of this database: choose another folder")
        }
        let identity = ModelVersion(number: next.number, isDraft: false)
        return Version(number: next.number, schema: LayoutPlanner.plan(model, as: identity).schema, newFiles: next.files)
    }

    /// Writes the history first: a model without its versions would be a draft.
    func write(_ files: ImportedFiles, version: Version?, _ console: Console) throws(CouldNotRun) {
        let new = version?.newFiles ?? []
        if !new.isEmpty { try HistoryFolder.write(new.map { ($0.file.name, Array($0.text.utf8)) }, to: files.history.folder) }
        let written = try FileWriter.write([
            .init(path: files.file, text: text), .init(path: reportFile(files), text: report + "\n"),
        ]) { path in console.detail("\(path): written") }
        _ = written
        console.say("'\(files.file)' is written, with the report '\(reportFile(files))'" + (new.isEmpty ? "" : " and version 1"))
    }
}
