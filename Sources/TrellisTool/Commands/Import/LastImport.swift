import Foundation
import ProjectFiles
import SQLiteImport

/// What the report of the last import into a folder keeps for the next one: the model as it was imported, and the names of the parts of
/// the database.
struct LastImport {
    /// The user's edits are what differs from it.
    let model: String
    /// The names of the last import and of the user; without them where the model is missing.
    let names: EarlierNames

    private static let namesTitle = "the names of tables, columns and keys, which a later import keeps:"
    private static let modelTitle = "the model as it was imported, from which a later import finds your edits:"

    static func file(of files: ImportedFiles) -> String { String(files.file.dropLast("yaml".count)) + "import.txt" }

    static func report(remarks: String, names: NameRecord, model: String) -> String {
        "\(remarks)\n\(namesTitle)\n\(names.text)\n\(modelTitle)\n\(model)"
    }

    /// - Returns: nil without the report of an import.
    init?(_ files: ImportedFiles) {
        guard let report = try? InputFile(reading: Self.file(of: files)).text else { return nil }
        let parts = report.replacing("\r\n", with: "\n").components(separatedBy: "\n\(Self.modelTitle)\n")
        guard parts.count > 1, let model = parts.last else { return nil }
        self.model = model
        guard files.hasModel, let mine = try? InputFile(reading: files.file).text else {
            names = .none
            return
        }
        let record = parts[parts.count - 2].components(separatedBy: "\n\(Self.namesTitle)\n").dropFirst().last ?? ""
        names = EarlierNames(record: record, base: model, mine: mine.replacing("\r\n", with: "\n"))
    }
}
