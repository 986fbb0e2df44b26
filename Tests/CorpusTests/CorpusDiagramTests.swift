import Foundation
import TestSupport
import Testing

/// Pictures of the models that people ship.
@Suite(
    "Diagrams of Core Data models that people ship",
    .enabled(if: CorpusFolder.path != nil && DrawnDiagram.isPossible, "TRELLIS_CORPUS names no folder of models, or Graphviz is not installed"))
struct CorpusDiagramTests {
    /// Of each history the version that its authors use; every version in long runs.
    private static let versions = TestScale.isLong ? CorpusFolder.all : CorpusFolder.latest

    @Test("No box is over another one, no text outside its box, and each relationship is drawn once", arguments: versions)
    func drawn(version: CorpusVersion) throws {
        let translated = try TranslatedModel(version, generating: false)
        guard let model = translated.model else { return }
        let folder = try TemporaryFolder()
        try folder.write(translated.translation.text, to: "Model.yaml")
        let declared = model.entities.flatMap { entity in entity.relationships.map { "\(entity.name.text).\($0.name.text)" } }.sorted()
        for detail in TestScale.isLong ? ["names", "keys", "all"] : ["all"] {
            let process = try ChildProcess.run(Project.trellis, ["diagram", "Model.yaml", "--detail", detail], in: folder.path)
            #expect(process.exitCode == 0, "\(detail): \(process.errors)")
            guard process.exitCode == 0 else { continue }
            let drawn = try DrawnDiagram(process.output)
            #expect(drawn.faults == [], "\(detail)")
            #expect(drawn.boxes.map(\.entity) == model.entities.map(\.name.text), "\(detail)")
            #expect(drawn.relationships == declared, "\(detail)")
        }
    }
}
