import CoreDataImport
import Diagnostics
import Foundation
import ProjectFiles
import SchemaModel

/// A version of a Core Data model, as it stands in a bundle.
package struct CoreDataVersion: Sendable {
    package let name: String
    /// The file, as findings show it.
    package let file: String
    /// The XML of the model, or its archive.
    package let contents: Data
    package let transformables: Translation.Transformables

    package init(name: String, file: String, contents: Data, transformables: Translation.Transformables = .codable) {
        (self.name, self.file, self.contents, self.transformables) = (name, file, contents, transformables)
    }
}

/// A version in Trellis's words, checked as `validate` checks a model.
struct ImportedVersion {
    let name: String
    let translation: Translation
    /// Nil where it has errors.
    let model: Model?
    let findings: [Finding]

    /// - Parameter model: what the model is called.
    init(_ version: CoreDataVersion, model name: String) throws(NotCoreDataModel) {
        self.name = version.name
        translation = Translation(try CoreDataModel(contents: version.contents), named: name, transformables: version.transformables)
        let file = InputFile(path: "\(version.name).yaml", bytes: Array(translation.text.utf8))
        let (checked, findings) = ModelPipeline.check(file, history: .empty) { path in throw CouldNotRun("'\(path)' is included by no import") }
        (model, self.findings) = (checked?.model, findings)
    }
}
