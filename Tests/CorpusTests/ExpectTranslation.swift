import Foundation
import Testing

@testable import CoreDataImport

/// Expects that the entities in `xml` become `text`, with `remarks`, and that the tool takes it: what
/// the models of the corpus rest on, shown on models written for it.
func expectTranslation(
    _ xml: String, becomes text: String, ofModel name: String = "Shop2", remarks: [String] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let contents = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(xml)\n</model>"
    let outcome = try TranslatedModel(CoreDataModel(contents: Data(contents.utf8)), named: "shop-2")
    #expect(outcome.translation.text == "trellis: 1\nmodel: \(name)\n\(text)\n", sourceLocation: sourceLocation)
    let said = outcome.translation.remarks.map { remark in
        "\(remark.kind.rawValue): \(remark.place)" + (remark.detail.isEmpty ? "" : " (\(remark.detail))")
    }
    #expect(said == remarks, sourceLocation: sourceLocation)
    let errors = outcome.findings.filter { $0.severity == .error }
    #expect(outcome.describe(errors) == "", sourceLocation: sourceLocation)
}
