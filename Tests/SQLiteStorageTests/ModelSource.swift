import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel
import TestSupport
import Testing

/// The model of a text that has no error.
func readModel(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Model {
    let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
    return try #require(result.model, "\(result.findings.map(\.message))", sourceLocation: sourceLocation)
}

/// Expects exactly these findings of the layout, and of SQLite where the layout has none.
func expectFindings(
    _ source: String, _ expected: ExpectedFinding..., sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let marked = MarkedText(source)
    let model = try readModel(marked.text, sourceLocation: sourceLocation)
    let (schema, findings) = LayoutPlanner.plan(model)
    let all = findings.isEmpty ? SchemaVerifier.verify(model, schema) : findings.sortedByPlace()
    let differences = marked.differences(all, expected)
    #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
}

/// A database of a case in `Tests/Cases`, used with plain `sqlite3` and without Trellis.
struct PlainDatabase {
    let folder: TemporaryFolder

    /// Makes the database from the file that the tool is expected to write.
    init(case name: String) throws {
        try self.init(
            schema: String(contentsOfFile: "\(Project.root)/Tests/Cases/\(name)/expected/schema.sql", encoding: .utf8))
    }

    init(schema: String) throws {
        folder = try TemporaryFolder()
        let process = try ChildProcess.run(named: "sqlite3", ["-bail", folder.file("store.sqlite")], input: schema)
        try #require(process.exitCode == 0 && process.errors.isEmpty, "\(process.errors)")
    }

    /// Runs SQL with foreign keys on, and gives the lines of its output and what went wrong.
    func run(_ sql: String) throws -> (lines: [String], error: String) {
        let process = try ChildProcess.run(
            named: "sqlite3", ["-bail", folder.file("store.sqlite")], input: "PRAGMA foreign_keys = ON;\n" + sql)
        return (process.output.split(separator: "\n").map(String.init), process.errors)
    }

    /// Runs SQL that has to go well.
    @discardableResult
    func rows(_ sql: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> [String] {
        let (lines, error) = try run(sql)
        #expect(error == "", sourceLocation: sourceLocation)
        return lines
    }
}
