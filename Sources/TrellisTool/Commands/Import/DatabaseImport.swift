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

    init(_ database: SourceDatabase, _ files: ImportedFiles) {
        let file = "\(files.modelName).yaml"
        func check(_ text: String) -> (checked: CheckedModel?, findings: [Finding]) {
            ModelPipeline.check(InputFile(path: file, bytes: Array(text.utf8)), history: .empty) { path in throw CouldNotRun("'\(path)' is included by no import") }
        }
        var translation = DatabaseTranslation(database, named: files.modelName)
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

    /// What is done with the model's file.
    enum Change {
        /// It is written: it is missing, or both the database and you changed other lines of it.
        case written(String, kept: [String] = [])
        /// It is the model of this database.
        case same
        /// It has your edits, and the database has not changed.
        case kept
    }

    /// The last lines of a report have the model as the import wrote it: what is yours is what differs from it.
    private static let baseTitle = "the model as it was imported, from which a later import finds your edits:"

    private func reportFile(_ files: ImportedFiles) -> String { String(files.file.dropLast("yaml".count)) + "import.txt" }

    private var reportText: String { "\(report)\n\(Self.baseTitle)\n\(text)" }

    /// - Parameter hasVersion: whether the import's model is a frozen version: then the file is that of a later one.
    func change(_ files: ImportedFiles, hasVersion: Bool) throws(CouldNotRun) -> Change {
        guard files.hasModel else { return .written(text) }
        let read = try InputFile(reading: files.file).text
        // Editors of other systems end lines so.
        let hasReturns = read.contains("\r\n")
        let mine = read.replacing("\r\n", with: "\n")
        if mine == text { return .same }
        let recorded = try? InputFile(reading: reportFile(files)).text
        guard let base = recorded?.components(separatedBy: "\n\(Self.baseTitle)\n").dropFirst().last else {
            if hasVersion { return .kept }
            throw CouldNotRun(
                "'\(files.file)' differs from the model of this database, and is not written over: choose another folder, or remove the file")
        }
        if base == text { return .kept }
        func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }
        let merged: LineMerge.Result
        do {
            merged = try LineMerge.merge(base: lines(base), mine: lines(mine), new: lines(text))
        } catch {
            let own = error.mine.first ?? "nothing", other = error.new.first ?? "nothing"
            throw CouldNotRun(
                "'\(files.file)' and the database both changed line \(error.line): it has '\(own.trimmingCharacters(in: .whitespaces))', and the import "
                    + "'\(other.trimmingCharacters(in: .whitespaces))'. Write what you want there into both, or import into another folder")
        }
        let joined = merged.lines.joined(separator: "\n")
        try check(joined, base: base, mine: mine, files)
        return .written(hasReturns ? joined.replacing("\n", with: "\r\n") : joined, kept: merged.kept)
    }

    /// A merge of lines may put a line into another entity, or make what is no model.
    private func check(_ merged: String, base: String, mine: String, _ files: ImportedFiles) throws(CouldNotRun) {
        func read(_ text: String) -> ModelReader.Result {
            ModelReader.read(Array(text.utf8), file: files.file) { path in
                try InputFile(reading: ((files.file as NSString).deletingLastPathComponent as NSString).appendingPathComponent(path)).bytes
            }
        }
        guard let own = read(mine).model else { throw CouldNotRun("'\(files.file)' has errors: see 'trellis validate \(files.file)'") }
        let result = read(merged)
        guard let joined = result.model, let former = read(base).model, let model else {
            let reason = result.findings.first { $0.severity == .error }?.message ?? "the result is no model"
            throw CouldNotRun("your edits of '\(files.file)' and the changes of the database do not fit together: \(reason). \(Self.remedy)")
        }
        if let place = MergeCheck(base: former, mine: own, new: model, merged: joined).misplaced {
            throw CouldNotRun(
                "your edits of '\(files.file)' and the changes of the database cannot be told apart at '\(place)'. \(Self.remedy)")
        }
    }

    private static let remedy = "Write the change of the database into the model yourself, or import into another folder"

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
    func write(_ change: Change, _ files: ImportedFiles, version: Version?, _ console: Console) throws(CouldNotRun) {
        let new = version?.newFiles ?? []
        if !new.isEmpty { try HistoryFolder.write(new.map { ($0.file.name, Array($0.text.utf8)) }, to: files.history.folder) }
        var texts = [(path: reportFile(files), text: reportText)]
        if case .written(let text, _) = change { texts.append((files.file, text)) }
        _ = try FileWriter.write(texts.map { .init(path: $0.path, text: $0.text) }) { path in console.detail("\(path): written") }
        let rest = "the report is '\(reportFile(files))'" + (new.isEmpty ? "" : ". Version 1 is the model of the database")
        switch change {
        case .written(_, let kept):
            console.say("'\(files.file)' is written; \(rest)")
            for line in kept { console.hint("the database has dropped what you changed to '\(line.trimmingCharacters(in: .whitespaces))': remove it if you do not need it") }
        case .same: console.say("'\(files.file)' is up to date; \(rest)")
        case .kept: console.say("'\(files.file)' stays as you edited it; \(rest)")
        }
    }
}
