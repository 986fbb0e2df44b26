import Diagnostics
import Foundation
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

    init(_ database: SourceDatabase, _ files: ImportedFiles, after last: LastImport?) {
        let file = "\(files.modelName).yaml"
        func check(_ text: String) -> (checked: CheckedModel?, findings: [Finding]) {
            ModelPipeline.check(InputFile(path: file, bytes: Array(text.utf8)), history: .empty) { path in throw CouldNotRun("'\(path)' is included by no import") }
        }
        var translation = DatabaseTranslation(database, named: files.modelName, last?.names ?? .none)
        while true {
            let text = ModelFormatter.format(Array(translation.text.utf8)) ?? translation.text
            let (checked, findings) = check(text)
            // The language decides what it takes: the rest of the database is imported.
            let errors = checked != nil ? [] : check(translation.text).findings.filter { $0.severity == .error }.map { (line: $0.span.start.line, message: $0.message) }
            guard let next = translation.leavingOut(errors) else {
                (self.translation, self.text, self.file) = (translation, text, file)
                (model, self.findings) = (checked?.model, findings)
                return
            }
            translation = next
        }
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

    // MARK: Files

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
            // A row that breaks a check may give an enum the case 'unknown', or a column another type.
            let broken = translation.remarks.filter { $0.kind == .broken }.map { ". '\($0.place)' has rows that break a check: \($0.detail)" }
            throw CouldNotRun("no version in '\(files.history.folder)' is the model of this database: choose another folder\(broken.joined())")
        }
        let identity = ModelVersion(number: next.number, isDraft: false)
        return Version(number: next.number, schema: LayoutPlanner.plan(model, as: identity).schema, newFiles: next.files)
    }

    /// Writes the history first: a model without its versions would be a draft.
    func write(_ file: ImportedModelFile, _ change: ImportedModelFile.Change, _ files: ImportedFiles, version: Version?, _ console: Console) throws(CouldNotRun) {
        let new = version?.newFiles ?? []
        if !new.isEmpty { try HistoryFolder.write(new.map { ($0.file.name, Array($0.text.utf8)) }, to: files.history.folder) }
        try file.write(change, note: new.isEmpty ? "" : ". Version 1 is the model of the database", console)
    }
}
