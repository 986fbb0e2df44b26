import ArgumentParser
import CoreDataHistory
import CoreDataImport
import Foundation
import ProjectFiles
import SchemaEvolution
import StoreImport

extension RunFindings {
    /// Keeps the text of a bundle's file for the excerpts of findings. An archive has none.
    mutating func keep(_ version: CoreDataVersion) {
        if let text = version.text { keep(text, named: version.file) }
    }
}

/// The files that an import makes in the folder of a model.
struct ImportedFiles {
    /// The model's file.
    let file: String
    let modelName: String
    let history: HistoryFiles

    /// - Parameter folder: the folder for the model, with the model's name.
    /// - Throws: ``CouldNotRun``
    init(in folder: String) throws(CouldNotRun) {
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        if let file = Self.file(on: folder) { throw CouldNotRun("'\(file)' is a file: --output names the folder for the model") }
        modelName = Self.modelName(folder)
        file = "\(folder)/\(modelName).yaml"
        history = try HistoryFolder.read(besideModel: file)
    }

    /// The folder or one above it that is a file.
    private static func file(on folder: String) -> String? {
        var path = folder
        while true {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) { return isFolder.boolValue ? nil : path }
            let parent = TargetFiles.folder(of: path)
            if parent == path { return nil }
            path = parent
        }
        return nil
    }

    /// Refuses a folder whose path does not end with a name.
    static func validate(_ folder: String) throws {
        if ["", ".", ".."].contains(modelName(folder)) { throw ValidationError("The folder of --output has no name: the model gets it.") }
    }

    /// Whether the model's file exists: an import that was stopped may have written the versions only.
    var hasModel: Bool { FileManager.default.fileExists(atPath: file) }

    static func modelName(_ folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? "" }

    func imported(
        _ versions: [CoreDataVersion], mappings: [CoreDataMapping] = [], later: [String] = [], losses: String? = nil
    ) throws(CouldNotRun) -> HistoryImport {
        do {
            return try HistoryImport(versions, named: modelName, mappings: mappings, later: later, after: history, losses: losses)
        } catch {
            switch error {
            case .unreadable(let file, let reason): throw CouldNotRun("'\(file)' cannot be read: \(reason.message)")
            case .laterVersion(let number):
                throw CouldNotRun("version \(number) in '\(history.folder)' is no version of the bundle: choose another folder")
            case .otherHistory(let number, let version, let difference):
                throw CouldNotRun(
                    "version \(number) in '\(history.folder)' is not '\(version)': choose another folder"
                        + (difference.map { ". \($0.text)" } ?? ""))
            }
        }
    }

    /// Prints what an import did, and what it left out.
    func printReport(_ report: ImportReport, _ console: Console) {
        console.printLines(report.steps)
        console.printLeftovers(Self.list(report.mappings), title: "mapping models: left out")
        console.printLeftovers(Self.list(report.leftOut?.remarks ?? []), title: "'\(report.leftOut?.version ?? "")': changed or left out")
    }

    private static func list(_ remarks: [Remark]) -> LeftoverList {
        LeftoverList(
            remarks.map { Leftover(reason: $0.kind.rawValue, place: $0.place, detail: $0.detail) }, reasons: Remark.Kind.allCases.map(\.rawValue))
    }

    /// Refuses to write over a model of another author.
    func check(_ imported: HistoryImport) throws(CouldNotRun) {
        if hasModel, try !imported.texts.contains(InputFile(reading: file).text) {
            throw CouldNotRun("'\(file)' is no model that this import has written, and is not written over: choose another folder, or remove the file")
        }
    }

    /// Writes the history first: a model without its versions would be a draft.
    func write(_ imported: HistoryImport, _ console: Console) throws(CouldNotRun) {
        try check(imported)
        if !imported.files.isEmpty {
            try HistoryFolder.write(imported.files.map { ($0.name, Array($0.text.utf8)) }, to: history.folder)
        }
        _ = try FileWriter.write([.init(path: file, text: imported.text)]) { path in console.detail("\(path): written") }
        let frozen = imported.steps.count { if case .frozen = $0.kind { true } else { false } }
        console.say("'\(file)' is written, with \(frozen) new \(frozen == 1 ? "version" : "versions") in '\(history.folder)'")
    }
}
