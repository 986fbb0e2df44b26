import CoreDataHistory
import CoreDataImport
import Diagnostics
import Foundation
import SchemaEvolution
import Testing

/// The import of a bundle with one version, given by the elements of its model.
struct ImportedText {
    let text: String
    let findings: [Finding]
    let remarks: [Remark]

    init(_ elements: String) throws {
        let file = "Shop.xcdatamodel/contents"
        let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(elements)\n</model>\n"
        let history = try HistoryImport(
            [CoreDataVersion(name: "Shop", file: file, contents: Data(xml.utf8))], named: "Shop",
            after: HistoryFiles(model: "Shop.yaml", folder: "versions", contents: [:]), losses: nil)
        (text, findings, remarks) = (history.text, history.findings, history.remarks)
    }

    /// The errors, with the text that they are about.
    var errors: String {
        let errors = findings.filter { $0.severity == .error }
        return errors.isEmpty ? "" : errors.map { "\($0.code) \($0.message)" }.joined(separator: "\n") + "\n" + text
    }

    /// The remarks as lines.
    var lines: [String] { remarks.map { "\($0.kind.rawValue): \($0.place)" + ($0.detail.isEmpty ? "" : " (\($0.detail))") } }

    /// Expects that the import has no errors, and that the model has these lines. Quotes around words do not count.
    func expect(_ lines: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        #expect(errors == "", sourceLocation: sourceLocation)
        let all = Set(text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces).replacing("\"", with: "") })
        for line in lines { #expect(all.contains(line.replacing("\"", with: "")), "\(line) is not in\n\(text)", sourceLocation: sourceLocation) }
    }
}
