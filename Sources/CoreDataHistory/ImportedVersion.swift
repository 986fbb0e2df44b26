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
    /// What is found, at its places in the bundle's file.
    let findings: [Finding]
    private let places: BundlePlaces

    /// - Parameter model: what the model is called.
    init(_ version: CoreDataVersion, model name: String) throws(NotCoreDataModel) {
        self.name = version.name
        let file = "\(version.name).yaml"
        var checked: CheckedModel?
        var found = [Finding]()
        translation = Translation(try CoreDataModel(contents: version.contents), named: name, transformables: version.transformables) { text in
            let input = InputFile(path: file, bytes: Array(text.utf8))
            (checked, found) = ModelPipeline.check(input, history: .empty) { path in throw CouldNotRun("'\(path)' is included by no import") }
            return found
        }
        model = checked?.model
        places = BundlePlaces(of: version, translation, named: file)
        findings = found.map(places.moved)
    }

    /// A finding on the translated model, at its place in the bundle's file.
    func placed(_ finding: Finding) -> Finding { places.moved(finding) }
}
