import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel
import SwiftGeneration
import TestSupport

@testable import CoreDataImport

/// The result of translating a Core Data model and taking it through all stages, in memory.
struct TranslatedModel {
    let name: String
    let translation: Translation
    private(set) var findings: [Finding]
    private(set) var model: Model?
    /// The Swift files, where they were asked for.
    private(set) var files: [OutputFile] = []

    init(_ version: CorpusVersion, generating: Bool = true) throws {
        let contents = try Data(contentsOf: URL(filePath: version.file))
        try self.init(CoreDataModel(contents: contents), named: version.history, generating: generating)
    }

    /// - Parameter generating: whether Swift and SQL are made too.
    init(_ source: CoreDataModel, named name: String, generating: Bool = true) throws {
        self.name = name
        var found: (model: Model, schema: StorageSchema)?
        var findings = [Finding]()
        translation = Translation(source, named: name) { text in
            let read = ModelReader.read(Array(text.utf8), file: "\(name).yaml")
            (findings, found) = (read.findings, nil)
            guard let model = read.model else { return findings }
            let (schema, layoutFindings) = LayoutPlanner.plan(model)
            findings += layoutFindings + NameChecks.check(model)
            if !findings.containsError { findings += SchemaVerifier.verify(model, schema) }
            found = (model, schema)
            return findings
        }
        self.findings = findings
        guard !findings.containsError, let (model, schema) = found else { return }
        self.model = model
        guard generating else { return }
        let generator = FileGenerator(model: model, schema: schema, source: "\(name).yaml")
        files = try generator.swiftFiles(.committed, access: .internal)
        _ = try generator.sqlFile(named: "schema.sql")
    }

    /// Findings as lines, each with the line of the model that it is about.
    func describe(_ findings: [Finding]) -> String {
        let lines = translation.text.split(separator: "\n", omittingEmptySubsequences: false)
        return findings.map { finding in
            let line = finding.span.start.line
            return "\(finding.code) \(finding.message)\n    \(line): \(lines.indices.contains(line - 1) ? lines[line - 1] : "")"
        }.joined(separator: "\n")
    }

    /// Figures of the model: its parts, its findings, and the remarks of the translation.
    var report: String {
        let source = translation.model
        var lines = [
            "\(name): \(source.entities.count) entities, \(source.entities.map(\.attributes.count).reduce(0, +)) attributes, "
                + "\(source.entities.map(\.relationships.count).reduce(0, +)) relationships"
        ]
        for (code, findings) in Dictionary(grouping: findings, by: \.code).sorted(by: { $0.key.name < $1.key.name }) {
            lines.append("    \(findings.count) × \(code) (\(code.severity)), such as: \(findings[0].message)")
        }
        for (kind, remarks) in Dictionary(grouping: translation.remarks, by: \.kind).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let places = remarks.map { $0.detail.isEmpty ? $0.place : "\($0.place) (\($0.detail))" }
            lines.append("    \(remarks.count) × \(kind.rawValue): \(places.sorted().joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }
}
