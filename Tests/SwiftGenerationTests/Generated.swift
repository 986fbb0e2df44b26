import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel
import SwiftGeneration
import TestSupport
import Testing

/// What is made of a model's text, in memory.
struct Generated {
    var generator: FileGenerator

    init(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        let model = try #require(result.model, "\(result.findings.map(\.message))", sourceLocation: sourceLocation)
        generator = FileGenerator(model: model, schema: LayoutPlanner.plan(model).schema, source: "Model.yaml")
    }

    func files(_ mode: OutputMode = .committed, access: AccessLevel = .internal) throws -> [OutputFile] {
        try generator.swiftFiles(mode, access: access)
    }

    /// All Swift text, one file after the other.
    func text(access: AccessLevel = .internal) throws -> String {
        try files(access: access).map(\.text).joined()
    }
}

/// The expected Swift files of all cases in `Tests/Cases`.
enum ExpectedSwift {
    static let files: [(path: String, text: String)] = {
        let folder = "\(Project.root)/Tests/Cases"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        // Beside expected files a case may have steps in Swift, which users write.
        return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Steps/") }.sorted().map { path in
            (path, (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? "")
        }
    }()
}
