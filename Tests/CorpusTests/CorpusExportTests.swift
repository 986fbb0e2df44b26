import Diagnostics
import Foundation
import SchemaModel
import TestSupport
import Testing

@testable import CoreDataExport
@testable import CoreDataImport

/// Models that people ship, imported and exported again. The XML of both is compared by a reader of the test's own.
@Suite(.enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusExportTests {
    @Test func `an exported model says what the original says, but for a list, and imports to an equal model`() throws {
        var counts: [String: Int] = [:]
        var kept = 0
        // An ordinary run takes the current versions and some of the others.
        let current = Set(CorpusFolder.latest.map(\.file))
        let versions = CorpusFolder.all.enumerated().filter { TestScale.isLong || $0.offset.isMultiple(of: 8) || current.contains($0.element.file) }
        for version in versions.map(\.element) {
            let original = try Data(contentsOf: URL(filePath: version.file))
            let imported = try TranslatedModel(version, generating: false)
            guard let model = imported.model else {
                Issue.record("\(version) is not imported")
                continue
            }
            let bundle = BundleExport([ExportedVersion(number: 1, model: model)], named: "Model")
            let exported = Data(bundle.files[0].text.utf8)
            let again = try TranslatedModel(CoreDataModel(contents: exported), named: imported.name, generating: false)
            #expect(again.model?.meaningText == model.meaningText, "\(version): the model is another one after its export\n\(again.describe(again.findings))")
            let (old, new) = (BundleFacts(original).facts, BundleFacts(exported).facts)
            kept += old.intersection(new).count
            let reasons = ExportDifferences(imported.translation.remarks, model: model, old: old, new: new)
            for (fact, isLost) in old.subtracting(new).map({ ($0, true) }) + new.subtracting(old).map({ ($0, false) }) {
                guard let reason = reasons.reason(for: fact, isLost: isLost) else {
                    Issue.record("\(version): \(isLost ? "lost" : "added") \(fact.element) \(fact.place) \(fact.attribute)=\(fact.value)")
                    continue
                }
                counts[reason, default: 0] += 1
            }
        }
        print("facts that are the same: \(kept)")
        for (reason, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { print("\(count) × \(reason)") }
        #expect(kept > 10 * counts.filter { $0.key.hasPrefix("import") }.values.reduce(0, +))
    }
}
