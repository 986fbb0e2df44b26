import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel
import SwiftGeneration

/// A version of a Core Data model, as it stands in a bundle.
package struct CoreDataVersion: Sendable {
    package let name: String
    /// The file, as findings show it.
    package let file: String
    package let contents: Data

    package init(name: String, file: String, contents: Data) {
        (self.name, self.file, self.contents) = (name, file, contents)
    }
}

/// A version in Trellis's words, checked as `validate` checks a model.
struct ImportedVersion {
    let name: String
    let translation: Translation
    /// Nil where it has errors.
    private(set) var model: Model?
    private(set) var findings: [Finding]

    /// - Parameter model: what the model is called.
    init(_ version: CoreDataVersion, model name: String) throws(NotCoreDataModel) {
        self.name = version.name
        translation = Translation(try CoreDataModel(contents: version.contents), named: name)
        let read = ModelReader.read(Array(translation.text.utf8), file: "\(version.name).yaml")
        findings = read.findings
        guard let model = read.model else { return }
        let (schema, layoutFindings) = LayoutPlanner.plan(model)
        findings += layoutFindings + NameChecks.check(model)
        if !findings.containsError { findings += SchemaVerifier.verify(model, schema) }
        if !findings.containsError { self.model = model }
    }
}
