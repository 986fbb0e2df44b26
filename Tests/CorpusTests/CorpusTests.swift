import Diagnostics
import Foundation
import SchemaModel
import Testing

@testable import CoreDataImport

/// Models that people ship, in the folder that `TRELLIS_CORPUS` names; none of them is part of the project.
@Suite(
    "Core Data models that people ship",
    .enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusTests {
    @Test("What their authors use can be said, stored, generated and formatted", arguments: CorpusFolder.latest)
    func latest(version: CorpusVersion) throws {
        let outcome = try TranslatedModel(version)
        print(outcome.report)
        expectSaid(outcome)
        guard let model = outcome.model else { return }
        let source = outcome.translation.model
        #expect(outcome.files.count == source.entities.count + source.composites.count + 1)
        let formatted = try #require(ModelFormatter.format(Array(outcome.translation.text.utf8)))
        #expect(ModelFormatter.format(Array(formatted.utf8)) == formatted)
        for text in [formatted, model.meaningText] {
            let again = ModelReader.read(Array(text.utf8), file: "again.yaml")
            #expect(again.model?.meaningText == model.meaningText)
        }
    }

    @Test("Every version of their histories can be said and stored", arguments: CorpusFolder.all)
    func histories(version: CorpusVersion) throws {
        expectSaid(try TranslatedModel(version, generating: false))
    }

    @Test("The folder has models")
    func found() {
        #expect(CorpusFolder.latest.count > 10)
        #expect(CorpusFolder.all.count > 100)
    }

    /// Expects that the tool takes the model, and that all of it arrived there.
    private func expectSaid(_ outcome: TranslatedModel, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let errors = outcome.findings.filter { $0.severity == .error }
        #expect(outcome.describe(errors) == "", sourceLocation: sourceLocation)
        guard errors.isEmpty else { return }
        let (source, model) = (outcome.translation.model, outcome.model)
        #expect(model?.entities.map(\.name.text) == source.entities.map(\.name), sourceLocation: sourceLocation)
        for (entity, said) in zip(source.entities, model?.entities ?? []) {
            #expect(said.attributes.map(\.name.text) == entity.attributes.map(\.name), sourceLocation: sourceLocation)
            #expect(said.relationships.map(\.name.text) == entity.relationships.map(\.name), sourceLocation: sourceLocation)
        }
    }
}
