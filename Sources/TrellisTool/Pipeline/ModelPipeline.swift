import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import SwiftGeneration

/// A model with its layout: proved, so that everything can be made from it.
struct CheckedModel {
    var model: Model
    var schema: StorageSchema
    /// Its frozen versions; empty where there are none.
    var history: ModelHistory
}

/// The stages from a model's bytes to a checked model, in memory.
enum ModelPipeline {
    /// Reads and checks a model by every stage's rules; there is a checked model where no rule found an error.
    /// - Parameters:
    ///   - history: its history, which says what version the model is.
    ///   - load: gives a file that the model includes.
    static func check(
        _ file: InputFile, history: ModelHistory, load: (_ path: String) throws -> InputFile
    ) -> (checked: CheckedModel?, findings: [Finding]) {
        let read = ModelReader.read(file.bytes, file: file.path) { try load($0).bytes }
        guard let model = read.model else { return (nil, read.findings) }

        var findings = read.findings
        let (schema, layoutFindings) = LayoutPlanner.plan(model, version: history.version(ofLiveModel:))
        findings += layoutFindings
        findings += NameChecks.check(model)
        // SQLite is asked last: what it says of a schema with clashing names would only repeat what is known.
        if !findings.containsError { findings += SchemaVerifier.verify(model, schema) }
        findings = findings.sortedByPlace()
        return (findings.containsError ? nil : CheckedModel(model: model, schema: schema, history: history), findings)
    }
}
