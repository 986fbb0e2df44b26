import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing

/// Databases as Trellis creates them have no finding.
struct SoundDatabaseTests {
    /// Every model of the repository that has no error.
    static let models: [String] = {
        func names(_ folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/\(folder)")) ?? [] }
        let paths = names("Tests/Cases").filter { !$0.hasPrefix("broken-") }.map { "Tests/Cases/\($0)/schema.yaml" }
            + names("Schemas").map { "Schemas/\($0)/\($0).yaml" }
        return paths.filter { FileManager.default.fileExists(atPath: "\(Project.root)/\($0)") }.sorted()
    }()

    private func version(_ path: String) throws -> StoredVersion {
        let file = "\(Project.root)/\(path)"
        let result = ModelReader.read(Array(try Data(contentsOf: URL(filePath: file))), file: file) { Array(try Data(contentsOf: URL(filePath: $0))) }
        return StoredVersion(try #require(result.model))
    }

    @Test(arguments: models)
    func `the rows of a sound database break no rule of its model`(path: String) throws {
        let version = try version(path)
        // The tables of another program are not checked: its rules are its own.
        if version.model.isExisting { return }
        // The other rows of the proof have keys that lead nowhere.
        for seeds in SeedRows.all(for: version).dropFirst() {
            let connection = try SQLiteConnection.inMemory()
            try connection.execute(version.schema.ddl)
            try connection.execute("PRAGMA recursive_triggers = ON")
            try seeds.insert(into: connection)
            // A required key that is unique leads nowhere where its destination has fewer rows.
            guard try connection.rows("PRAGMA foreign_key_check").isEmpty else { continue }
            var inspection = try DatabaseInspection(connection, file: "sound.sqlite")
            let findings = try inspection.findings(claiming: version)
            #expect(findings.isEmpty, "\(findings.map { "\($0.code.name) \($0.message) \($0.notes.map(\.message))" })")
        }
    }

    @Test func `the models of the repository are found`() { #expect(Self.models.count >= 25) }
}
