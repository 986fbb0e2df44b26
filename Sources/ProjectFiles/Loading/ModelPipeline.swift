import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import SchemaSyntax
import SwiftGeneration

/// A model with its proved layout, from which all outputs can be generated.
package struct CheckedModel {
    package var model: Model
    package var schema: StorageSchema
    /// Its frozen versions, if any.
    package var history: ModelHistory
}

/// The stages from a model's bytes to a checked model, in memory.
package enum ModelPipeline {
    /// Reads and checks a model with the rules of all stages. The result has a checked model if no rule found an error.
    /// - Parameters:
    ///   - history: its history, which decides the model's version.
    ///   - provesSchema: whether SQLite creates the schema and plans the fetches, which takes longer than all other checks.
    ///   - parse: parses a file.
    ///   - load: returns an included file.
    package static func check(
        _ file: InputFile, history: ModelHistory, provesSchema: Bool = true,
        parse: (InputFile) -> YAMLParser.Result = { YAMLParser.parse($0.bytes, file: $0.path) },
        load: (_ path: String) throws -> InputFile
    ) -> (checked: CheckedModel?, findings: [Finding]) {
        let read = ModelReader.read(file: file.path) { parse($0 == file.path ? file : try load($0)) }
        guard let model = read.model else { return (nil, read.findings) }

        var findings = read.findings
        let (schema, layoutFindings) = LayoutPlanner.plan(model) { history.version(ofLiveModel: model, hash: $0) }
        findings += layoutFindings
        findings += NameChecks.check(model)
        // SQLite comes last: its errors on clashing names would repeat earlier findings.
        if provesSchema, !findings.containsError { findings += SchemaVerifier.verify(model, schema) }
        findings = findings.sortedByPlace()
        return (findings.containsError ? nil : CheckedModel(model: model, schema: schema, history: history), findings)
    }

    /// The findings of reading and of names in Swift, for a model that is read again and again. A layout and its proof take longer than
    /// all of it.
    /// - Parameters:
    ///   - file: the path of the model's own file.
    ///   - memory: what was read of it last.
    ///   - parse: returns the tree of that file and of included ones.
    /// - Returns: the findings in the order of the rules, and the model if none is an error.
    package static func findings(
        ofModelAt file: String, remembering memory: inout EntityMemory, parse: (_ path: String) throws -> YAMLParser.Result
    ) -> (model: Model?, findings: [Finding]) {
        let read = ModelReader.read(file: file, remembering: &memory, parse: parse)
        guard let model = read.model else { return (nil, read.findings) }
        let findings = read.findings + NameChecks.check(model)
        return (findings.containsError ? nil : model, findings)
    }
}
